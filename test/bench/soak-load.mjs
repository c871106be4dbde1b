// The load of a soak, in a process of its own: what it costs to make the requests must not be felt by whoever measures.
// It is told where to go by one message, answers each order ({ atOnce, seconds } as fast as it is answered, { rate,
// seconds } by the clock) with what came of it, and ends with its parent.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { generate, readProducts } from './catalogue.mjs';
import { quantile, random } from './measure.mjs';

/** How often each kind of request is made, beside the others. */
const MIX = { detail: 30, search: 25, suggest: 15, list: 12, image: 8, push: 5, changes: 3, upload: 2 };
const EXPORT_EVERY_MS = 30_000;
const ITEMS = 20;
/** More at once than this are no more than a queue: the next waits, and the rate falls behind. */
const MOST_AT_ONCE = 1_000;
/** As a proxy in front keeps them: how many there are must not follow the load. */
const SOCKETS = 64;
/**
 * An unused connection is given up before the gateway closes it (after 65 s), as nginx does: a request on one that is
 * just being closed there is lost, which no server can help (RFC 9112, section 9.3.1).
 */
const IDLE_MS = 55_000;
const MOST_IMAGES = 500;

const dice = random(1);
const pick = (of) => of[Math.floor(dice() * of.length)];
const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS, timeout: IDLE_MS });
const originals = await readProducts();
const pictures = await Promise.all(
  Array.from({ length: 20 }, () =>
    sharp(randomBytes(200 * 150 * 3), { raw: { width: 200, height: 150, channels: 3 } })
      .png()
      .toBuffer(),
  ),
);
const images = [];
let target;
let pushes = 0;
let cursor;

process.on('disconnect', () => process.exit(0));
process.on('message', (order) => {
  run(order).then(
    (answer) => process.send(answer),
    (error) => process.send({ error: String(error) }),
  );
});
process.send({ ready: true });

async function run(order) {
  if (order.origin) {
    target = order;
    // What the others need: an image, and a place in the changes.
    for (const kind of ['upload', 'changes']) await ask(kind);
    return { ready: true };
  }
  const told = { requests: 0, errors: 0, reasons: {}, ms: [], kinds: {} };
  const one = async (kind) => {
    const begun = performance.now();
    try {
      await ask(kind);
    } catch (error) {
      told.errors++;
      const reason = `${kind}: ${error.message}`;
      told.reasons[reason] = (told.reasons[reason] ?? 0) + 1;
    }
    told.requests++;
    told.kinds[kind] = (told.kinds[kind] ?? 0) + 1;
    told.ms.push(performance.now() - begun);
  };
  const begun = performance.now();
  const end = begun + order.seconds * 1_000;
  const exporting = (async () => {
    for (let due = begun; due < end; due += EXPORT_EVERY_MS) {
      await sleep(Math.max(0, due - performance.now()));
      await one('export');
    }
  })();
  await (order.rate ? byTheClock(one, order.rate, begun, end) : asFast(one, order.atOnce, end));
  const seconds = (performance.now() - begun) / 1_000;
  await exporting;
  const { ms, ...rest } = told;
  return { ...rest, rate: told.requests / seconds, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
}

async function asFast(one, atOnce, end) {
  const worker = async () => {
    while (performance.now() < end) await one(draw());
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** As many as are due by the clock: a slow answer holds up none of the others. */
async function byTheClock(one, rate, begun, end) {
  const running = new Set();
  for (let sent = 0; performance.now() < end; await sleep(5)) {
    for (const due = ((performance.now() - begun) / 1_000) * rate; sent < due; sent++) {
      if (running.size >= MOST_AT_ONCE) await Promise.race(running);
      const done = one(draw()).finally(() => running.delete(done));
      running.add(done);
    }
  }
  await Promise.all(running);
}

const total = Object.values(MIX).reduce((sum, weight) => sum + weight, 0);
function draw() {
  let at = dice() * total;
  return Object.keys(MIX).find((kind) => (at -= MIX[kind]) < 0) ?? 'detail';
}

const product = (number = Math.floor(dice() * target.size)) => generate(originals, number, 1).next().value;

async function ask(kind) {
  switch (kind) {
    case 'detail':
      return send('GET', `/products/${encodeURIComponent(product().code)}`);
    case 'search': {
      const { name_cn, name_en, cas } = product();
      const word = pick([name_cn, name_en ?? name_cn, cas, (name_en ?? name_cn).split(' ')[0]]);
      return send('GET', `/products/search?q=${encodeURIComponent(word.slice(0, 100))}`);
    }
    case 'suggest': {
      const { name_en, name_cn } = product();
      const typed = (name_en ?? name_cn).slice(0, 2 + Math.floor(dice() * 5));
      return send('GET', `/products/suggest?q=${encodeURIComponent(typed)}`);
    }
    case 'list':
      return send('GET', `/products?page_size=20&page=${1 + Math.floor(dice() * 20)}&sort=code`);
    case 'changes': {
      const answer = await send('GET', cursor ? `/changes?limit=200&after=${cursor}` : '/changes');
      cursor = JSON.parse(answer).next;
      return answer;
    }
    case 'push': {
      const stamp = ++pushes;
      const items = Array.from({ length: ITEMS }, () => ({ ...product(), ai_summary: `第${stamp}次推送` }));
      return send('POST', '/sync/push', JSON.stringify(items), 'application/json');
    }
    case 'upload': {
      // What stands behind the end of an image is tolerated, and makes it another one.
      const body = Buffer.concat([pick(pictures), randomBytes(16)]);
      const { url } = JSON.parse(await send('PUT', '/media/soak.png', body, 'image/png'));
      if (images.length < MOST_IMAGES) images.push(url);
      else images[Math.floor(dice() * MOST_IMAGES)] = url;
      return url;
    }
    case 'image':
      return send('GET', pick(images), undefined, undefined, '');
    default:
      return send('GET', '/export?format=ndjson', undefined, undefined, '/api/v1', false);
  }
}

/** @param keep whether the answer's body is wanted */
function send(method, path, body, type, base = '/api/v1', keep = true) {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(method !== 'GET' && { 'X-API-Key': target.key }),
      ...(body && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
    };
    const req = request(target.origin + base + path, { method, agent, headers }, (res) => {
      const chunks = [];
      res.on('data', (chunk) => keep && chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (res.statusCode === 200) resolve(text);
        else reject(new Error(`${res.statusCode} ${text.slice(0, 200)}`));
      });
    });
    req.on('error', reject);
    req.end(body);
  });
}
