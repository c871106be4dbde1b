import type { Command } from 'commander';
import pino from 'pino';
import { action, addCommand, table } from '../src/command.js';
import type { Result, Session } from '../src/command.js';
import { enginesOf } from '../src/engines/addresses.js';
import { engineVersion } from '../src/engines/version.js';
import { closeEngines, openEngines } from './context.js';
import type { Engines } from './context.js';
import { stateOfEngines, status } from './engines.js';
import type { IndexStatus } from './engines.js';
import { forgetReader, readersOfOthers } from './readers.js';
import { reindex, repair } from './reindex.js';
import type { Reindexed, ReindexProgress } from './reindex.js';
import { verify } from './verify.js';
import type { Verified } from './verify.js';

const SEARCH = { search: true };
const FIELDS = [
  'engine', 'ok', 'version', 'generation', 'lag_changes', 'lag_seconds', 'documents', 'bytes', 'rebuild', 'trouble',
]; // prettier-ignore

/** `catalogue reindex` and `catalogue index`. */
export function registerIndex(program: Command): void {
  addCommand(
    program,
    'reindex',
    'build the search index anew, without a gap; goes on where it was broken off',
  ).action(
    action(SEARCH, async (session) => {
      const built = await rebuildIndex(session);
      return { json: built, text: `${built.documents} products indexed in ${built.seconds.toFixed(1)} s.` };
    }),
  );

  const index = program.command('index').description('the search index');
  addCommand(index, 'status', 'how the index stands').action(
    action(SEARCH, (session) =>
      withEngines(session, async (engines) =>
        report(session, await Promise.all(engines.map(status)), describeStatus),
      ),
    ),
  );
  addCommand(index, 'engines', 'each search engine: version, position, lag, size')
    .option('--forget <reader>', 'forget an engine that is no longer configured')
    .action(
      action(SEARCH, (session, options: { forget?: string }) =>
        withEngines(session, (engines) => showEngines(session, engines, options.forget)),
      ),
    );
  addCommand(index, 'verify', 'compare every document with its product').action(
    action(SEARCH, (session) =>
      withEngines(session, async (engines) =>
        report(session, await Promise.all(engines.map((engine) => verify(engine))), describeDifferences),
      ),
    ),
  );
  addCommand(index, 'repair', 'mend every difference, and touch nothing else').action(
    action(SEARCH, (session) =>
      withEngines(session, async (engines) =>
        report(
          session,
          await repair(engines, { signal: session.signal }),
          ({ found, left }) => `Before: ${describeDifferences(found)}\nAfter: ${describeDifferences(left)}`,
        ),
      ),
    ),
  );
}

/** Rebuilds the index of every engine, and shows how far it is. */
export async function rebuildIndex(session: Session): Promise<Reindexed> {
  return withEngines(session, async (engines) => {
    const bar = session.progress('Reindexing');
    const onProgress = ({ done, total }: ReindexProgress): void => bar.update(done, total);
    return reindex(engines, { onProgress, signal: session.signal }).finally(() => bar.end());
  });
}

async function showEngines(session: Session, engines: Engines, forget?: string): Promise<Result> {
  const own = engines.map(({ reader }) => reader);
  if (forget !== undefined) {
    if (own.includes(forget)) throw new Error(`${forget} is configured: take it out of MEILI_URL first.`);
    const known = (await readersOfOthers(session.db, own)).includes(forget);
    if (known) await session.db.tx((tx) => forgetReader(tx, forget));
    return {
      json: { ok: known },
      text: known ? `${forget} is forgotten.` : `There is no engine ${forget} to forget.`,
      failed: !known,
    };
  }
  const states = await stateOfEngines(engines);
  const others = await readersOfOthers(session.db, own);
  const ok = states.every((state) => state.ok);
  const removed = others.map((reader) => `no longer configured: ${reader}`);
  return {
    json: { ok, engines: states, others },
    text: [table(FIELDS, states), ...removed].join('\n'),
    failed: !ok,
  };
}

/** The outcome of a command that looked at every engine, each with its name where there are several. */
function report<T extends { ok: boolean }>(session: Session, found: T[], tell: (each: T) => string): Result {
  const places = enginesOf(session.config).map(({ place }) => place);
  const ok = found.every((each) => each.ok);
  const isOne = found.length === 1;
  return {
    json: isOne ? found[0] : { ok, engines: found.map((each, i) => ({ engine: places[i], ...each })) },
    text: found.map((each, i) => (isOne ? tell(each) : `${places[i]}\n${tell(each)}`)).join('\n'),
    failed: !ok,
  };
}

async function withEngines<T>(session: Session, work: (engines: Engines) => Promise<T>): Promise<T> {
  const engines = openEngines(session.config, pino({ level: 'silent' }));
  try {
    return await work(engines);
  } catch (error) {
    // An engine that is away, or refuses the key, says so more plainly than the request that failed.
    if (!session.signal.aborted)
      for (const { address } of engines) await engineVersion(address.url, address.key);
    throw error;
  } finally {
    await closeEngines(engines);
  }
}

function describeStatus(state: IndexStatus): string {
  return [
    `${state.documents} documents for ${state.products} products, generation ${state.generation}`,
    `${state.lag_changes} changes behind, ${state.lag_seconds} s`,
    `${state.set_aside} dead letters`,
    ...state.set_aside_products.map(({ code, reason }) => `  ${code}: ${reason}`),
  ].join('\n');
}

function describeDifferences({ ok, missing, stale, extra }: Verified): string {
  if (ok) return 'The index is equal to the catalogue.';
  return `${missing.length} missing, ${stale.length} out of date, ${extra.length} too many.`;
}
