import { useTranslate } from 'react-admin';
import { Box, Button, Link, TableCell, TableRow } from '@mui/material';
import { rejectedFile } from './data.js';
import { Rows } from './rows.js';

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

/** What a product's field is called. */
function useFieldName(): (field: string | null) => string {
  const translate = useTranslate();
  return (field) => (field === null ? '' : translate(`resources.products.fields.${field}`, { _: field }));
}

/** A message of the service as the texts of the pages are written: it begins in the middle of a sentence. */
const asSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

/**
 * Faults by product and field.
 * @param label of the table, for screen readers
 * @param place what a place is called
 * @param words the texts of the reasons: `reasons` of errors, `warnings` of warnings; none where all have the same
 * @param isLinked whether the products are there to be looked at
 */
export function Faults({
  label,
  place,
  words,
  faults,
  isLinked = false,
}: {
  label: string;
  place: string;
  words?: 'reasons' | 'warnings';
  faults: PlacedFault[];
  isLinked?: boolean;
}) {
  const translate = useTranslate();
  const fieldName = useFieldName();
  const hasValues = faults.some(({ value }) => value != null);
  const hasRows = faults.some(({ values }) => values != null);
  const wrapped = { overflowWrap: 'anywhere', minWidth: 90 };
  return (
    <Box sx={{ '& .MuiTableCell-root': { px: { xs: 1, md: 2 } } }}>
      <Rows
        label={label}
        height={420}
        heads={
          <>
            <TableCell>{place}</TableCell>
            <TableCell>{translate('resources.products.fields.code')}</TableCell>
            <TableCell>{translate('office.import.field')}</TableCell>
            {words && <TableCell>{translate('office.import.problem')}</TableCell>}
            {hasValues && <TableCell>{translate('office.import.value')}</TableCell>}
            {hasRows && <TableCell>{translate('office.import.given')}</TableCell>}
          </>
        }
      >
        {faults.map(({ place, code, field, reason, message, value, values }, i) => (
          <TableRow key={i} title={message}>
            <TableCell>{place}</TableCell>
            <TableCell sx={wrapped}>
              {isLinked && code !== null ? (
                <Link href={`#/products/${encodeURIComponent(code)}`}>{code}</Link>
              ) : (
                code
              )}
            </TableCell>
            <TableCell>{fieldName(field)}</TableCell>
            {words && (
              <TableCell sx={{ minWidth: 90 }}>
                {translate(`office.${words}.${reason}`, { _: asSentence(message) })}
              </TableCell>
            )}
            {hasValues && <TableCell sx={wrapped}>{value}</TableCell>}
            {hasRows && (
              <TableCell sx={{ ...wrapped, minWidth: 200 }}>{values != null && held(values)}</TableCell>
            )}
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
    <Button variant="outlined" href={rejectedFile(id)} sx={{ mb: 1 }}>
      {translate('office.import.download')}
    </Button>
  );
}
