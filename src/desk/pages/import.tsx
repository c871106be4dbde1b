import { useRef, useState } from 'react';
import { Alert, Button, Stack } from '@mui/material';
import { useSearchParams } from 'react-router-dom';
import { ENCODINGS } from '../../platform/values/files/encodings.js';
import type { SeenFile } from '../../exchange/import/outcome.js';
import { address, failureOf } from './call.js';
import { Corrections } from './corrections.js';
import type { ImportReport, ImportProgress } from './data.js';
import { DropZone } from './drop-zone.js';
import { Columns, mappingOf, proposedOf, useRemembering } from './import-columns.js';
import type { Chosen } from './import-columns.js';
import { Errors, Outcome, Warnings } from './import-report.js';
import { OfficePage } from './layout.js';
import { Choose, Named, Progress, useDesk, useWork } from './pieces.js';
import { mayDrop, useUnsaved } from './unsaved.js';

/** A file, and how it is to be read. */
interface ChosenFile {
  file: File;
  encoding?: string | undefined;
  seen?: SeenFile | null;
  columns?: Chosen | undefined;
}

type ImportState =
  | { at: 'start' }
  | { at: 'work'; isPreview: boolean; progress: ImportProgress; stop: AbortController }
  | { at: 'preview' | 'done'; outcome: ImportReport }
  | { at: 'failed'; isPreview: boolean; message: string; progress: ImportProgress };

/** What is done with a file, and how far it is. */
function useImport() {
  const { office } = useDesk();
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
        const seen = await office.columnsOf(given.file, given.encoding, stop.signal);
        reading = { ...given, seen, columns: seen ? proposedOf(seen) : undefined };
        if (!stop.signal.aborted) setChosen(reading);
      }
      const { file, encoding, columns } = reading;
      const mapping = columns && mappingOf(columns);
      const outcome = await office.importFile(
        file,
        { isPreview, encoding, mapping },
        onProgress,
        stop.signal,
      );
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
      {chosen?.seen && (state.at === 'preview' || (state.at === 'work' && state.isPreview)) && (
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
          <Button variant="outlined" onClick={() => mayDrop() && restart()} sx={{ justifySelf: 'start' }}>
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

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How the file is read: its encoding and its columns; what differs from their names is remembered when it is imported. */
function Reading({
  chosen: { file, seen, columns = [], encoding },
  state,
  onChange,
  onStart,
}: {
  chosen: ChosenFile;
  state: ImportState;
  onChange: (to: Partial<ChosenFile>) => void;
  onStart: () => void;
}) {
  const { office, t } = useDesk();
  const mapping = mappingOf(columns);
  const isKnown = seen!.mapping !== undefined && isSame(mapping, mappingOf(proposedOf(seen!)));
  const remembering = useRemembering(seen!.mapping ?? file.name.replace(/\.[^.]*$/, ''));
  const { outcome } = state.at === 'preview' ? state : {};
  const at = (name: string): string => address`/import-mappings/${name}`;
  const [begin, isBusy] = useWork(async () => {
    const { source } = remembering;
    const name = remembering.name.trim();
    const given = { header: seen!.header, source, columns: mapping };
    if (mapping.length > 0 && !isKnown && name !== '') await office.call('PUT', at(name), given);
    onStart();
  });
  const [forget] = useWork(async () => {
    await office.call('DELETE', at(seen!.mapping!));
    onChange({ seen: undefined });
  });
  return (
    <>
      {(seen!.encoding ?? encoding) !== undefined && (
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <span>{t('import.encoding_label')}</span>
          <Choose
            label={t('import.encoding_label')}
            value={encoding ?? ''}
            choices={[
              ['', t('import.encoding_found', { encoding: seen!.encoding ?? '' })],
              ...ENCODINGS.map((each) => [each, each] as const),
            ]}
            onChange={(to) => onChange({ encoding: to || undefined, seen: undefined })}
          />
        </Stack>
      )}
      <Columns seen={seen!} chosen={columns} onChange={(to) => onChange({ columns: to })} onForget={forget} />
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
