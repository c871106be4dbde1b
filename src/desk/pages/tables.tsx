import { useState } from 'react';
import { useListContext, useResourceContext } from 'react-admin';
import { Alert, Box, Button } from '@mui/material';
import { FILES } from './data.js';
import { DropZone } from './drop-zone.js';
import { Named, Section, useDesk, useWork } from './pieces.js';

/** What became of a table: counts, and its lines at fault. */
interface TableOutcome {
  invalid: number;
  errors: { line: number; field: string | null; reason: string; message: string }[];
  /** of lines that were stored */
  warnings?: TableOutcome['errors'];
}

/** The tables of a list: into it, and out of it as it is filtered. */
export function Tables({ words }: { words: 'alias' | 'term' }) {
  const { office, refresh, t } = useDesk();
  const of = useResourceContext()!;
  const { filterValues } = useListContext();
  const [outcome, setOutcome] = useState<TableOutcome>();
  const [run, isBusy] = useWork(async (file: File) => {
    setOutcome(undefined);
    setOutcome(await office.call<TableOutcome>('POST', `/${of}/import`, file));
    refresh();
  });
  const faults = outcome ? [...outcome.errors, ...(outcome.warnings ?? [])] : [];
  return (
    <Section title={t('tables')}>
      <DropZone
        accept=".tsv,.txt"
        disabled={isBusy}
        onFiles={([file]) => run(file!)}
        title={t('drop_tsv')}
        hint={t(`${words}.columns`)}
      />
      {outcome && (
        <Alert
          severity={faults.length > 0 ? 'warning' : 'success'}
          sx={{ mt: 2, maxHeight: 320, overflow: 'auto' }}
        >
          {t(`${words}.did`, { ...outcome })}
          {faults.map(({ line, field, reason, message }) => (
            <Box key={line}>
              <Named name={`${t('import.line')} ${line}`}>
                {field} {t(`reasons.${reason}`, { _: message })}
              </Named>
            </Box>
          ))}
        </Alert>
      )}
      <Button href={FILES.list(of, filterValues as object)} variant="outlined" sx={{ my: 2 }}>
        {t(`${words}.export`)}
      </Button>
    </Section>
  );
}
