import { useTranslate } from 'react-admin';
import { Box, Button, TableCell, TableRow } from '@mui/material';
import { Link } from 'react-router-dom';
import { FILES } from './data.js';
import { productPath, Rows } from './records.js';

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
const asSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

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

/** The columns that faults fill. */
function useColumns({ place, words, faults, isLinked }: Omit<FaultsProps, 'label'>) {
  const translate = useTranslate();
  const columns: { head: string; show: (fault: PlacedFault) => React.ReactNode; isLeft?: boolean }[] = [
    { head: place, show: (fault) => fault.place },
    {
      head: translate('resources.products.fields.code'),
      show: ({ code }) => (isLinked && code !== null ? <Link to={productPath(code)}>{code}</Link> : code),
    },
    {
      head: translate('office.import.field'),
      show: ({ field }) => field && translate(`resources.products.fields.${field}`, { _: field }),
    },
    {
      head: translate('office.import.problem'),
      show: ({ reason, message }) => translate(`office.${words}.${reason}`, { _: asSentence(message) }),
      isLeft: words === undefined,
    },
    {
      head: translate('office.import.value'),
      show: ({ value }) => value,
      isLeft: faults.every(({ value }) => value == null),
    },
    {
      head: translate('office.import.given'),
      show: ({ values }) => values != null && held(values),
      isLeft: faults.every(({ values }) => values == null),
    },
  ];
  return columns.filter(({ isLeft }) => !isLeft);
}

/** Faults by product and field. */
export function Faults({ label, place, words, faults, isLinked = false }: FaultsProps) {
  const shown = useColumns({ place, words, faults, isLinked });
  return (
    <Box sx={{ '& .MuiTableCell-root': { px: { xs: 1, md: 2 }, minWidth: 60, overflowWrap: 'anywhere' } }}>
      <Rows
        label={label}
        height={420}
        heads={shown.map(({ head }) => (
          <TableCell key={head}>{head}</TableCell>
        ))}
      >
        {faults.map((fault, i) => (
          <TableRow key={i} title={fault.message}>
            {shown.map(({ head, show }) => (
              <TableCell key={head}>{show(fault)}</TableCell>
            ))}
          </TableRow>
        ))}
      </Rows>
    </Box>
  );
}

/** Downloads the rejected rows of an import as a file like the imported one. */
export function RejectedFile({ id }: { id: unknown }) {
  const translate = useTranslate();
  return (
    <Button variant="outlined" href={FILES.rejected(id)} sx={{ mb: 1 }}>
      {translate('office.import.download')}
    </Button>
  );
}
