import { useState } from 'react';
import {
  BooleanInput,
  required,
  SelectInput,
  TextInput,
  useListContext,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { Box } from '@mui/material';
import AddIcon from '@mui/icons-material/AddCircleOutlined';
import AliasIcon from '@mui/icons-material/Translate';
import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import ShowIcon from '@mui/icons-material/VisibilityOutlined';
import { Link } from 'react-router-dom';
import { choicesOf } from './choices.js';
import type { DemandRecord } from './data.js';
import { FormDialog } from './dialogs.js';
import { IconAction, useNarrow, useOffice, useWork, useWords } from './pieces.js';
import { ListFile, OfficeList, OfficeTable } from './records.js';

const WEEKS = ['4', '12', '26', '53'].map((id) => ({ id, name: id }));

const filters = [
  <TextInput
    key="q"
    source="q"
    label="office.demand.q"
    alwaysOn
    slotProps={{ htmlInput: { maxLength: 100 } }}
  />,
  <SelectInput
    key="weeks"
    source="weeks"
    label="office.demand.weeks"
    alwaysOn
    choices={WEEKS}
    translateChoice={false}
  />,
  <SelectInput
    key="sureness"
    source="sureness"
    alwaysOn
    choices={choicesOf('office.demand.surenesses', ['none', 'similar'])}
  />,
  <SelectInput
    key="language"
    source="language"
    alwaysOn
    choices={choicesOf('office.demand.languages', ['cn', 'en'])}
  />,
  <BooleanInput key="ignored" source="ignored" label="office.demand.ignored" alwaysOn />,
];

/** Unmet demand, and what can be done about it. */
export function DemandList() {
  return (
    <OfficeList
      filters={filters}
      filterDefaultValues={{ weeks: '12' }}
      perPage={50}
      component="div"
      actions={<ListFile of="demand" word="office.demand.download" />}
    >
      <Demand />
    </OfficeList>
  );
}

function Demand() {
  const narrow = useNarrow();
  const { meta } = useListContext();
  const t = useWords('demand');
  return (
    <>
      <Box sx={{ mb: 2, color: 'text.secondary' }}>{t('hint')}</Box>
      <OfficeTable<DemandRecord>
        columns={[
          { source: 'typed' },
          { source: 'count', isNumber: true },
          ...(narrow
            ? []
            : [
                {
                  source: 'weeks',
                  label: 'office.demand.trend',
                  value: ({ weeks }: DemandRecord) => <Trend weeks={weeks} since={meta?.since} />,
                },
              ]),
          { source: 'language', value: ({ language }) => t(`languages.${language}`) },
          { source: 'sureness', value: ({ sureness }) => t(`surenesses.${sureness}`) },
          { source: 'inquiries', value: ({ inquiries }) => inquiries || '' },
        ]}
        actions={(row) => <Actions row={row} />}
      />
    </>
  );
}

/** A bar a week; the highest week is as high as the line. */
function Trend({ weeks, since }: { weeks: number[]; since: string }) {
  const translate = useTranslate();
  const most = Math.max(...weeks, 1);
  const label = translate('office.demand.trend_of', { since, counts: weeks.join(', ') });
  const bars = weeks
    .map((count, week) => `M${week * 4} 24v${-Math.max(1, (count / most) * 24)}h3V24z`)
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={120}
      height={24}
      viewBox={`0 0 ${weeks.length * 4} 24`}
      preserveAspectRatio="none"
    >
      <title>{label}</title>
      <path d={bars} fill="currentColor" />
    </svg>
  );
}

/** The form of a CAS number. */
const CAS = /^\d{2,7}-\d{2}-\d$/;
const NEEDED = required();

/** The form of a new product, with what is known of it. */
function newProduct(typed: string, language: string): string {
  const source = { [CAS.test(typed) ? 'cas' : language === 'cn' ? 'name_cn' : 'name_en']: typed };
  return `/products/create?source=${encodeURIComponent(JSON.stringify(source))}`;
}

function Actions({ row: { typed, text, language } }: { row: DemandRecord }) {
  const office = useOffice();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [isAsking, setAsking] = useState(false);
  const isIgnored = useListContext().filterValues['ignored'] === true;
  const [ignore] = useWork((ignored: boolean) =>
    office.call('PUT', '/demand/ignored', { text, ignored }).then(refresh),
  );
  const makeAlias = async ({ target }: { target: string }): Promise<void> => {
    const of = target.trim();
    const alias = { text: typed, kind: 'trade', [CAS.test(of) ? 'cas' : 'code']: of };
    const isOfProduct = await office.addAlias(alias);
    notify(isOfProduct ? 'office.demand.alias_made' : 'office.alias.of_none', {
      type: isOfProduct ? 'success' : 'warning',
      messageArgs: { text: typed, target: of },
    });
    setAsking(false);
    if (isOfProduct) ignore(true);
  };
  const act = (name: string, icon: typeof AddIcon, props: object) => {
    const label = translate('office.demand.of', { what: translate(`office.demand.${name}`), text: typed });
    return <IconAction label={label} icon={icon} size="medium" {...props} />;
  };
  return (
    <>
      {act('make_product', AddIcon, { component: Link, to: newProduct(typed, language) })}
      {act('make_alias', AliasIcon, { onClick: () => setAsking(true) })}
      {isIgnored
        ? act('show_again', ShowIcon, { onClick: () => ignore(false) })
        : act('ignore', HideIcon, { onClick: () => ignore(true) })}
      {isAsking && (
        <FormDialog
          title={translate('office.demand.alias_of', { text: typed })}
          onClose={() => setAsking(false)}
          word="office.demand.make_alias"
          submit={makeAlias}
        >
          <TextInput
            source="target"
            label="office.demand.target"
            autoFocus
            fullWidth
            validate={NEEDED}
            helperText={false}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
        </FormDialog>
      )}
    </>
  );
}
