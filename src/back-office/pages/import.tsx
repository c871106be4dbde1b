import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import {
  Alert,
  Box,
  Button,
  Card,
  LinearProgress,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { failureOf } from './call.js';
import type { ImportReport, ImportProgress } from './data.js';
import { DropZone, Section, useOffice } from './pieces.js';

type ImportState =
  | { at: 'start' }
  | { at: 'work'; file: File; isPreview: boolean; progress: ImportProgress }
  | { at: 'preview' | 'done'; file: File; outcome: ImportReport }
  | { at: 'failed'; message: string };

/** Import of a file: choose, preview, import. */
export function Import() {
  const office = useOffice();
  const translate = useTranslate();
  const [state, setState] = useState<ImportState>({ at: 'start' });

  const run = async (file: File, isPreview: boolean): Promise<void> => {
    const at = (progress: ImportProgress): ImportState => ({ at: 'work', file, isPreview, progress });
    setState(at({ done: 0, all: 1 }));
    try {
      const outcome = await office.importFile(file, isPreview, (progress) => setState(at(progress)));
      setState({ at: isPreview ? 'preview' : 'done', file, outcome });
    } catch (error) {
      setState({ at: 'failed', message: failureOf(error).message });
    }
  };
  const another = () => setState({ at: 'start' });

  return (
    <Box sx={{ mt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('office.menu.import')} />
      {(state.at === 'start' || state.at === 'failed') && (
        <DropZone
          accept=".csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,.gz"
          onFiles={([file]) => void run(file!, true)}
          title={translate('office.import.choose')}
          hint={translate('office.import.formats')}
        />
      )}
      {state.at === 'failed' && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {translate('office.import.broken_off', { reason: state.message })}
        </Alert>
      )}
      {state.at === 'work' && <Progress {...state} />}
      {(state.at === 'preview' || state.at === 'done') && (
        <>
          <Outcome file={state.file} outcome={state.outcome} isPreview={state.at === 'preview'} />
          <Stack direction="row" spacing={1} sx={{ my: 2 }}>
            {state.at === 'preview' && (
              <Button
                variant="contained"
                disabled={state.outcome.created + state.outcome.updated === 0}
                onClick={() => void run(state.file, false)}
              >
                {translate('office.import.start')}
              </Button>
            )}
            <Button variant="outlined" onClick={another}>
              {translate('office.import.another')}
            </Button>
          </Stack>
          <Errors outcome={state.outcome} />
          {state.outcome.rows && <FirstRows rows={state.outcome.rows} />}
        </>
      )}
    </Box>
  );
}

function Progress({ file, isPreview, progress }: Extract<ImportState, { at: 'work' }>) {
  const translate = useTranslate();
  const what = translate(isPreview ? 'office.import.previewing' : 'office.import.importing');
  return (
    <Box role="status">
      {what}: {file.name}
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (100 * progress.done) / Math.max(1, progress.all))}
        aria-label={what}
      />
    </Box>
  );
}

function Outcome({ file, outcome, isPreview }: { file: File; outcome: ImportReport; isPreview: boolean }) {
  const translate = useTranslate();
  const { created, updated, invalid } = outcome;
  return (
    <Stack spacing={1}>
      <Alert severity={invalid > 0 ? 'warning' : isPreview ? 'info' : 'success'}>
        {file.name}:{' '}
        {translate(`office.import.${isPreview ? 'would' : 'did'}`, { created, updated, invalid })}
      </Alert>
      {outcome.failure !== undefined && (
        <Alert severity="error">{translate('office.import.broken_off', { reason: outcome.failure })}</Alert>
      )}
      {outcome.ignored_fields.length > 0 && (
        <Alert severity="info">
          {translate('office.import.ignored', { names: outcome.ignored_fields.join(', ') })}
        </Alert>
      )}
    </Stack>
  );
}

function Errors({ outcome: { errors, errors_truncated } }: { outcome: ImportReport }) {
  const translate = useTranslate();
  if (errors.length === 0) return null;
  const field = (name: string | null): string =>
    name === null ? '' : translate(`resources.products.fields.${name}`, { _: name });
  return (
    <Section title={translate('office.import.errors')}>
      {errors_truncated && <p>{translate('office.import.errors_cut')}</p>}
      <Card variant="outlined" sx={{ maxHeight: 420, overflow: 'auto' }} tabIndex={0}>
        <Table size="small" stickyHeader aria-label={translate('office.import.errors')}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('office.import.line')}</TableCell>
              <TableCell>{translate('resources.products.fields.code')}</TableCell>
              <TableCell>{translate('office.import.problem')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {errors.map(({ line, code, field: name, reason, message }, i) => (
              <TableRow key={i}>
                <TableCell>{line}</TableCell>
                <TableCell>{code}</TableCell>
                <TableCell>
                  {field(name)} {translate(`office.reasons.${reason}`, { _: message })}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Card>
    </Section>
  );
}

function shown(value: unknown): string {
  if (value == null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function FirstRows({ rows }: { rows: NonNullable<ImportReport['rows']> }) {
  const translate = useTranslate();
  const items = rows.flatMap((row) => ('item' in row && row.item !== null ? [row] : []));
  const columns = [...new Set(items.flatMap(({ item }) => Object.keys(item)))].slice(0, 30);
  return (
    <Section title={translate('office.import.first_rows')}>
      <Card variant="outlined" sx={{ overflow: 'auto' }} tabIndex={0}>
        <Table size="small" aria-label={translate('office.import.first_rows')}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('office.import.line')}</TableCell>
              {columns.map((name) => (
                <TableCell key={name}>{name}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {items.map(({ line, item }) => (
              <TableRow key={line}>
                <TableCell>{line}</TableCell>
                {columns.map((name) => (
                  <TableCell key={name} sx={{ maxWidth: 240, overflow: 'hidden', textOverflow: 'ellipsis' }}>
                    {shown(item[name])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Card>
    </Section>
  );
}
