import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Alert, Box, Button, LinearProgress, Stack, TableCell, TableRow } from '@mui/material';
import { Link } from 'react-router-dom';
import { faultsOf } from '../../platform/access/fault.js';
import type { RejectedRow } from '../../exchange/import/outcome.js';
import { columnMeaning, isUnknown } from '../../catalogue/products/columns.js';
import { failureOf } from './call.js';
import type { ImportReport, ImportProgress } from './data.js';
import { Faults, RejectedFile } from './faults.js';
import { DropZone } from './drop-zone.js';
import { Named, Section, useOffice } from './pieces.js';
import { Rows } from './rows.js';
import { mayDrop, useUnsaved } from './unsaved.js';

type ImportState =
  | { at: 'start' }
  | { at: 'work'; file: File; isPreview: boolean; progress: ImportProgress; stop: AbortController }
  | { at: 'preview' | 'done'; file: File; outcome: ImportReport }
  | { at: 'failed'; isPreview: boolean; message: string; progress: ImportProgress };

/** Import of a file: choose, preview, import. */
export function Import() {
  const office = useOffice();
  const translate = useTranslate();
  const [state, setState] = useState<ImportState>({ at: 'start' });

  const run = async (file: File, isPreview: boolean): Promise<void> => {
    const stop = new AbortController();
    const at = (progress: ImportProgress): ImportState => ({ at: 'work', file, isPreview, progress, stop });
    let progress: ImportProgress = { done: 0, all: 1 };
    const onProgress = (now: ImportProgress): void => setState(at((progress = now)));
    onProgress(progress);
    try {
      const outcome = await office.importFile(file, isPreview, onProgress, stop.signal);
      setState({ at: isPreview ? 'preview' : 'done', file, outcome });
    } catch (error) {
      if (stop.signal.aborted) return setState({ at: 'start' });
      setState({ at: 'failed', isPreview, message: failureOf(error).message, progress });
    }
  };
  const isRunning = state.at === 'work' && !state.isPreview;
  useUnsaved(isRunning, 'office.import.leave_running');
  const another = () => mayDrop() && setState({ at: 'start' });

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
          {state.isPreview
            ? state.message
            : translate('office.import.broken_off', { reason: state.message }) +
              translate('office.import.begun', { created: 0, updated: 0, ...state.progress })}
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
          <Warnings outcome={state.outcome} isPreview={state.at === 'preview'} />
          {state.outcome.rows && <FirstRows rows={state.outcome.rows} />}
        </>
      )}
    </Box>
  );
}

/** A preview, which stores nothing, may be broken off. */
function Progress({ file, isPreview, progress, stop }: Extract<ImportState, { at: 'work' }>) {
  const translate = useTranslate();
  const what = translate(isPreview ? 'office.import.previewing' : 'office.import.importing');
  return (
    <Box role="status">
      <Named name={what}>{file.name}</Named>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (100 * progress.done) / Math.max(1, progress.all))}
        aria-label={what}
      />
      {isPreview && (
        <Button onClick={() => stop.abort()} sx={{ mt: 1 }}>
          {translate('ra.action.cancel')}
        </Button>
      )}
    </Box>
  );
}

/** What is ignored comes first: it is why a file may do less than its owner thinks. */
function Outcome({ file, outcome, isPreview }: { file: File; outcome: ImportReport; isPreview: boolean }) {
  const translate = useTranslate();
  const { created, updated, unchanged, invalid, failure } = outcome;
  const { ignored_fields: names, ignored_sheets: sheets } = outcome;
  const isUnread = isPreview && failure !== undefined && created + updated + unchanged + invalid === 0;
  const ignored = { ignored: names.filter(isUnknown), computed: names.filter((name) => !isUnknown(name)) };
  return (
    <Stack spacing={1}>
      {(['ignored', 'computed'] as const).map(
        (what) =>
          ignored[what].length > 0 && (
            <Alert key={what} severity={what === 'ignored' ? 'warning' : 'info'}>
              {translate(`office.import.${what}`, { names: ignored[what].join(', ') })}
            </Alert>
          ),
      )}
      {sheets && (
        <Alert severity="warning">{translate('office.import.sheets', { names: sheets.join(', ') })}</Alert>
      )}
      {outcome.encoding !== undefined && outcome.encoding !== 'utf-8' && (
        <Alert severity={outcome.encoding_unsure ? 'warning' : 'info'}>
          {translate(`office.import.encoding${outcome.encoding_unsure ? '_unsure' : ''}`, {
            encoding: outcome.encoding,
          })}
        </Alert>
      )}
      {!isUnread && (
        <Alert severity={invalid > 0 ? 'warning' : isPreview ? 'info' : 'success'}>
          <Named name={file.name}>
            {translate(`office.import.${isPreview ? 'would' : 'did'}`, {
              created,
              updated,
              unchanged,
              invalid,
            })}
          </Named>
        </Alert>
      )}
      {failure !== undefined && (
        <Alert severity="error">
          <Named name={file.name}>
            {translate(`office.import.${isUnread ? 'unreadable' : isPreview ? 'not_to_end' : 'broken_off'}`, {
              reason: translate(`office.import.failures.${outcome.failure_code}`, {
                _: failure,
                line: outcome.failure_line,
              }),
            })}
          </Named>
        </Alert>
      )}
    </Stack>
  );
}

const placed = ({ line, ...row }: Omit<RejectedRow, 'others'>) => ({ place: line, ...row });

function Errors({ outcome }: { outcome: ImportReport }) {
  const translate = useTranslate();
  const { errors, errors_truncated, import_id: id, rejected_kept: kept, invalid } = outcome;
  if (errors.length === 0) return null;
  return (
    <Section title={translate('office.import.errors')}>
      {id !== undefined && (
        <>
          <RejectedFile id={id} />
          <p>
            {translate('office.import.kept', { count: kept ?? 0, all: invalid })}{' '}
            <Link to={`/sync-log/${id}/show`}>{translate('office.log.call', { id })}</Link>
          </p>
        </>
      )}
      {errors_truncated && <p>{translate('office.import.errors_cut')}</p>}
      <Faults
        label={translate('office.import.errors')}
        place={translate('office.import.line')}
        words="reasons"
        faults={errors.flatMap(faultsOf).map(placed)}
      />
    </Section>
  );
}

/** Rows of each kind of warning that are shown. */
const SHOWN = 10;

/** Warnings by kind, with how many there are of each and the first of them. */
function Warnings({ outcome, isPreview }: { outcome: ImportReport; isPreview: boolean }) {
  const translate = useTranslate();
  const kinds = Object.entries(outcome.warning_counts).sort(([, a], [, b]) => b - a);
  if (kinds.length === 0) return null;
  return (
    <Section title={translate(`office.import.${isPreview ? 'warnings_would' : 'warnings'}`)}>
      {kinds.map(([reason, count]) => {
        const what = translate(`office.warnings.${reason}`, { _: reason });
        const first = outcome.warnings.filter((row) => row.reason === reason).slice(0, SHOWN);
        return (
          <Box key={reason} component="section" sx={{ mb: 2 }}>
            <Box component="h3" sx={{ fontSize: 15, fontWeight: 600, my: 1 }}>
              <Named name={what}>{count}</Named>
            </Box>
            {count > first.length && <p>{translate('office.import.first_shown', { count: first.length })}</p>}
            {first.length > 0 && (
              <Faults label={what} place={translate('office.import.line')} faults={first.map(placed)} />
            )}
          </Box>
        );
      })}
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
  if (items.length === 0) return null;
  const meaning = (name: string): string => {
    const column = columnMeaning(name);
    if (!column || column.isComputed) return translate('office.import.unread');
    return translate(`resources.products.fields.${column.field}`, { _: column.field });
  };
  const columns = [...new Set(items.flatMap(({ item }) => Object.keys(item)))].slice(0, 30);
  return (
    <Section title={translate('office.import.first_rows')}>
      <Rows
        label={translate('office.import.first_rows')}
        heads={
          <>
            <TableCell>{translate('office.import.line')}</TableCell>
            {columns.map((name) => (
              <TableCell key={name}>
                {name}
                <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
                  {meaning(name)}
                </Box>
              </TableCell>
            ))}
          </>
        }
      >
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
      </Rows>
    </Section>
  );
}
