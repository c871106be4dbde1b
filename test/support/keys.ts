import { setTimeout as sleep } from 'node:timers/promises';
import { stepOnce } from '../../indexer/keys-reader.js';
import type { Database } from '../../src/platform/index.js';

/** Brings the keys up to what is committed, in this process. */
export async function catchUpKeys(db: Database): Promise<void> {
  for (let idle: { blocked: boolean } | undefined; idle?.blocked !== false;) {
    idle = await stepOnce(db, () => undefined);
    if (idle?.blocked) await sleep(20);
  }
}
