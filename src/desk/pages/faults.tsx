import { Box, Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { FILES } from './data.js';
import { productPath, Rows } from './records.js';
import type { RowColumn } from './records.js';
import { useDesk } from './pieces.js';

/** What is wrong with a row of a file, or with an item of a call. */
interface PlacedFault {
  /** of the row or item, from 1 */
  place: number;
  code: string | null;
  field: string | null;
  reason: string;
  message: string;
  value?: string | number | null;
  /** all that the row or item held */
  values?: unknown;
}

/** What a row held, in a line. */
function held(values: unknown): string {
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return text(values);
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${text(value)}`)
    .join(' · ');
}

/** A message of the service as the texts of the pages are written: it begins in the middle of a sentence. */
export const asSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

interface FaultsProps {
  /** of the table, for screen readers */
  label: string;
  /** what a place is called */
  place: string;
  /** the texts of the reasons: `reasons` of errors, `warnings` of warnings; none where all have the same */
  words?: 'reasons' | 'warnings' | undefined;
  faults: PlacedFault[];
  /** whether the products are there to be looked at */
  isLinked?: boolean;
}

/** Faults by product and field; a column that none of them fills is left out. */
export function Faults({ label, place, words, faults, isLinked = false }: FaultsProps) {
  const { t, label: nameOf } = useDesk();
  const columns: [...RowColumn<PlacedFault>, isLeft?: boolean][] = [
    [place, (fault) => fault.place, {}],
    [
      nameOf('code'),
      ({ code }) => (isLinked && code !== null ? <Link to={productPath(code)}>{code}</Link> : code),
      {},
    ],
    [t('import.field'), ({ field }) => field && nameOf(field), {}],
    [
      t('import.problem'),
      ({ reason, message }) => t(`${words ?? 'reasons'}.${reason}`, { _: asSentence(message) }),
      {},
      words === undefined,
    ],
    [t('import.value'), ({ value }) => value, {}, faults.every(({ value }) => value == null)],
    [
      t('import.given'),
      ({ values }) => values != null && held(values),
      {},
      faults.every(({ values }) => values == null),
    ],
  ];
  return (
    <Box sx={{ '& .MuiTableCell-root': { px: { xs: 1, md: 2 }, minWidth: 60, overflowWrap: 'anywhere' } }}>
      <Rows
        label={label}
        height={420}
        columns={columns.flatMap(([head, cell, look, isLeft]) =>
          isLeft ? [] : [[head, cell, look] as const],
        )}
        of={faults}
        titleOf={({ message }) => message}
      />
    </Box>
  );
}

/** Downloads the rejected rows of an import as a file like the imported one. */
export function RejectedFile({ id }: { id: unknown }) {
  const { t } = useDesk();
  return (
    <Button variant="outlined" href={FILES.rejected(id)} sx={{ mb: 1 }}>
      {t('import.download')}
    </Button>
  );
}
