import type { Command } from 'commander';
import pino from 'pino';
import { action, addCommand } from '../src/command.js';
import type { Result, Session } from '../src/command.js';
import { closeContext, openContext } from './context.js';
import type { IndexerContext } from './context.js';
import { reindex, repair } from './reindex.js';
import { status } from './status.js';
import { verify } from './verify.js';
import type { Verified } from './verify.js';

const SEARCH = { search: true };
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
    action(SEARCH, async (session) => report(await withIndex(session, status), describeStatus)),
  );
  addCommand(index, 'verify', 'compare every document and every key with its product').action(
    action(SEARCH, async (session) =>
      report(await withIndex(session, (context) => verify(context)), describeDifferences),
    ),
  );
  addCommand(index, 'repair', 'mend every difference, and touch nothing else').action(
    action(SEARCH, async (session) => {
      const { signal } = session;
      return report(
        await withIndex(session, (context) => repair(context, { signal })),
        ({ found, left }) => `Before: ${describeDifferences(found)}\nAfter: ${describeDifferences(left)}`,
      );
    }),
  );
}

/** Rebuilds the index, and shows how far it is. */
export function rebuildIndex(session: Session): ReturnType<typeof reindex> {
  return withIndex(session, async (context) => {
    const bar = session.progress('Reindexing');
    const { signal } = session;
    return reindex(context, {
      onProgress: ({ loaded, total }) => bar.update(loaded, total),
      signal,
    }).finally(() => bar.end());
  });
}

/** The outcome of a command. */
function report<T extends { ok: boolean }>(found: T, tell: (found: T) => string): Result {
  return { json: found, text: tell(found), failed: !found.ok };
}

async function withIndex<T>(session: Session, work: (context: IndexerContext) => Promise<T>): Promise<T> {
  const context = openContext(session.config, pino({ level: 'silent' }));
  try {
    return await work(context);
  } catch (error) {
    // An engine that is away, or refuses the key, says so more plainly than the request that failed.
    if (!session.signal.aborted) await context.engine.version();
    throw error;
  } finally {
    await closeContext(context);
  }
}

function describeStatus(state: Awaited<ReturnType<typeof status>>): string {
  return [
    `${state.documents} documents for ${state.products} products, generation ${state.generation}`,
    `${state.lag_changes} changes behind, ${state.lag_seconds} s`,
    `${state.set_aside} dead letters`,
    ...(state.ok ? [] : ['The index is not complete: an indexer that runs completes it.']),
    ...state.set_aside_products.map(({ code, reason }) => `  ${code}: ${reason}`),
  ].join('\n');
}

function describeDifferences({ ok, missing, stale, extra, keys }: Verified): string {
  if (ok) return 'The index and the keys are equal to the catalogue.';
  return `${missing.length} missing, ${stale.length} out of date, ${extra.length} too many; ${keys.length} with other keys.`;
}
