import { useState } from 'react';
import { BooleanInput, TextInput, useListContext } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from './call.js';
import type { Demanded } from '../../search/demand/demanded.js';
import { useAddAlias } from './names.js';
import { asChoices, choiceFilter, choicesOf } from './inputs.js';
import { FormDialog } from './dialogs.js';
import { IconAction, NEEDED, useDesk, useNarrow, useWork } from './pieces.js';
import type { IconName } from './pieces.js';
import { ListFile, OfficeList, OfficeTable } from './records.js';
import type { Column } from './records.js';

type DemandRecord = Demanded & RaRecord;

const WEEKS = asChoices(['4', '12', '26', '53']);

const filters = [
  <TextInput key="q" source="q" alwaysOn slotProps={{ htmlInput: { maxLength: 100 } }} />,
  choiceFilter('weeks', WEEKS, { translateChoice: false }),
  choiceFilter('sureness', choicesOf('demand.surenesses', ['none', 'similar'])),
  choiceFilter('language', choicesOf('demand.languages', ['cn', 'en'])),
  <BooleanInput key="ignored" source="ignored" alwaysOn />,
];

/** Unmet demand, and what can be done about it. */
export function DemandList() {
  const narrow = useNarrow();
  const { t } = useDesk();
  const trend: Column<DemandRecord> = {
    source: 'weeks',
    label: 'demand.trend',
    value: ({ weeks }) => <Trend weeks={weeks} />,
  };
  return (
    <OfficeList
      filters={filters}
      filterDefaultValues={{ weeks: '12' }}
      perPage={50}
      component="div"
      actions={<ListFile word="demand.download" />}
      hint={t('demand.hint')}
    >
      <OfficeTable<DemandRecord>
        columns={[
          { source: 'typed' },
          { source: 'count', isNumber: true },
          ...(narrow ? [] : [trend]),
          { source: 'language', value: ({ language }) => t(`demand.languages.${language}`) },
          { source: 'sureness', value: ({ sureness }) => t(`demand.surenesses.${sureness}`) },
          { source: 'inquiries', value: ({ inquiries }) => inquiries || '' },
        ]}
        actions={(row) => <Actions row={row} />}
      />
    </OfficeList>
  );
}

/** A bar a week; the highest week is as high as the line. */
function Trend({ weeks }: { weeks: number[] }) {
  const { t } = useDesk();
  const since: string = useListContext().meta?.since;
  const most = Math.max(...weeks, 1);
  const label = t('demand.trend_of', { since, counts: weeks.join(', ') });
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

/** The form of a new product, with what is known of it. */
function newProduct(typed: string, language: string): string {
  const source = { [CAS.test(typed) ? 'cas' : language === 'cn' ? 'name_cn' : 'name_en']: typed };
  return `/products/create?source=${encodeURIComponent(JSON.stringify(source))}`;
}

function Actions({ row: { typed, text, language } }: { row: DemandRecord }) {
  const { refresh, t } = useDesk();
  const addAlias = useAddAlias('demand.alias_made');
  const [isAsking, setAsking] = useState(false);
  const isIgnored = useListContext().filterValues['ignored'] === true;
  const [ignore] = useWork((ignored: boolean) =>
    call('PUT', '/demand/ignored', { text, ignored }).then(refresh),
  );
  const makeAlias = async ({ target }: { target: string }): Promise<void> => {
    const of = target.trim();
    const alias = { text: typed, kind: 'trade', [CAS.test(of) ? 'cas' : 'code']: of };
    if (await addAlias(alias)) ignore(true);
    setAsking(false);
  };
  const act = (
    name: 'make_product' | 'make_alias' | 'ignore' | 'show_again',
    icon: IconName,
    props: object,
  ) => {
    const label = t('demand.of', { what: t(`demand.${name}`), text: typed });
    return <IconAction label={label} icon={icon} size="medium" {...props} />;
  };
  return (
    <>
      {act('make_product', 'AddCircleOutlined', { component: Link, to: newProduct(typed, language) })}
      {act('make_alias', 'Translate', { onClick: () => setAsking(true) })}
      {isIgnored
        ? act('show_again', 'VisibilityOutlined', { onClick: () => ignore(false) })
        : act('ignore', 'VisibilityOffOutlined', { onClick: () => ignore(true) })}
      {isAsking && (
        <FormDialog
          title={t('demand.alias_of', { text: typed })}
          onClose={() => setAsking(false)}
          word="demand.make_alias"
          submit={makeAlias}
        >
          <TextInput
            source="target"
            label={t('demand.target')}
            autoFocus
            validate={NEEDED}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
        </FormDialog>
      )}
    </>
  );
}
