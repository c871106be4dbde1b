import { useEffect, useState } from 'react';
import { Alert, Box, Button } from '@mui/material';
import type { BulkChange, BulkCount, BulkEdit, Rename, What } from '../../catalogue/bulk/bulk.js';
import type { Status as StockStatus } from '../../catalogue/products/fields.js';
import { call, dataOf } from './call.js';
import { Icon, Progress, useDesk, useOnce, useWork } from './pieces.js';
import { useAnswer, usePolling } from './reading.js';

/** A bulk edit that is asked for. */
type BulkRequest = { change: BulkChange; filter?: object; codes?: string[] } | { rename: Rename };

const POLL_MS = 700;
/** So often it is seen how long the undo is possible. */
const UNDO_POLL_MS = 10_000;

/** What a change says, a sentence for each field. */
export function useChangeWords(): (change: BulkChange) => string[] {
  const { t } = useDesk();
  return (change) =>
    Object.entries(change).map(([name, value]: [string, string | string[] | null]) => {
      if (value === null) return t('bulk.changes.no_series');
      const shown = name === 'status' ? t(`status.${value as StockStatus}`) : [value].flat().join('; ');
      return t(`bulk.changes.${name as keyof BulkChange}`, { value: shown });
    });
}

function useWhat(): (what: What) => string {
  const { t } = useDesk();
  const words = useChangeWords();
  return (what) => {
    if ('rename' in what) return t('bulk.renaming', what.rename);
    return 'undo' in what ? t('bulk.undoing') : words(what.change).join(' · ');
  };
}

/**
 * A bulk edit that is counted first, and begun when it is confirmed.
 * @param onBegun then {@link BulkStatus} shows how far it is
 */
export function useBulkEdit(onBegun: () => void) {
  const { fail, refresh } = useDesk();
  const [asked, setAsked] = useState<{ request: BulkRequest; count: BulkCount }>();
  const ask = (request: BulkRequest): Promise<void> =>
    dataOf<BulkCount>('POST', '/bulk-edits/count', request).then(
      (count) => setAsked({ request, count }),
      fail,
    );
  const begin = useOnce(async (): Promise<void> => {
    const { request, count } = asked!;
    const merge = count.merges !== undefined;
    try {
      await call('POST', '/bulk-edits', { ...request, confirm: count.total, merge });
      onBegun();
      refresh();
    } catch (error) {
      fail(error);
      await ask(request); // it may have become more
    }
  });
  return { count: asked?.count, ask, begin, back: () => setAsked(undefined) };
}

/** How many products will change. */
export function Will({ total }: { total: number }) {
  const { t } = useDesk();
  return (
    <Alert severity="info">
      <div>{t('bulk.will', { count: total, smart_count: total })}</div>
      <div>{t('bulk.undo_hint')}</div>
    </Alert>
  );
}

/**
 * How far the last bulk edit is, with the ways to stop and to undo it; and those before it that can still be undone. One that
 * was begun, or ran, while the page is open is shown to its end, and then the list is read again.
 */
export function BulkStatus() {
  const { refresh } = useDesk();
  const { answer: edits, again } = useAnswer<BulkEdit[]>('/bulk-edits');
  const [before, setBefore] = useState<number>();
  if (edits && before === undefined) setBefore(edits.find(({ state }) => state !== 'running')?.id ?? 0);
  const { id = 0, state } = edits?.[0] ?? {};
  const isOver = before !== undefined && id > before && state !== 'running';
  const canUndo = edits?.some(({ undo_seconds: left }) => left > 0);
  usePolling(state === 'running' ? POLL_MS : canUndo ? UNDO_POLL_MS : undefined, again);
  useEffect(() => {
    if (isOver) refresh();
  }, [isOver, id, refresh]);
  return edits?.map((edit, at) => (
    <Status key={edit.id} edit={edit} watched={at === 0 && edit.id > before!} />
  ));
}

function Status({ edit, watched }: { edit: BulkEdit; watched: boolean }) {
  const { t, refresh } = useDesk();
  const what = useWhat();
  const left = Math.ceil(edit.undo_seconds);
  const [hidden, setHidden] = useState(false);
  const isRunning = edit.state === 'running';
  const [ask] = useWork((what: 'stop' | 'undo') =>
    call('POST', `/bulk-edits/${edit.id}/${what}`).then(refresh),
  );
  if (hidden || (!isRunning && left === 0 && !watched)) return null;
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <Alert
      severity={isRunning ? 'info' : edit.state === 'done' ? 'success' : 'warning'}
      role="region"
      aria-label={t('bulk.edit')}
      sx={{ my: 1, overflowWrap: 'anywhere', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <b>{what(edit.what)}</b> {t('bulk.by', { name: edit.by })}
      {isRunning ? (
        <>
          <Progress label={t('bulk.edit')} share={edit.done / Math.max(1, edit.total)}>
            <Outcome edit={edit} />
          </Progress>
          <Button size="small" onClick={() => ask('stop')}>
            {t('bulk.stop')}
          </Button>
        </>
      ) : (
        <Box role="status">
          <Outcome edit={edit} />
        </Box>
      )}
      {left > 0 && (
        <Button size="small" startIcon={<Icon name="Undo" />} onClick={() => ask('undo')}>
          {t('bulk.undo', { time })}
        </Button>
      )}
      {!isRunning && (
        <Button size="small" onClick={() => setHidden(true)}>
          {t('bulk.hide')}
        </Button>
      )}
    </Alert>
  );
}

function Outcome({ edit }: { edit: BulkEdit }) {
  const { t } = useDesk();
  const { state, failure, changed, left_out: leftOut, what } = edit;
  const place = { done: edit.done, total: edit.total };
  if (state === 'running') return <>{t('bulk.progress', place)}</>;
  const isUndo = 'undo' in what;
  const done = { changed, smart_count: changed };
  const did = t(isUndo ? 'bulk.did_undo' : 'bulk.did', done);
  const left = t(isUndo ? 'bulk.left_undo' : 'bulk.left_out', { count: leftOut });
  return (
    <>
      {state === 'stopped' && <Box>{t('bulk.stopped', place)}</Box>}
      {state === 'failed' && <Box>{t(`bulk.failed.${failure ?? 'unavailable'}`, place)}</Box>}
      {did}
      {leftOut > 0 && ` · ${left}`}
    </>
  );
}
