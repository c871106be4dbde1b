import { insertLog } from '../access/store.js';
import { yieldToRequests } from '../background.js';
import { connect } from '../database/connect.js';
import { asProblem } from '../http/problem.js';
import type { PushCall, PushDone, PushEnd, PushMessage } from './large-push.js';
import { readPush } from './push-body.js';
import { pushProducts } from './push.js';

// The process of large-push.ts. It lives as long as there is work and a while longer, and no longer than the gateway.

yieldToRequests();
const db = connect(process.env['DATABASE_URL']!, { name: 'catalogue gateway large pushes', pool: 2 });
const bodies = new Map<number, Uint8Array[]>();

async function push({ source, skipUnchanged, entry }: PushCall, body: Uint8Array): Promise<PushDone> {
  let transaction = '';
  const outcome = await pushProducts(db, readPush(body), {
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

const tell = (end: PushEnd): void => void process.send!(end);

process.on('message', (message: PushMessage) => {
  const { id } = message;
  const pieces = bodies.get(id) ?? [];
  if ('piece' in message) {
    bodies.set(id, pieces);
    pieces.push(message.piece);
    return;
  }
  bodies.delete(id);
  if ('drop' in message) return;
  push(message.call, Buffer.concat(pieces)).then(
    (done) => tell({ id, done }),
    (error: unknown) => {
      const { slug, message: detail, errors, headers } = asProblem(error);
      tell({ id, problem: { slug, detail, headers, ...(errors && { errors }) } });
    },
  );
});
process.on('disconnect', () => process.exit());
