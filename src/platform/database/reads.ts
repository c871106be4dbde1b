import type { Logger } from 'pino';
import { openAsOf } from './as-of.js';
import type { AsOf, Mark } from './as-of.js';
import { isUnavailable } from './connect.js';
import type { Database } from './connect.js';
import { codeOf } from '../process/errors.js';
import { TimedOut, within } from '../process/time-out.js';

/**
 * Reads rows with the instant up to which they hold everything.
 * @param since they must be complete up to it: a poller never goes back behind its own position
 */
type ReadPage = <T extends { clock: number }>(
  read: (asOf: string) => Promise<T>,
  since?: string,
) => Promise<T & { asOf: string }>;

/**
 * Where reads go: to the primary or, where there is one, to its replica. What the replica cannot answer (it is down,
 * frozen, behind, or cancels a statement in favour of replay) the primary does.
 */
export interface Reads {
  /**
   * A page of products, or one. The replica may be some seconds behind. A caller with a key reads from the primary, so
   * that writers read their own writes through any gateway.
   */
  page<T>(caller: object | null, work: (db: Database, readPage: ReadPage) => Promise<T>): Promise<T>;
  /** A long read, with an instant up to which it holds everything; on the replica once that has replayed what is committed now. */
  whole<T>(work: (db: Database, asOf: string) => Promise<T>): Promise<T>;
}

/** Reads that go to a replica where it can answer. */
export interface ReplicaReads extends Reads {
  /** how far the replica is behind the primary, s; infinite while it is down */
  lag: () => number;
  /** throws where the replica is down or behind */
  check: () => Promise<void>;
  close(): void;
}

/** Reads of the primary alone. */
export function readPrimary(db: Database, asOf: AsOf): Reads {
  return {
    page: (_caller, work) => work(db, asOf.with),
    whole: async (work) => work(db, (await asOf.read()).asOf),
  };
}

const PROBE_MS = 1_000;
/** A replica that is further behind is not read until it has caught up, s. */
const MOST_BEHIND = 10;
/** The longest that a page waits for the replica, and a long read for it to catch up, ms. */
const WAIT_MS = { page: 5_000, whole: 2_000 };
/** A mark every 100 ms, the last 100 of them: 10 s of history. */
const MARKS = { every: 100, kept: 100 };

/** The replica is too far behind for a request. */
class Behind extends Error {}
/** Whether it is late: behind, or does not answer. */
const isLate = (error: unknown): boolean => error instanceof Behind || error instanceof TimedOut;

const POSITION = 'SELECT pg_current_wal_insert_lsn()::text AS lsn';
// A server that is no standby (the primary under another address, or one that was promoted) has everything.
const REPLAYED = `SELECT CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn()::text, '0/0') END AS lsn`;

/**
 * Reads of one streaming replica. An `as_of` is true of its rows once it has replayed what the primary had written when
 * that `as_of` was taken, so each is kept with its position in the write-ahead log.
 */
export function readReplica(primary: Database, replica: Database, log: Logger): ReplicaReads {
  const marks = openAsOf(primary, log);
  const primaryReads = readPrimary(primary, marks);
  const replayed = async (): Promise<bigint | null> => {
    const { lsn } = await replica.one<{ lsn: string | null }>(REPLAYED);
    return lsn === null ? null : positionOf(lsn);
  };
  const watched = watchReplica(primary, replayed, log);
  const asOfReplica = openReplicaAsOf(marks.read, replayed);
  const readPage: ReadPage = async (read, since) => {
    const asOf = await asOfReplica(since);
    return { ...(await read(asOf)), asOf };
  };

  const orPrimary = async <T>(onReplica: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> => {
    if (!watched.isUsable()) return onPrimary();
    try {
      return await onReplica();
    } catch (error) {
      const isConflict = codeOf(error) === '40001'; // with what is being replayed
      if (!isLate(error) && !isUnavailable(error) && !isConflict) throw error;
      if (!isLate(error) && !isConflict) watched.setUsable(false, error);
      return onPrimary();
    }
  };
  const caughtUp = async (): Promise<void> => {
    const written = await positionIn(primary);
    const end = performance.now() + WAIT_MS.whole;
    while (!reaches(await within(WAIT_MS.whole, replayed()), written)) {
      if (performance.now() > end) throw new Behind('the replica is behind');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  return {
    page: (caller, work) =>
      caller
        ? primaryReads.page(caller, work)
        : orPrimary(
            () => within(WAIT_MS.page, work(replica, readPage)),
            () => primaryReads.page(caller, work),
          ),
    whole: (work) =>
      orPrimary(
        async () => {
          const { asOf } = await marks.read();
          await caughtUp();
          return work(replica, asOf);
        },
        () => primaryReads.whole(work),
      ),
    lag: watched.lag,
    async check() {
      if (!watched.isUsable()) throw new Behind('the replica is away or behind');
    },
    close: watched.stop,
  };
}

/** Probes the replica every second: how far it is behind, and whether it can be read. @param replayed how far it is */
function watchReplica(primary: Database, replayed: () => Promise<bigint | null>, log: Logger) {
  let isUsable = false;
  /** where the primary was at a probe, until the replica is there too */
  let unreached: { position: bigint; at: number } | undefined;
  let answered = -Infinity;

  const setUsable = (usable: boolean, reason: unknown): void => {
    if (isUsable !== usable)
      log[usable ? 'info' : 'warn'](
        { reason: String(reason) },
        usable ? 'reads go to the replica' : 'reads go to the primary',
      );
    isUsable = usable;
  };
  const lag = (): number => {
    if (performance.now() - answered > 3 * PROBE_MS) return Infinity;
    return unreached ? (performance.now() - unreached.at) / 1_000 : 0;
  };
  const probe = async (): Promise<void> => {
    try {
      const replayedTo = await within(WAIT_MS.whole, replayed());
      answered = performance.now();
      if (unreached && reaches(replayedTo, unreached.position)) unreached = undefined;
      setUsable(lag() <= MOST_BEHIND, `${lag().toFixed(1)} s behind`);
      const position = await positionIn(primary);
      if (replayedTo !== null) unreached ??= { position, at: performance.now() };
    } catch (error) {
      if (!isUnavailable(error) && !isLate(error)) log.debug({ err: error }, 'probe of the replica');
      if (performance.now() - answered > 2 * PROBE_MS) setUsable(false, error);
    }
  };
  let probing: Promise<void> | undefined;
  const look = (): void => {
    probing ??= probe().finally(() => (probing = undefined));
  };
  look();
  const timer = setInterval(look, PROBE_MS).unref();
  return { isUsable: () => isUsable, setUsable, lag, stop: () => clearInterval(timer) };
}

/**
 * Gives the latest instant that is true of the rows of the replica.
 * @throws Behind where none reaches `since`
 */
function openReplicaAsOf(mark: () => Promise<Mark>, replayed: () => Promise<bigint | null>) {
  const marks: (Mark & { at: number })[] = [];
  return async (since = ''): Promise<string> => {
    const now = await mark();
    const last = marks.at(-1);
    if (last?.asOf !== now.asOf && performance.now() - (last?.at ?? -Infinity) > MARKS.every)
      marks.push({ ...now, at: performance.now() });
    if (marks.length > MARKS.kept) marks.shift();
    const replayedTo = await replayed();
    const valid = [...marks, now].findLast(({ lsn }) => reaches(replayedTo, positionOf(lsn)));
    if (!valid || valid.asOf < since) throw new Behind('the replica is behind');
    return valid.asOf;
  };
}

/** Whether a server that has replayed so far (null: it is no standby) has what is before a position. */
const reaches = (replayedTo: bigint | null, position: bigint): boolean =>
  replayedTo === null || replayedTo >= position;

/** How far a server has written. */
async function positionIn(db: Database): Promise<bigint> {
  return positionOf((await db.one<{ lsn: string }>(POSITION)).lsn);
}

/** A position in the write-ahead log as a number. */
function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
