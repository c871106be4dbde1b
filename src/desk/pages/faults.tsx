import { Box, Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { faultsOf } from '../../platform/access/fault.js';
import type { ItemFault } from '../../platform/access/fault.js';
import { FILES } from './data.js';
import { productPath, Rows } from './records.js';
import type { RowColumn } from './records.js';
import { useDesk } from './pieces.js';

/** What is wrong with a row of a file, or with an item of a call, and all that it held. */
type RowFault = Omit<ItemFault, 'index'> & { index?: number; values?: unknown };

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
  faults: RowFault[];
  /** whether the products are there to be looked at */
  isLinked?: boolean;
}

/** Faults by product and field; a column that none of them fills is left out. */
export function Faults({ label, place, words, faults, isLinked = false }: FaultsProps) {
  const { t, label: nameOf } = useDesk();
  const all = faults.flatMap(faultsOf);
  const columns: (RowColumn<RowFault> | false)[] = [
    [place, ({ line, index = 0 }) => line ?? index + 1],
    [
      nameOf('code'),
      ({ code }) => (isLinked && code !== null ? <Link to={productPath(code)}>{code}</Link> : code),
    ],
    [t('import.field'), ({ field }) => field && nameOf(field)],
    words !== undefined && [
      t('import.problem'),
      ({ reason, message }) => t(`${words}.${reason}`, { _: asSentence(message) }),
    ],
    all.some(({ value }) => value != null) && [t('import.value'), ({ value }) => value],
    all.some(({ values }) => values != null) && [
      t('import.given'),
      ({ values }) => values != null && held(values),
    ],
  ];
  return (
    <Box sx={{ '& .MuiTableCell-root': { px: { xs: 1, md: 2 }, minWidth: 60, overflowWrap: 'anywhere' } }}>
      <Rows label={label} height={420} columns={columns.filter((column) => column !== false)} of={all} />
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
