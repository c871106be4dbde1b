import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Title, useCreatePath, useTranslate } from 'react-admin';
import {
  Box,
  Button,
  Card,
  FormControlLabel,
  IconButton,
  Stack,
  Switch,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Tooltip,
} from '@mui/material';
import AddIcon from '@mui/icons-material/AddCircleOutlined';
import AliasIcon from '@mui/icons-material/Translate';
import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import ShowIcon from '@mui/icons-material/VisibilityOutlined';
import { Link } from 'react-router-dom';
import { demandTable } from './data.js';
import type { Demanded } from '../../search/demand/demanded.js';
import type { DemandPage } from './data.js';
import { AliasOf, CAS } from './demand-alias.js';
import { Choose, useFail, useNarrow, useOffice } from './pieces.js';
import { Shown, useReading } from './reading.js';

const UNFILTERED = { weeks: '12', q: '', sureness: '', language: '', ignored: false };
type Filters = typeof UNFILTERED;
const WEEKS = ['4', '12', '26', '53'];
const PAUSE_MS = 300;

const given = ({ ignored, ...texts }: Filters): object => ({
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  ...(ignored && { ignored: 'true' }),
});

/** Unmet demand, and what can be done about it. */
export function Demand() {
  const office = useOffice();
  const fail = useFail();
  const translate = useTranslate();
  const narrow = useNarrow();
  const t = (name: string, values = {}): string => translate(`office.demand.${name}`, values);
  const [filters, setFilters] = useState(UNFILTERED);
  const [aliasOf, setAliasOf] = useState<Demanded>();
  const reading = useReading(() => office.demand(given(filters)), {
    key: JSON.stringify(filters),
    pauseMs: PAUSE_MS,
  });
  /** what was read, with what came after it and without what was dealt with */
  const [page, setPage] = useState<DemandPage>();
  useEffect(() => setPage(reading.answer), [reading.answer]);

  const more = (before: DemandPage): Promise<void> =>
    office
      .demand({ ...given(filters), cursor: before.next_cursor })
      // Other filters may have been chosen meanwhile.
      .then((next) =>
        setPage((shown) => (shown === before ? { ...next, data: [...before.data, ...next.data] } : shown)),
      )
      .catch(fail);

  const ignore = async ({ text }: Demanded, ignored: boolean): Promise<void> => {
    try {
      await office.ignoreDemand(text, ignored);
      setPage((shown) => shown && { ...shown, data: shown.data.filter((each) => each.text !== text) });
    } catch (error) {
      fail(error);
    }
  };
  return (
    <Box sx={{ mt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('office.menu.demand')} />
      <Box sx={{ mb: 2, color: 'text.secondary' }}>{t('hint')}</Box>
      <Choices filters={filters} onChange={setFilters} />
      <Shown reading={reading}>{() => null}</Shown>
      {page?.data.length === 0 && <Box sx={{ my: 2 }}>{t('none')}</Box>}
      {page && page.data.length > 0 && (
        <Card>
          <Table size={narrow ? 'small' : 'medium'}>
            <TableHead>
              <TableRow>
                <TableCell>{t('text')}</TableCell>
                <TableCell align="right">{t('count')}</TableCell>
                {!narrow && (
                  <>
                    <TableCell>{t('trend')}</TableCell>
                    <TableCell>{t('language')}</TableCell>
                    <TableCell>{t('sureness')}</TableCell>
                    <TableCell align="right">{t('inquiries')}</TableCell>
                  </>
                )}
                <TableCell align="right">{translate('office.bulk.actions')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {page.data.map((row) => (
                <TableRow key={row.text}>
                  <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                    {row.typed}
                  </TableCell>
                  <TableCell align="right">{row.count.toLocaleString('en')}</TableCell>
                  {!narrow && (
                    <>
                      <TableCell>
                        <Trend weeks={row.weeks} since={page.since} />
                      </TableCell>
                      <TableCell sx={{ whiteSpace: 'nowrap' }}>{t(`languages.${row.language}`)}</TableCell>
                      <TableCell sx={{ whiteSpace: 'nowrap' }}>{t(`surenesses.${row.sureness}`)}</TableCell>
                      <TableCell align="right">{row.inquiries || ''}</TableCell>
                    </>
                  )}
                  <TableCell align="right" sx={{ whiteSpace: 'nowrap', py: 0, px: narrow ? 0 : 2 }}>
                    <MakeProduct row={row} />
                    <Act name="make_alias" row={row} icon={<AliasIcon />} onClick={() => setAliasOf(row)} />
                    {filters.ignored ? (
                      <Act
                        name="show_again"
                        row={row}
                        icon={<ShowIcon />}
                        onClick={() => void ignore(row, false)}
                      />
                    ) : (
                      <Act
                        name="ignore"
                        row={row}
                        icon={<HideIcon />}
                        onClick={() => void ignore(row, true)}
                      />
                    )}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Card>
      )}
      <Stack direction="row" spacing={1} sx={{ my: 2 }}>
        {page?.next_cursor && <Button onClick={() => void more(page)}>{t('more')}</Button>}
        <Button href={demandTable(given(filters))} variant="outlined">
          {t('download')}
        </Button>
      </Stack>
      {aliasOf && (
        <AliasOf
          text={aliasOf.typed}
          onClose={(isMade) => {
            setAliasOf(undefined);
            if (isMade) void ignore(aliasOf, true);
          }}
        />
      )}
    </Box>
  );
}

function Choices({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const translate = useTranslate();
  const t = (name: string): string => translate(`office.demand.${name}`);
  const choice = (name: 'weeks' | 'sureness' | 'language', choices: [value: string, text: string][]) => (
    <Choose
      label={t(name)}
      value={filters[name]}
      choices={choices}
      onChange={(value) => onChange({ ...filters, [name]: value })}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ flex: '1 1 110px', maxWidth: 200 }}
    />
  );
  const any: [string, string] = ['', t('any')];
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ mb: 2, flexWrap: 'wrap' }}>
      <TextField
        size="small"
        label={t('q')}
        value={filters.q}
        onChange={(event) => onChange({ ...filters, q: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 100 }, inputLabel: { shrink: true } }}
        sx={{ flex: '2 1 160px', maxWidth: 300 }}
      />
      {choice(
        'weeks',
        WEEKS.map((weeks) => [weeks, weeks]),
      )}
      {choice('sureness', [any, ['none', t('surenesses.none')], ['similar', t('surenesses.similar')]])}
      {choice('language', [any, ['cn', t('languages.cn')], ['en', t('languages.en')]])}
      <FormControlLabel
        control={
          <Switch
            checked={filters.ignored}
            onChange={(_, ignored) => onChange({ ...filters, ignored })}
            size="small"
          />
        }
        label={t('ignored')}
      />
    </Stack>
  );
}

/** A bar a week; the highest week is as high as the line. */
function Trend({ weeks, since }: { weeks: number[]; since: string }) {
  const translate = useTranslate();
  const most = Math.max(...weeks, 1);
  const label = translate('office.demand.trend_of', { since, counts: weeks.join(', ') });
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
      {weeks.map((count, week) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * 24);
        // A week has no other identity than its place.
        // oxlint-disable-next-line react/no-array-index-key
        return <rect key={week} x={week * 4} y={24 - height} width={3} height={height} fill="currentColor" />;
      })}
    </svg>
  );
}

function useActionLabel(name: string, text: string): string {
  const translate = useTranslate();
  return translate('office.demand.of', { what: translate(`office.demand.${name}`), text });
}

function Act({
  name,
  row,
  icon,
  onClick,
}: {
  name: string;
  row: Demanded;
  icon: ReactNode;
  onClick: () => void;
}) {
  const label = useActionLabel(name, row.typed);
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={onClick}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}

/** Opens the form of a new product with what is known of it. */
function MakeProduct({ row: { typed, language } }: { row: Demanded }) {
  const createPath = useCreatePath();
  const label = useActionLabel('make_product', typed);
  const source = CAS.test(typed)
    ? { cas: typed }
    : language === 'cn'
      ? { name_cn: typed }
      : { name_en: typed };
  const path = `${createPath({ resource: 'products', type: 'create' })}?source=${encodeURIComponent(JSON.stringify(source))}`;
  return (
    <Tooltip title={label}>
      <IconButton component={Link} to={path} aria-label={label}>
        <AddIcon />
      </IconButton>
    </Tooltip>
  );
}
