import { Socket } from 'node:net';
import { insertLog } from '../access/store.js';
import { connect } from '../database/connect.js';
import { asProblem } from '../http/problem.js';
import { BODIES } from './large-push.js';
import type { PushCall, PushDone, PushEnd, PushMessage } from './large-push.js';
import { readPush } from './push-body.js';
import { pushProducts } from './push.js';

// The process of large-push.ts. It lives as long as there is work and a while longer, and no longer than the gateway.

const db = connect(process.env['DATABASE_URL']!, { name: 'catalogue gateway large pushes', pool: 2 });

/** What has come of a body; `whole` resolves when all has. */
interface Body {
  pieces: Uint8Array[];
  whole: Promise<void>;
  end: () => void;
}
const bodies = new Map<number, Body>();

function bodyOf(id: number): Body {
  const known = bodies.get(id);
  if (known) return known;
  let end!: () => void;
  const whole = new Promise<void>((resolve) => (end = resolve));
  const body = { pieces: [], whole, end };
  bodies.set(id, body);
  return body;
}

/** Reads the frames of all bodies. */
async function readBodies(): Promise<void> {
  const head = Buffer.alloc(BODIES.headBytes);
  let headBytes = 0;
  let left = 0;
  for await (const chunk of new Socket({ fd: BODIES.fd }) as AsyncIterable<Buffer>) {
    for (let rest = chunk; rest.length > 0;) {
      if (left > 0) {
        const piece = rest.subarray(0, left);
        bodyOf(head.readUInt32LE(0)).pieces.push(piece);
        left -= piece.length;
        rest = rest.subarray(piece.length);
        continue;
      }
      const read = rest.copy(head, headBytes);
      headBytes = (headBytes + read) % head.length;
      rest = rest.subarray(read);
      if (headBytes > 0) continue; // the rest of it comes with the next chunk
      left = head.readUInt32LE(4);
      if (left === 0) bodyOf(head.readUInt32LE(0)).end();
    }
  }
}

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

async function answer({ id, call }: PushMessage): Promise<void> {
  const body = bodyOf(id);
  await body.whole;
  bodies.delete(id);
  if (!call) return;
  try {
    tell({ id, done: await push(call, Buffer.concat(body.pieces)) });
  } catch (error) {
    const { slug, message: detail, errors, headers } = asProblem(error);
    tell({ id, problem: { slug, detail, headers, ...(errors && { errors }) } });
  }
}

process.on('message', (message: PushMessage) => void answer(message));
process.on('disconnect', () => process.exit());
void readBodies();
