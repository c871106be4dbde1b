import type { Logger } from 'pino';
import type { IndexerContext } from './context.js';
import type { Rebuild } from './rebuild-store.js';
import { readReader } from './store.js';

/** The longest that an engine may take to answer, ms; one that takes longer does not serve. */
const PATIENCE_MS = 1_000;

/**
 * Whose turn it is to be rebuilt. Engines that serve searches are rebuilt one after another, and one only while another
 * serves: a rebuild slows its engine down. One whose index lacks products does not serve, and need not wait.
 */
export class Turns {
  private readonly engines: readonly IndexerContext[];
  private holder: string | undefined;
  private readonly logged = new Set<string>();

  constructor(engines: readonly IndexerContext[]) {
    this.engines = engines;
  }

  /** Whether this rebuild may proceed now. If not, ask again later. */
  async take(context: IndexerContext, { step }: Pick<Rebuild, 'step'>): Promise<boolean> {
    const { reader, log } = context;
    const others = this.engines.filter((each) => each.reader !== reader);
    if (others.length === 0 || this.holder === reader) return true;
    if (!(await readReader(context)).state.complete) return true;
    const isServed = step !== 'requested' || (await anyServes(others));
    if (!isServed) return this.wait(reader, log, 'no other engine serves');
    // Nothing is awaited between the look and the taking.
    if (this.holder !== undefined) return this.wait(reader, log, 'another engine is being rebuilt');
    this.holder = reader;
    return true;
  }

  /** No rebuild of this engine is open. */
  end({ reader }: IndexerContext): void {
    this.logged.delete(reader);
    if (this.holder === reader) this.holder = undefined;
  }

  private wait(reader: string, log: Logger, why: string): false {
    if (!this.logged.has(reader)) log.info(`the rebuild waits: ${why}`);
    this.logged.add(reader);
    return false;
  }
}

async function anyServes(engines: readonly IndexerContext[]): Promise<boolean> {
  const serving = await Promise.all(engines.map(serves));
  return serving.includes(true);
}

async function serves(context: IndexerContext): Promise<boolean> {
  try {
    const { state } = await readReader(context);
    if (!state.complete) return false;
    const { engine, uid } = context;
    const extraRequestInit = { signal: AbortSignal.timeout(PATIENCE_MS) };
    await engine.httpRequest.get({ path: `indexes/${uid}`, extraRequestInit });
    return true;
  } catch {
    return false;
  }
}
