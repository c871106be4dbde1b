import { useState } from 'react';
import { useListContext, useRefresh, useTranslate } from 'react-admin';
import { Alert, Box, Button } from '@mui/material';
import { FILES } from './data.js';
import { DropZone } from './drop-zone.js';
import { Named, Section, useOffice, useWork } from './pieces.js';

/** What became of a table: counts, and its lines at fault. */
interface TableOutcome {
  invalid: number;
  errors: { line: number; field: string | null; reason: string; message: string }[];
  /** of lines that were stored */
  warnings?: TableOutcome['errors'];
}

/**
 * The tables of a list: into it, and out of it as it is filtered.
 * @param words under which its texts are: `columns`, `export`, `did`
 */
export function Tables({ of, words }: { of: 'aliases' | 'terms'; words: string }) {
  const office = useOffice();
  const refresh = useRefresh();
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const [outcome, setOutcome] = useState<TableOutcome>();
  const [run, isBusy] = useWork(async (file: File) => {
    setOutcome(undefined);
    setOutcome(await office.call<TableOutcome>('POST', `/${of}/import`, file));
    refresh();
  });
  const faults = outcome ? [...outcome.errors, ...(outcome.warnings ?? [])] : [];
  return (
    <Section title={translate('office.tables')}>
      <DropZone
        accept=".tsv,.txt"
        disabled={isBusy}
        onFiles={([file]) => run(file!)}
        title={translate('office.drop_tsv')}
        hint={translate(`${words}.columns`)}
      />
      {outcome && (
        <Alert
          severity={faults.length > 0 ? 'warning' : 'success'}
          sx={{ mt: 2, maxHeight: 320, overflow: 'auto' }}
        >
          {translate(`${words}.did`, { ...outcome })}
          {faults.map(({ line, field, reason, message }) => (
            <Box key={line}>
              <Named name={`${translate('office.import.line')} ${line}`}>
                {field} {translate(`office.reasons.${reason}`, { _: message })}
              </Named>
            </Box>
          ))}
        </Alert>
      )}
      <Button href={FILES.list(of, filterValues as object)} variant="outlined" sx={{ my: 2 }}>
        {translate(`${words}.export`)}
      </Button>
    </Section>
  );
}
