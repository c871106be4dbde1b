import { useEffect, useState } from 'react';
import { Alert, Box, Button } from '@mui/material';
import type { BulkCount, BulkEdit, BulkChange, What } from '../../catalogue/bulk/bulk.js';
import type { Status as StockStatus } from '../../catalogue/products/fields.js';
import type { BulkRequest } from './data.js';
import { grouped, Icon, Progress, useDesk, useOnce, useWork } from './pieces.js';
import { usePolling, useReading } from './reading.js';

const POLL_MS = 700;

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
 * @param onBegun is given the number of the bulk edit
 */
export function useBulkEdit(onBegun: (id: number) => void) {
  const { office, fail } = useDesk();
  const [asked, setAsked] = useState<{ request: BulkRequest; count: BulkCount }>();
  const ask = (request: BulkRequest): Promise<void> =>
    office
      .dataOf<BulkCount>('POST', '/bulk-edits/count', request)
      .then((count) => setAsked({ request, count }), fail);
  const begin = useOnce(async (): Promise<void> => {
    const { request, count } = asked!;
    try {
      const merge = count.merges !== undefined;
      const given = { ...request, confirm: count.total, merge };
      onBegun((await office.dataOf<{ id: number }>('POST', '/bulk-edits', given)).id);
      setAsked(undefined);
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
      <div>{t('bulk.will', { count: grouped(total), smart_count: total })}</div>
      <div>{t('bulk.undo_hint')}</div>
    </Alert>
  );
}

type Seen = BulkEdit & { read: number };

/** The last bulk edits, and how far they are: looked at while one runs, and when one is begun here. */
function useLastEdits(began: number | undefined): Seen[] {
  const { office, refresh } = useDesk();
  const ask = async (): Promise<Seen[]> => {
    const all = await office.dataOf<BulkEdit[]>('GET', '/bulk-edits');
    return all.map((each) => ({ ...each, read: performance.now() }));
  };
  const { answer: edits = [], again } = useReading('bulk-edits', ask, began ?? 0);
  const { id, state } = edits[0] ?? {};
  usePolling(state === 'running' ? POLL_MS : undefined, again);
  useEffect(() => {
    if (began !== undefined && state !== undefined && state !== 'running') refresh();
  }, [began, id, state, refresh]);
  return edits;
}

/** Seconds that are left of so many from an instant on, counted down. */
function useSecondsLeft(seconds: number, from: number): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((times) => times + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil(seconds - (performance.now() - from) / 1000));
}

/**
 * How far the last bulk edit is, with the ways to stop and to undo it; and those before it that can still be undone.
 * @param began the number of one that was begun on this page
 */
export function BulkStatus({ began }: { began: number | undefined }) {
  const [undone, setUndone] = useState<number>();
  const latest = Math.max(began ?? 0, undone ?? 0) || undefined;
  return useLastEdits(latest).map((edit, at) => (
    <Status key={edit.id} edit={edit} watched={latest !== undefined && at === 0} onUndo={setUndone} />
  ));
}

type StatusProps = { edit: Seen; watched: boolean; onUndo: (begun: number) => void };

function Status({ edit, watched, onUndo }: StatusProps) {
  const { office, t } = useDesk();
  const what = useWhat();
  const left = useSecondsLeft(edit.undo_seconds, edit.read);
  const [hidden, setHidden] = useState(false);
  const isRunning = edit.state === 'running';
  const [stop] = useWork(() => office.call('POST', `/bulk-edits/${edit.id}/stop`));
  const [undo] = useWork(async () =>
    onUndo((await office.dataOf<{ id: number }>('POST', `/bulk-edits/${edit.id}/undo`)).id),
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
      {!isRunning && (
        <Box role="status">
          <Outcome edit={edit} />
        </Box>
      )}
      {isRunning && (
        <>
          <Progress label={t('bulk.edit')} share={edit.done / Math.max(1, edit.total)}>
            <Outcome edit={edit} />
          </Progress>
          <Button size="small" onClick={stop}>
            {t('bulk.stop')}
          </Button>
        </>
      )}
      {left > 0 && (
        <Button size="small" startIcon={<Icon name="Undo" />} onClick={undo}>
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
  const place = { done: grouped(edit.done), total: grouped(edit.total) };
  if (state === 'running') return <>{t('bulk.progress', place)}</>;
  const isUndo = 'undo' in what;
  const done = { changed: grouped(changed), smart_count: changed };
  const did = t(isUndo ? 'bulk.did_undo' : 'bulk.did', done);
  const left = t(isUndo ? 'bulk.left_undo' : 'bulk.left_out', { count: grouped(leftOut) });
  return (
    <>
      {state === 'stopped' && <Box>{t('bulk.stopped', place)}</Box>}
      {state === 'failed' && <Box>{t(`bulk.failed.${failure ?? 'unavailable'}`, place)}</Box>}
      {did}
      {leftOut > 0 && ` · ${left}`}
    </>
  );
}
