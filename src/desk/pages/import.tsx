import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Alert, Box, Button, LinearProgress, Stack, TableCell, TableRow } from '@mui/material';
import { Link } from 'react-router-dom';
import { faultsOf } from '../../platform/access/fault.js';
import type { RejectedRow } from '../../exchange/import/outcome.js';
import { columnMeaning, isUnknown } from '../../catalogue/products/columns.js';
import { failureOf } from './call.js';
import type { ImportReport, ImportProgress } from './data.js';
import { Faults, RejectedFile } from './faults.js';
import { DropZone } from './drop-zone.js';
import { OfficePage } from './layout.js';
import { Named, Section, useOffice } from './pieces.js';
import { Rows } from './records.js';
import { mayDrop, useUnsaved } from './unsaved.js';

type ImportState =
  | { at: 'start' }
  | { at: 'work'; file: File; isPreview: boolean; progress: ImportProgress; stop: AbortController }
  | { at: 'preview' | 'done'; file: File; outcome: ImportReport }
  | { at: 'failed'; isPreview: boolean; message: string; progress: ImportProgress };

const useTexts = () => {
  const translate = useTranslate();
  return (name: string, values = {}): string => translate(`office.import.${name}`, values);
};

/** Import of a file: choose, preview, import. */
export function Import() {
  const office = useOffice();
  const t = useTexts();
  const [state, setState] = useState<ImportState>({ at: 'start' });

  const run = async (file: File, isPreview: boolean): Promise<void> => {
    const stop = new AbortController();
    let progress: ImportProgress = { done: 0, all: 1 };
    const onProgress = (now: ImportProgress): void => {
      progress = now;
      setState({ at: 'work', file, isPreview, progress, stop });
    };
    onProgress(progress);
    try {
      const outcome = await office.importFile(file, isPreview, onProgress, stop.signal);
      setState({ at: isPreview ? 'preview' : 'done', file, outcome });
    } catch (error) {
      if (stop.signal.aborted) return setState({ at: 'start' });
      setState({ at: 'failed', isPreview, message: failureOf(error).message, progress });
    }
  };
  useUnsaved(state.at === 'work' && !state.isPreview, 'office.import.leave_running');
  return (
    <OfficePage title="office.menu.import">
      {(state.at === 'start' || state.at === 'failed') && (
        <DropZone
          accept=".csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,.gz"
          onFiles={([file]) => void run(file!, true)}
          title={t('choose')}
          hint={t('formats')}
        />
      )}
      {state.at === 'failed' && (
        <Alert severity="error">
          {state.isPreview
            ? state.message
            : t('broken_off', { reason: state.message }) +
              t('begun', { created: 0, updated: 0, ...state.progress })}
        </Alert>
      )}
      {state.at === 'work' && <Progress {...state} />}
      {(state.at === 'preview' || state.at === 'done') && (
        <Report
          {...state}
          isPreview={state.at === 'preview'}
          onStart={() => void run(state.file, false)}
          onAnother={() => mayDrop() && setState({ at: 'start' })}
        />
      )}
    </OfficePage>
  );
}

/** A preview, which stores nothing, may be broken off. */
function Progress({ file, isPreview, progress, stop }: Extract<ImportState, { at: 'work' }>) {
  const t = useTexts();
  const cancel = useTranslate()('ra.action.cancel');
  const what = t(isPreview ? 'previewing' : 'importing');
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
          {cancel}
        </Button>
      )}
    </Box>
  );
}

interface Reported {
  file: File;
  outcome: ImportReport;
  isPreview: boolean;
}

function Report({
  onStart,
  onAnother,
  ...reported
}: Reported & { onStart: () => void; onAnother: () => void }) {
  const t = useTexts();
  const { outcome, isPreview } = reported;
  return (
    <>
      <Outcome {...reported} />
      <Stack direction="row" spacing={1}>
        {isPreview && (
          <Button variant="contained" disabled={outcome.created + outcome.updated === 0} onClick={onStart}>
            {t('start')}
          </Button>
        )}
        <Button variant="outlined" onClick={onAnother}>
          {t('another')}
        </Button>
      </Stack>
      <Errors outcome={outcome} />
      <Warnings outcome={outcome} isPreview={isPreview} />
      {outcome.rows && <FirstRows rows={outcome.rows} />}
    </>
  );
}

/** What is ignored comes first: it is why a file may do less than its owner thinks. */
function Outcome({ file, outcome, isPreview }: Reported) {
  const t = useTexts();
  const { created, updated, unchanged, invalid, failure } = outcome;
  const { ignored_fields: names, ignored_sheets: sheets = [], encoding, encoding_unsure: isUnsure } = outcome;
  const isUnread = isPreview && failure !== undefined && created + updated + unchanged + invalid === 0;
  const ignored = {
    ignored: names.filter(isUnknown),
    computed: names.filter((name) => !isUnknown(name)),
    sheets,
  };
  const why =
    failure !== undefined &&
    t(`failures.${outcome.failure_code}`, { _: failure, line: outcome.failure_line });
  return (
    <Stack spacing={1}>
      {Object.entries(ignored).map(
        ([what, all]) =>
          all.length > 0 && (
            <Alert key={what} severity={what === 'computed' ? 'info' : 'warning'}>
              {t(what, { names: all.join(', ') })}
            </Alert>
          ),
      )}
      {encoding !== undefined && encoding !== 'utf-8' && (
        <Alert severity={isUnsure ? 'warning' : 'info'}>
          {t(isUnsure ? 'encoding_unsure' : 'encoding', { encoding })}
        </Alert>
      )}
      {!isUnread && (
        <Alert severity={invalid > 0 ? 'warning' : isPreview ? 'info' : 'success'}>
          <Named name={file.name}>
            {t(isPreview ? 'would' : 'did', { created, updated, unchanged, invalid })}
          </Named>
        </Alert>
      )}
      {why && (
        <Alert severity="error">
          <Named name={file.name}>
            {t(isUnread ? 'unreadable' : isPreview ? 'not_to_end' : 'broken_off', { reason: why })}
          </Named>
        </Alert>
      )}
    </Stack>
  );
}

const placed = ({ line, ...row }: Omit<RejectedRow, 'others'>) => ({ place: line, ...row });

function Errors({ outcome }: { outcome: ImportReport }) {
  const t = useTexts();
  const translate = useTranslate();
  const { errors, errors_truncated: isCut, import_id: id, rejected_kept: kept, invalid } = outcome;
  if (errors.length === 0) return null;
  return (
    <Section title={t('errors')}>
      {id !== undefined && (
        <>
          <RejectedFile id={id} />
          <p>
            {t('kept', { count: kept ?? 0, all: invalid })}{' '}
            <Link to={`/sync-log/${id}/show`}>{translate('office.log.call', { id })}</Link>
          </p>
        </>
      )}
      {isCut && <p>{t('errors_cut')}</p>}
      <Faults
        label={t('errors')}
        place={t('line')}
        words="reasons"
        faults={errors.flatMap(faultsOf).map(placed)}
      />
    </Section>
  );
}

/** Rows of each kind of warning that are shown. */
const SHOWN = 10;

/** Warnings by kind, with how many there are of each and the first of them. */
function Warnings({ outcome, isPreview }: Omit<Reported, 'file'>) {
  const t = useTexts();
  const translate = useTranslate();
  const kinds = Object.entries(outcome.warning_counts).sort(([, a], [, b]) => b - a);
  if (kinds.length === 0) return null;
  return (
    <Section title={t(isPreview ? 'warnings_would' : 'warnings')}>
      {kinds.map(([reason, count]) => {
        const what = translate(`office.warnings.${reason}`, { _: reason });
        const first = outcome.warnings.filter((row) => row.reason === reason).slice(0, SHOWN);
        return (
          <Box key={reason} component="section" sx={{ mb: 2 }}>
            <Box component="h3" sx={{ fontSize: 15, fontWeight: 600, my: 1 }}>
              <Named name={what}>{count}</Named>
            </Box>
            {count > first.length && <p>{t('first_shown', { count: first.length })}</p>}
            {first.length > 0 && <Faults label={what} place={t('line')} faults={first.map(placed)} />}
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
  const t = useTexts();
  const translate = useTranslate();
  const items = rows.flatMap((row) => ('item' in row && row.item !== null ? [row] : []));
  if (items.length === 0) return null;
  const meaning = (name: string): string => {
    const column = columnMeaning(name);
    if (!column || column.isComputed) return t('unread');
    return translate(`resources.products.fields.${column.field}`, { _: column.field });
  };
  const columns = [...new Set(items.flatMap(({ item }) => Object.keys(item)))].slice(0, 30);
  const heads = columns.map((name) => (
    <TableCell key={name}>
      {name}
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{meaning(name)}</Box>
    </TableCell>
  ));
  return (
    <Section title={t('first_rows')}>
      <Rows label={t('first_rows')} heads={[<TableCell key="">{t('line')}</TableCell>, ...heads]}>
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
