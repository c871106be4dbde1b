// Everybody who keeps a copy of the catalogue has it at the end, or was told to take it anew: readers who know the contract
// alone, and those who use what is beside it, through two gateways, while thousands of random writes of every kind go on and
// gateways and indexer are killed, the indexer freezes, the clock is set back and an older data folder is put back. FULL=1
// for 5,000 writes. SEED=n plays another game; it is printed.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { jest } from '@jest/globals';
import { addAccount } from '../desk/office.js';
import { random } from '../support/mulberry.mjs';
import { addWebhook } from '../../src/exchange/webhooks/manage.js';
import { CHANGES } from '../../src/exchange/webhooks/store.js';
import { openReceiver } from '../exchange/webhooks/receiver.js';
import type { Receiver } from '../exchange/webhooks/receiver.js';
import { many } from '../support/wire.js';
import * as readers from './readers.js';
import type { Reader, Row } from './readers.js';
import { Away, openSite } from './site.js';
import type { Site } from './site.js';
import { openStage } from './stage.js';
import type { Stage } from './stage.js';
import { signedIn, STAFF, writesOf } from './writes.js';
import { atEnd, closing } from '../support/with-own.js';

const FULL = process.env['FULL'] === '1';
const SEED = Number(process.env['SEED'] ?? 1);
const { WRITES, PRODUCTS, FROZEN_MS } = FULL
  ? { WRITES: 5_000, PRODUCTS: 500, FROZEN_MS: 8_000 }
  : { WRITES: process.env['LONG_FORM'] ? 400 : 240, PRODUCTS: 150, FROZEN_MS: 1_000 };
const WRITERS = 6;
/** How many writes pass from one incident to the next. */
const EVERY = FULL ? 100 : 45;
/** How long a reader may take for the rest once all is quiet, ms. */
const PATIENCE_MS = 60_000;

jest.setTimeout(FULL ? 7_200_000 : 240_000);

let stage: Stage;
let site: Site;
let receiver: Receiver;
let followers: Reader[];
let write: () => Promise<void>;
const dice = random(SEED);
/** how many writes of each kind were answered with success */
const done: Record<string, number> = {};
let answered = 0;
let running = true;

beforeAll(async () => {
  stage = await openStage(dice, FROZEN_MS);
  const { db, origins } = stage;
  site = openSite(origins, dice);
  receiver = closing(await openReceiver());
  const settings = { allow: ['127.0.0.1'], timeoutMs: 2_000, giveUpMs: 3_600_000 };
  await addWebhook(db, settings, { url: receiver.url, events: [...CHANGES] });
  await addAccount(db, STAFF);
  const [key, listKey] = [await stage.key('erp', 'erp'), await stage.key('lists', 'lists')];
  const cookie = await signedIn(site);
  const kinds = Object.entries(writesOf({ site, db, key, listKey, cookie, dice, products: PRODUCTS }));
  write = async () => {
    const [kind, call] = kinds[Math.floor(dice() * kinds.length)]!;
    const answer = await call();
    answered++;
    if (!answer || answer.status < 300) done[kind] = (done[kind] ?? 0) + 1;
  };
  const json = Array.from({ length: PRODUCTS }, (_, n) => ({
    code: `P-${n + 1}`,
    name_cn: '产品',
    category: n % 2 ? '标准品' : '中间体',
  }));
  await site.read('/sync/push', { method: 'POST', key, json });
  await site.ask('/export/profiles/readers', { method: 'PUT', key, json: readers.PROFILE });
  followers = [
    readers.readHighest(site, 5),
    readers.readHighest(site, 50),
    readers.readPages(site, 20),
    readers.readPages(site, 50, key),
    readers.readExport(site),
    readers.readExportSince(site),
    readers.readSearch(site),
    readers.readAsOf(site),
    readers.readByCode(site),
    readers.readChanges(site),
    readers.readByClient(origins, dice),
    readers.readDeliveries(site, key, 'erp', true),
    readers.readDeliveries(site, key, 'shop', false),
    readers.readWebhook(site, receiver.received),
  ];
  atEnd(() => (running = false));
});

const unlessAway = (error: unknown): void => {
  if (!(error instanceof Away)) throw error;
};

/** Does something again and again; whoever finds nobody there tries again. */
async function repeat(work: () => Promise<void>, ms: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await work().catch(unlessAway);
    await sleep(ms * dice());
  }
}

/** What befalls the stage in the course of the writes: every incident again and again, a copy and later its return. */
async function strike(): Promise<void> {
  const names = Object.keys(stage.befalls);
  const befalls: Record<string, () => Promise<void>> = {
    ...stage.befalls,
    'copy the data': stage.copyData,
    'put the copy back': stage.putCopyBack,
  };
  const times = Math.floor(WRITES / EVERY) - 1;
  const told: string[] = [];
  for (let n = 1; n <= times; n++) {
    while (answered < n * EVERY) await sleep(20);
    const incident =
      {
        [Math.floor(times / 3)]: 'copy the data',
        [Math.floor((2 * times) / 3)]: 'put the copy back',
      }[n] ?? names[(n + SEED) % names.length]!;
    await befalls[incident]!();
    told.push(incident);
  }
  process.stderr.write(`seed ${SEED}: ${told.join(', ')}\n`);
}

/** What a reader's copy has otherwise than a new export. */
function differences({ copy, wants, isToldOfWritesOnly }: Reader, exported: Row[]): string[] {
  const wanted = new Map(exported.filter((row) => !wants || wants(row)).map((row) => [row.code, row]));
  const wrong = [...wanted].flatMap(([code, row]) => {
    const own = copy.get(code);
    if (!own) return `${code} is missing, of ${row.updated_at}`;
    const same = Object.entries(row).every(
      ([field, value]) => !(field in own) || isDeepStrictEqual(own[field], value),
    );
    return same ? [] : `${code} is of ${own.updated_at}, not ${row.updated_at}`;
  });
  const extra = isToldOfWritesOnly ? [] : [...copy.keys()].filter((code) => !wanted.has(code));
  return [...wrong, ...extra.map((code) => `${code} is there no more`)];
}

test(`beside ${WRITES} writes and all that befalls the service (seed ${SEED}), no answer is untrue`, async () => {
  const isOver = (): boolean => answered >= WRITES || !running;
  await Promise.all([
    strike(),
    ...Array.from({ length: WRITERS }, () => repeat(write, 50, isOver)),
    ...followers.map((reader) => repeat(() => reader.step(), FULL ? 300 : 100, isOver)),
  ]);
  process.stderr.write(`${JSON.stringify(done)}\n`);
  expect(site.faults).toEqual([]);
  expect(followers.flatMap(({ untrue }) => untrue)).toEqual([]);
});

test('at the end the copy of each reader equals a new export', async () => {
  const end = performance.now() + PATIENCE_MS;
  const found = await many(followers.length, 4, async (at) => {
    const reader = followers[at]!;
    for (;;) {
      await reader.step().catch(unlessAway);
      const wrong = differences(reader, (await site.read('/export')).body.data);
      if (wrong.length === 0 || performance.now() > end) return [reader.name, reader.told, wrong.slice(0, 5)];
      await sleep(50);
    }
  });
  expect(found).toEqual(followers.map(({ name, told }) => [name, told, []]));
  // Their positions were in what the older folder has undone.
  const told = followers.filter(({ told }) => told > 0).map(({ name }) => name);
  process.stderr.write(`told to take all anew: ${told.join(', ')}\n`);
  expect(told).toEqual(expect.arrayContaining(['/changes', 'the client']));
});
