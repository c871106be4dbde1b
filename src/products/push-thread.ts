import { parentPort, workerData } from 'node:worker_threads';
import { insertLog } from '../access/store.js';
import { connect } from '../database/connect.js';
import { asProblem } from '../http/problem.js';
import type { LargePush, PushDone, PushEnd } from './large-push.js';
import { readPush } from './push-body.js';
import { pushProducts } from './push.js';

// The thread of large-push.ts. It lives as long as there is work and a while longer.

const { databaseUrl } = workerData as { databaseUrl: string };
const db = connect(databaseUrl, { name: 'catalogue gateway large pushes', pool: 2 });

async function push({ bytes, source, skipUnchanged, entry }: LargePush): Promise<PushDone> {
  let transaction = '';
  const outcome = await pushProducts(db, readPush(bytes), {
    source,
    skipUnchanged,
    async record(tx, { created, updated, unchanged, invalid }) {
      const durationMs = Date.now() - Date.parse(entry.at);
      const counts = { created, updated, unchanged, invalid };
      transaction = await insertLog(tx, [{ ...entry, durationMs, counts }]);
    },
  });
  const { created, updated, unchanged, invalid } = outcome;
  return {
    json: JSON.stringify({ ok: true, ...outcome }),
    counts: { created, updated, unchanged, invalid },
    transaction,
  };
}

parentPort!.on('message', ({ id, ...work }: LargePush & { id: number }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const tell = (end: PushEnd): void => parentPort!.postMessage(end);
  push(work).then(
    (done) => tell({ id, done }),
    (error: unknown) => {
      const { slug, message: detail, errors, headers } = asProblem(error);
      tell({ id, problem: { slug, detail, headers, ...(errors && { errors }) } });
    },
  );
});
