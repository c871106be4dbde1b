import { useRef, useState } from 'react';
import { Alert, Box, Button, Stack, TextField } from '@mui/material';
import { useSearchParams } from 'react-router-dom';
import { columnMeaning } from '../../catalogue/products/columns.js';
import type { SeenFile } from '../../exchange/import/outcome.js';
import { faultsOf } from '../../platform/access/fault.js';
import type { ItemFault } from '../../platform/access/fault.js';
import { ENCODINGS } from '../../platform/values/files/encodings.js';
import { address, awayWords, call, dataOf, failureOf, faultWords, query, send } from './call.js';
import { DropZone } from './inputs.js';
import { asSentence } from './faults.js';
import { Columns, mappingOf, proposedOf, useRemembering } from './import-columns.js';
import type { Chosen } from './import-columns.js';
import { Errors, Outcome, Warnings } from './import-report.js';
import type { ImportReport } from './import-report.js';
import { OfficePage } from './layout.js';
import { Choose, Named, Progress, Section, useDesk, useWork } from './pieces.js';
import { useAnswer } from './reading.js';
import { Rows } from './records.js';
import { PUBLIC } from './session.js';
import { useUnsaved } from './unsaved.js';

/** A file, and how it is to be read. */
interface ChosenFile {
  file: File;
  encoding?: string | undefined;
  seen?: SeenFile | null;
  columns?: Chosen | undefined;
}

interface ImportProgress {
  done: number;
  all: number;
  created?: number;
  updated?: number;
}

type ImportState =
  | { at: 'start' }
  | { at: 'work'; isPreview: boolean; progress: ImportProgress; stop: AbortController }
  | { at: 'preview' | 'done'; outcome: ImportReport }
  | { at: 'failed'; isPreview: boolean; message: string; progress: ImportProgress };

/** @returns null where the file cannot be read: its preview says why */
const columnsOf = ({ file, encoding }: ChosenFile, signal: AbortSignal) =>
  dataOf<SeenFile | null>('POST', `/import/columns${query({ encoding })}`, file, { signal });

/** A line of the answer to an import. */
interface ImportLine {
  progress?: ImportProgress;
  outcome?: ImportReport;
  error?: { code: string; message: string };
}

async function importFile(
  { file, encoding, columns }: ChosenFile,
  isPreview: boolean,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportReport> {
  const given = { name: file.name, encoding, columns: columns && JSON.stringify(mappingOf(columns)) };
  const path = `${isPreview ? '/import/preview' : '/import'}${query(given)}`;
  const answer = await send('POST', path, file, { signal });
  for await (const line of linesOf(answer.body!)) {
    const { progress, error, outcome } = JSON.parse(line) as ImportLine;
    if (progress) onProgress(progress);
    if (error) throw new Error(faultWords(error));
    if (outcome) return outcome;
  }
  throw new Error(awayWords());
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  const next = () =>
    reader.read().catch(() => {
      throw new Error(awayWords()); // the browser says it in its own words
    });
  let rest = '';
  for (let read = await next(); !read.done; read = await next()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) yield rest;
}

/** What is done with a file, and how far it is. */
function useImport() {
  const [state, setState] = useState<ImportState>({ at: 'start' });
  const [chosen, setChosen] = useState<ChosenFile>();
  const running = useRef<AbortController>(undefined);

  const run = async (given: ChosenFile, isPreview: boolean): Promise<void> => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    let progress: ImportProgress = { done: 0, all: 1 };
    const onProgress = (now: ImportProgress): void => {
      progress = now;
      if (!stop.signal.aborted) setState({ at: 'work', isPreview, progress, stop });
    };
    onProgress(progress);
    setChosen(given);
    try {
      let reading = given;
      if (isPreview && given.seen === undefined) {
        const seen = await columnsOf(given, stop.signal);
        reading = { ...given, seen, columns: seen ? proposedOf(seen) : undefined };
        if (!stop.signal.aborted) setChosen(reading);
      }
      const outcome = await importFile(reading, isPreview, onProgress, stop.signal);
      if (!stop.signal.aborted) setState({ at: isPreview ? 'preview' : 'done', outcome });
    } catch (error) {
      // Where another reading of the file has begun, that tells of it.
      if (!stop.signal.aborted)
        setState({ at: 'failed', isPreview, message: failureOf(error).message, progress });
      else if (running.current === stop) setState({ at: 'start' });
    }
  };
  return { state, chosen, run, restart: () => setState({ at: 'start' }) };
}

/** Import of a file: choose, say what its columns are, import, correct. */
export function Import() {
  const { t } = useDesk();
  const { state, chosen, run, restart } = useImport();
  const [params] = useSearchParams();
  const correct = Number(params.get('correct'));
  const again = (file: File): void => void run({ file }, false);
  const isPreview = state.at === 'preview' || (state.at === 'work' && state.isPreview);
  const isRefused = state.at === 'preview' && state.outcome.failure_code === 'encoding';
  useUnsaved(state.at === 'work' && !state.isPreview, 'import.leave_running');
  return (
    <OfficePage title={t('menu.import')}>
      {(state.at === 'start' || state.at === 'failed') && (
        <DropZone
          accept=".csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,.gz"
          onFiles={([file]) => void run({ file: file! }, true)}
          title={t('import.choose')}
          hint={t('import.formats')}
        />
      )}
      {state.at === 'start' && correct > 0 && <Corrections id={correct} onAgain={again} />}
      {state.at === 'failed' && (
        <Alert severity="error">
          {state.isPreview
            ? state.message
            : t('import.broken_off', { reason: state.message }) +
              t('import.begun', { created: 0, updated: 0, ...state.progress })}
        </Alert>
      )}
      {state.at === 'work' && <Working {...state} file={chosen!.file} />}
      {chosen && isPreview && (chosen.seen || isRefused) && (
        <Reading
          chosen={chosen}
          state={state}
          onChange={(to) => void run({ ...chosen, ...to }, true)}
          onStart={() => void run(chosen, false)}
        />
      )}
      {(state.at === 'preview' || state.at === 'done') && (
        <>
          <Outcome file={chosen!.file} outcome={state.outcome} isPreview={state.at === 'preview'} />
          <Button variant="outlined" onClick={restart} sx={{ justifySelf: 'start' }}>
            {t('import.another')}
          </Button>
          {state.outcome.import_id !== undefined && (
            <Corrections key={state.outcome.import_id} id={state.outcome.import_id} onAgain={again} />
          )}
          <Errors outcome={state.outcome} />
          <Warnings outcome={state.outcome} isPreview={state.at === 'preview'} />
        </>
      )}
    </OfficePage>
  );
}

/** A preview, which stores nothing, may be broken off. */
function Working({ file, isPreview, progress, stop }: Extract<ImportState, { at: 'work' }> & { file: File }) {
  const { t } = useDesk();
  const what = t(isPreview ? 'import.previewing' : 'import.importing');
  return (
    <div>
      <Progress label={what} share={progress.done / Math.max(1, progress.all)}>
        <Named name={what}>{file.name}</Named>
      </Progress>
      {isPreview && (
        <Button onClick={() => stop.abort()} sx={{ mt: 1 }}>
          {t('ra.action.cancel')}
        </Button>
      )}
    </div>
  );
}

/** How the file is read: its encoding and its columns; what differs from their names is remembered when it is imported. */
function Reading({
  chosen: { file, seen: found, columns = [], encoding },
  state,
  onChange,
  onStart,
}: {
  chosen: ChosenFile;
  state: ImportState;
  onChange: (to: Partial<ChosenFile>) => void;
  onStart: () => void;
}) {
  const { t } = useDesk();
  const seen: SeenFile = found ?? { columns: [], header: '' }; // of a file that is refused for its encoding
  const mapping = mappingOf(columns);
  const text = (columns: Chosen): string => JSON.stringify(mappingOf(columns));
  const isKnown = seen.mapping !== undefined && text(columns) === text(proposedOf(seen));
  const remembering = useRemembering(seen.mapping ?? file.name.replace(/\.[^.]*$/, ''));
  const { outcome } = state.at === 'preview' ? state : {};
  const at = (name: string): string => PUBLIC + address`/sync/mappings/${name}`;
  const [begin, isBusy] = useWork(async () => {
    const name = remembering.name.trim();
    const given = { header: seen.header, source: remembering.source, columns: mapping };
    if (mapping.length > 0 && !isKnown && name !== '') await call('PUT', at(name), given);
    onStart();
  });
  const [forget] = useWork(async () => {
    await call('DELETE', at(seen.mapping!));
    onChange({ seen: undefined });
  });
  return (
    <>
      {(!found || (seen.encoding ?? encoding) !== undefined) && (
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <span>{t('import.encoding_label')}</span>
          <Choose
            label={t('import.encoding_label')}
            value={encoding ?? ''}
            choices={[
              ['', t('import.encoding_found', { encoding: seen.encoding ?? '?' })],
              ...ENCODINGS.map((each) => [each, each] as const),
            ]}
            onChange={(to) => onChange({ encoding: to || undefined, seen: undefined })}
          />
        </Stack>
      )}
      <Columns seen={seen} chosen={columns} onChange={(to) => onChange({ columns: to })} onForget={forget} />
      {mapping.length > 0 && !isKnown && remembering.fields}
      {outcome && (
        <Button
          variant="contained"
          disabled={isBusy || outcome.created + outcome.updated === 0}
          onClick={begin}
          sx={{ justifySelf: 'start' }}
        >
          {t('import.start')}
        </Button>
      )}
    </>
  );
}

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
