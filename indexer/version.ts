import { setTimeout as sleep } from 'node:timers/promises';
import { refuseUnsupportedEngine } from '../src/search/index.js';
import type { IndexerContext } from './context.js';

const LOOK_MS = 1_000;

/** @throws Unusable where the engine is of a version that is not supported. One that does not answer may be. */
export async function refuseUnsupported({ engine }: IndexerContext): Promise<void> {
  refuseUnsupportedEngine(engine, await engine.version().catch(() => undefined));
}

/** Looks again and again, since an engine may be replaced at its place. @throws Unusable once it is not supported */
export async function watchVersion(context: IndexerContext, signal: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(LOOK_MS, undefined, { signal });
    await refuseUnsupported(context);
  }
}
