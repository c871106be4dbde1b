import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client } from '../support/wire.js';
import type { Asked } from '../support/wire.js';
import { picture } from '../catalogue/media/images.js';
import { WriterModel } from './model.js';
import { random } from '../support/mulberry.mjs';
import type { State } from './model.js';

/** What became of one request. */
export interface CallOutcome {
  kind: string;
  gateway: number;
  /** when it was sent and when it ended, ms of `performance.now()` */
  begun: number;
  ended: number;
  /** 0 where the connection failed */
  status: number;
  retryAfter: string | null;
  body: Buffer;
}

/** Kinds of requests that are about images. */
export const OF_MEDIA = ['upload', 'image'];

/** Writers, readers, a copier of the changes, an exporter and an uploader, until they are stopped. */
export interface Load {
  outcomes: CallOutcome[];
  writers: WriterModel[];
  /** what was answered and is not true, in words */
  untrue: string[];
  /** every product as the changes have told it, by code */
  copy: Map<string, { name_en: string | null } | null>;
  /** pushes of all the {@link LARGE} products of their own, each with a name of its own */
  large: {
    acknowledged: string[];
    doubts: string[];
    /** the names that all of them may have: the last one acknowledged, and those in doubt since */
    names: string[];
  };
  /** acknowledged images by their address */
  images: Map<string, Buffer>;
  /** whole exports that were received */
  exports: () => number;
  /** one request, taken down among the outcomes */
  ask(kind: string, gateway: number, path: string, asked?: Asked): Promise<CallOutcome>;
  stop(): Promise<void>;
}

/** @param keys for reading (each may read 600 times a minute) and, the first, for writing */
export function startLoad(origins: [string, string], keys: string[], seed: number, mark: string): Load {
  const clients = origins.map((origin) => new Client(origin, 64));
  const outcomes: CallOutcome[] = [];
  const untrue: string[] = [];
  const copy: Load['copy'] = new Map();
  const images: Load['images'] = new Map();
  const writers: WriterModel[] = [];
  const large: Load['large'] = { acknowledged: [], doubts: [], names: [] };
  let over = false;
  let asked = 0;
  let exported = 0;

  const note = (outcome: CallOutcome): CallOutcome => {
    outcomes.push({ ...outcome, body: NOTHING });
    return outcome;
  };
  const begin = (kind: string, gateway: number): CallOutcome => {
    const begun = performance.now();
    return { kind, gateway, begun, ended: begun, status: 0, retryAfter: null, body: NOTHING };
  };
  const ask: Load['ask'] = async (kind, gateway, path, asking = {}) => {
    const outcome = begin(kind, gateway);
    const key = asking.key ?? keys[asked++ % keys.length]!;
    try {
      const { status, headers, bytes } = await clients[gateway]!.ask(path, { ...asking, key });
      Object.assign(outcome, { status, retryAfter: headers['retry-after'] ?? null, body: bytes });
    } catch {
      // The connection failed.
    }
    outcome.ended = performance.now();
    return note(outcome);
  };

  const write = async (model: WriterModel, name: string, dice: () => number): Promise<void> => {
    for (let n = 0; !over; n++) {
      const call = model.next();
      const before = call.codes.map((code) => model.stateOf(code));
      const requestId = `${name}.${n}`;
      const gateway = dice() < 0.5 ? 0 : 1;
      const headers = { 'X-Request-Id': requestId };
      const { status, body } = await ask(call.kind, gateway, call.path, {
        ...call.asked,
        headers,
        key: keys[0],
      });
      if (status === 200) {
        model.acknowledge(requestId, call);
        const said = JSON.parse(body.toString()) as Record<string, unknown>;
        for (const [field, value] of Object.entries(call.says(before)))
          if (!isDeepStrictEqual(said[field], value))
            untrue.push(`${requestId} ${call.kind}: ${String(body)}`);
        // Through the other gateway: what is acknowledged is there to be read, from memory or not.
        if (dice() < 0.4) await look(model, call.codes[0]!, 1 - gateway);
      } else {
        model.doubt(requestId, call);
        if (status !== 503 && status !== 0)
          untrue.push(`${requestId} ${call.kind}: ${status} ${String(body)}`);
      }
      await sleep(10 + 30 * dice());
    }
  };
  /** Pushes so large that a thread of its own takes them. */
  const pushLarge = async (): Promise<void> => {
    for (let n = 0; !over; n++) {
      const name = `${mark}.large.${n}`;
      const json = Array.from({ length: LARGE }, (_, i) => ({
        code: `LARGE-${i}`,
        name_cn: '大批量',
        name_en: name,
        description: 'x'.repeat(1_000),
      }));
      const headers = { 'X-Request-Id': name };
      const asking = { method: 'POST', json, headers, key: keys[0] };
      const { status, body } = await ask('large push', n % 2, '/sync/push', asking);
      if (status === 200) {
        large.acknowledged.push(name);
        large.names = [name];
      } else {
        large.doubts.push(name);
        large.names.push(name);
        if (status !== 503 && status !== 0) untrue.push(`${name}: ${status} ${String(body)}`);
      }
      await sleep(700);
    }
  };
  const look = async (model: WriterModel, code: string, gateway: number): Promise<void> => {
    const { status, body } = await ask('detail', gateway, `/products/${code}`, {});
    if (status !== 200 && status !== 404) return;
    const found = status === 404 ? null : stateOf(JSON.parse(body.toString()).data);
    if (!isDeepStrictEqual(found, model.stateOf(code)))
      untrue.push(`${code} was ${JSON.stringify(found)}, not ${JSON.stringify(model.stateOf(code))}`);
  };
  const read = async (dice: () => number): Promise<void> => {
    while (!over) {
      const gateway = dice() < 0.5 ? 0 : 1;
      const [kind, path] = READS[Math.floor(dice() * READS.length)]!;
      const { status, body } = await ask(kind, gateway, path);
      if (status !== 200 && status !== 503 && status !== 0)
        untrue.push(`${path}: ${status} ${String(body).slice(0, 300)}`);
      await sleep(10 + 30 * dice());
    }
  };
  /** Follows the changes from before the first write. It ends only when there are no more. */
  const follow = async (): Promise<void> => {
    let after: string | undefined;
    for (let gateway = 0; ; gateway = 1 - gateway) {
      const path = after === undefined ? '/changes' : `/changes?after=${after}&limit=1000`;
      const { status, body } = await ask('changes', gateway, path);
      if (status !== 200) {
        if (status !== 503 && status !== 0) untrue.push(`${path}: ${status} ${String(body)}`);
        await sleep(100);
        continue;
      }
      const { data, next, more } = JSON.parse(body.toString()) as Changes;
      for (const { code, product } of data) copy.set(code, product);
      after = next;
      started();
      if (!more && data.length === 0 && drained) return;
      if (!more) await sleep(50);
    }
  };
  const receive = async (): Promise<void> => {
    for (let gateway = 0; !over; gateway = 1 - gateway) {
      const outcome = begin('export', gateway);
      const chunks: Buffer[] = [];
      try {
        const headers = { 'X-API-Key': keys[asked++ % keys.length]!, 'Accept-Encoding': 'identity' };
        const response = await fetch(`${origins[gateway]}/api/v1/export`, { headers });
        outcome.retryAfter = response.headers.get('retry-after');
        for await (const chunk of response.body!) {
          chunks.push(Buffer.from(chunk as Uint8Array));
          if (!over) await sleep(20); // so that faults meet it in the middle
        }
        outcome.status = response.status;
      } catch {
        // Broken off.
      }
      outcome.ended = performance.now();
      note(outcome);
      if (outcome.status !== 200) continue;
      const text = Buffer.concat(chunks).toString();
      try {
        const { data, count } = JSON.parse(text) as { data: unknown[]; count: number };
        if (data.length !== count) untrue.push(`an export of ${count} has ${data.length}`);
        exported++;
      } catch {
        untrue.push(`a cut export looked whole: ${text.length} bytes`);
      }
    }
  };
  const upload = async (dice: () => number): Promise<void> => {
    while (!over) {
      const gateway = dice() < 0.5 ? 0 : 1;
      const bytes = await picture('png');
      const { status, body } = await ask('upload', gateway, '/media/fault.png', {
        method: 'PUT',
        bytes,
        key: keys[0],
      });
      if (status === 200) images.set((JSON.parse(body.toString()) as { url: string }).url, bytes);
      else if (status !== 503 && status !== 0) untrue.push(`an upload: ${status} ${String(body)}`);
      const all = [...images.keys()];
      const url = all[Math.floor(dice() * all.length)];
      if (url !== undefined) {
        const image = await ask('image', 1 - gateway, `/${url}`);
        if (image.status === 200 && !image.body.equals(images.get(url)!))
          untrue.push(`${url} is another image`);
        else if (![200, 503, 0].includes(image.status)) untrue.push(`${url}: ${image.status}`);
      }
      await sleep(100);
    }
  };

  let drained = false;
  let started = (): void => {};
  const ready = new Promise<void>((resolve) => (started = resolve));
  const following = follow();
  const running = ready.then(async () => {
    const workers = [receive(), pushLarge(), upload(random(seed + 100))];
    for (const at of [0, 1, 2]) {
      const dice = random(seed + at);
      const model = new WriterModel(`${mark}${at}`, dice);
      writers.push(model);
      workers.push(write(model, `${mark}.w${at}`, dice), read(random(seed + 50 + at)));
    }
    await Promise.all(workers);
  });
  return {
    outcomes,
    writers,
    untrue,
    copy,
    large,
    images,
    exports: () => exported,
    ask,
    async stop() {
      over = true;
      await running;
      drained = true;
      await following;
    },
  };
}

const NOTHING = Buffer.alloc(0);

/** Products of a large push. */
export const LARGE = 1_000;

const READS: [kind: string, path: string][] = [
  ['list', '/products?page_size=20'],
  ['list', '/products?page_size=50&sort=code&in_stock=true'],
  ['detail', '/products/BASE-7'],
  ['detail', '/products/BASE-1999'],
  ['search', `/products/search?q=${encodeURIComponent('基础产品')}`],
  ['search', '/products/search?q=product%2012'],
  ['suggest', '/products/suggest?q=prod'],
  ['tags', '/tags'],
  ['categories', '/categories'],
];

interface Changes {
  data: { code: string; product: { name_en: string | null } | null }[];
  next: string;
  more: boolean;
}

/** A product as an answer or a row of the table has it. */
export function stateOf(product: { name_en: string | null; status: string; tags: string | null }): State {
  const { name_en, status, tags } = product;
  return { name_en: name_en ?? '', status, tags: tags?.split(';') ?? [] };
}
