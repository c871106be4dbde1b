import { useState } from 'react';
import { Box, Button, TextField } from '@mui/material';
import { faultsOf } from '../../platform/access/fault.js';
import type { ItemFault } from '../../platform/access/fault.js';
import { columnMeaning } from '../../catalogue/products/columns.js';
import { asSentence } from './faults.js';
import { Section, useDesk } from './pieces.js';
import { useAnswer } from './reading.js';
import { Rows } from './records.js';

/** Rows that are corrected at once. */
const MOST = 100;

type Rejected = ItemFault & { line?: number; values?: unknown };
type Item = Record<string, unknown>;

/** The key under which a row has a field; the field's name where it has none. */
const keyOf = (field: string, values: Item): string =>
  Object.keys(values).find((key) => columnMeaning(key)?.field === field) ?? field;

/**
 * The rejected rows of an import with a field for each value at fault: corrected ones are imported again.
 * @param id of the import in the sync log
 * @param onAgain is given the corrected rows as a file
 */
export function Corrections({ id, onAgain }: { id: number; onAgain: (file: File) => void }) {
  const { t, label } = useDesk();
  const { answer: call } = useAnswer<{ errors: Rejected[] | null }>(`/sync-log/${id}`);
  const [typed, setTyped] = useState<Record<number, Item>>({});
  const rows: Rejected[] = (call?.errors ?? [])
    .filter(({ field, values }) => field !== null && typeof values === 'object' && values !== null)
    .slice(0, MOST);
  if (rows.length === 0) return null;
  const corrected = rows.flatMap(({ values }, at) =>
    typed[at] ? [{ ...(values as Item), ...typed[at] }] : [],
  );
  const again = (): void =>
    onAgain(
      new File([JSON.stringify(corrected)], t('import.corrected_file', { id }), { type: 'application/json' }),
    );
  return (
    <Section title={t('import.correct')}>
      <Rows
        label={t('import.correct')}
        height={480}
        columns={[
          [t('import.line'), ({ line, index }) => line ?? index + 1],
          [label('code'), ({ code }) => code],
          [
            t('import.correct_here'),
            (row, at) =>
              faultsOf(row).map(({ field, reason, message }) => {
                const key = keyOf(field ?? 'code', row.values as Item);
                const value = typed[at]?.[key] ?? (row.values as Item)[key] ?? '';
                return (
                  <Box key={key} sx={{ my: 0.5, minWidth: 260 }}>
                    <TextField
                      label={label(field ?? 'code')}
                      helperText={t(`reasons.${reason}`, { _: asSentence(message) })}
                      value={typeof value === 'string' ? value : JSON.stringify(value)}
                      onChange={({ target }) =>
                        setTyped({ ...typed, [at]: { ...typed[at], [key]: target.value } })
                      }
                    />
                  </Box>
                );
              }),
          ],
        ]}
        of={rows}
      />
      <Button variant="contained" disabled={corrected.length === 0} onClick={again} sx={{ mt: 1 }}>
        {t('import.again', { smart_count: corrected.length })}
      </Button>
    </Section>
  );
}
