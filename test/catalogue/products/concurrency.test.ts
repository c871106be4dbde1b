import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrentWrite, directWrites } from '../../../src/platform/database/writes.js';
import type { Writes } from '../../../src/platform/database/writes.js';
import { nothingNamed } from '../../../src/catalogue/products/missing.js';
import { readItems } from '../../../src/catalogue/products/item.js';
import { pushItems } from '../../../src/catalogue/products/push.js';
import { serviceOfFile } from '../../support/service.js';
import type { Answered } from '../../support/call.js';
import { Model, outcomeOf } from './model.js';
import type { PushedItem } from './model.js';
import { readAllProducts, readProduct } from './requests.js';
import examples from './concurrency.json' with { type: 'json' };
import { closing } from '../../support/with-own.js';
import { foreignSession, untilBlocked } from '../../support/sessions.js';
import { Random } from '../../support/random.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

/** A transaction of somebody else's that stays open until it is told to end. */
const transaction = async () => closing(await foreignSession(service.databaseUrl, 'BEGIN'));

const push = (products: unknown, headers = {}): Promise<Answered> =>
  service.write('POST', '/sync/push', products, headers);
describe('100 parallel pushes of overlapping products', () => {
  const PUSHES = 100;
  const OLD = Array.from({ length: 30 }, (_, i) => `A${i}`);
  const NEW = Array.from({ length: 30 }, (_, i) => `N${i}`);
  /** Two products have each of the first five; of the others nobody has any. */
  const CAS = Array.from({ length: 10 }, (_, i) => `${i + 1}-00-0`);

  /** The items of a push, each with the push's own number in every field it sets. */
  function itemsOf(number: number, roll: (bound: number) => number, withoutCodes: boolean): PushedItem[] {
    const mark = {
      name_cn: `名${number}`,
      name_en: `n${number}`,
      series: `s${number}`,
      mw: number,
      tags: `t${number};u${number}`,
    };
    return Array.from({ length: 12 }, (_, at) => {
      const code = [...OLD, ...NEW][roll(60)]!;
      if (!withoutCodes) return { code, ...mark };
      const cas = CAS[roll(CAS.length)]!;
      // Some find a product by its CAS number, some move a number to another product or away from it. The first has no code:
      // else a push may move a number that one before it in the log has not found yet, and they are serial the other way round.
      return [
        { cas, ...mark },
        { code, ...mark },
        { code, cas, ...mark },
        { code, cas: '', ...mark },
      ][at === 0 ? 0 : roll(4)]!;
    });
  }

  test('end without a failure, and their answers and the catalogue equal some serial order of them', async () => {
    const model = new Model();
    const before = OLD.map((code, i) => ({ code, name_cn: '旧', ...(i < 10 && { cas: CAS[i % 5]! }) }));
    await service.push(before);
    model.push(before);
    const dice = new Random(7);
    const roll = (bound: number) => dice.below(bound);
    const pushes = Array.from({ length: PUSHES }, (_, n) => itemsOf(n, roll, n % 2 === 0));

    const answers = await Promise.all(pushes.map((items, n) => push(items, { 'X-Request-Id': `push-${n}` })));
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    for (const [n, { body }] of answers.entries())
      expect(body.created + body.updated + body.invalid).toBe(pushes[n]!.length);
    const stored = await readAllProducts(service);
    const created = answers.reduce((sum, { body }) => sum + body.created, 0);
    expect(created).toBe(stored.size - OLD.length);

    // A product's fields come wholly from one push, and that push answered its code.
    for (const { code, name_cn, name_en, series, mw, tags } of stored.values()) {
      if (name_cn === '旧') continue;
      expect({ code, name_cn, name_en, series, tags }).toEqual({
        code,
        name_cn: `名${mw}`,
        name_en: `n${mw}`,
        series: `s${mw}`,
        tags: `t${mw};u${mw}`,
      });
      expect(answers[mw!]!.body.codes).toContain(code);
    }

    // The order in which the log got their last lines is such a serial order: the model, pushed to in that order,
    // must give the same answers, created and updated and refused alike, and end with the same products.
    const order = await service.db.map(
      `SELECT request_id FROM sync_log JOIN product_changes ON sync_log.xmin::text = product_changes.xid::text
        WHERE request_id LIKE 'push-%' GROUP BY request_id ORDER BY max(seq)`,
      [],
      (row: { request_id: string }) => Number(row.request_id.slice(5)),
    );
    expect(order).toHaveLength(PUSHES);
    for (const n of order) expect([n, outcomeOf(answers[n]!.body)]).toEqual([n, model.push(pushes[n]!)]);
    const rows = [...stored.values()].map(({ updated_at: _at, ...row }) => [row.code, row]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(model.products));
  });

  test('of the same new products in opposite orders: each is created once', async () => {
    const answers = await Promise.all(
      Array.from({ length: PUSHES }, (_, n) => {
        const items = NEW.map((code) => ({ code, name_cn: `名${n}`, mw: n }));
        return push(n % 2 ? items : items.toReversed());
      }),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(NEW.length);
    const numbers = new Set([...(await readAllProducts(service)).values()].map((product) => product.mw));
    expect(numbers.size).toBe(1);
  });
});

const CATEGORIES = `DELETE FROM categories WHERE position > 3; INSERT INTO categories (name) VALUES ('甲类'), ('乙类')`;

type Example = [
  what: string, before: object[], theirs: string[], end: string, pushed: object[], answer: object, stored: object,
]; // prettier-ignore
test.each(examples as Example[])(
  'a push that meets an open transaction %s',
  async (_, before, theirs, end, pushed, answer, stored) => {
    await service.db.none(CATEGORIES);
    await service.push(before);
    const other = await transaction();
    for (const sql of theirs) await other.run(sql);
    const pushing = push(pushed);
    await untilBlocked(service.db);
    await other.run(end);
    expect((await pushing).body).toMatchObject(answer);
    for (const [code, fields] of Object.entries(stored))
      expect(await readProduct(service, code)).toMatchObject(fields);
  },
);

describe('categories', () => {
  beforeEach(() => service.db.none(CATEGORIES));
  const categories = (method: string, names: string[]): Promise<Answered> =>
    service.write(method, '/categories', { names });

  test('deleted and created while pushes run: every item is accepted or refused, no call fails', async () => {
    const names = ['甲类', '乙类'];
    const calls = Array.from({ length: 80 }, (_, n) => {
      const order = n % 2 ? names : names.toReversed();
      if (n % 4 === 0) return categories(n % 8 ? 'POST' : 'DELETE', n % 16 > 7 ? names : names.toReversed());
      return push(
        Array.from({ length: 6 }, (_, i) => ({ code: `C${n}-${i}`, name_cn: '名', category: order[i % 2] })),
      );
    });
    const answers = await Promise.all(calls);
    expect([...new Set(answers.map((answer) => answer.status))]).toEqual([200]);
    const pushed = answers.filter((answer) => 'codes' in answer.body).map((answer) => answer.body);
    for (const body of pushed) {
      expect(body.created + body.invalid).toBe(6);
      for (const error of body.errors)
        expect(error).toMatchObject({ field: 'category', reason: 'unknown_category' });
    }
    expect((await readAllProducts(service)).size).toBe(pushed.reduce((sum, body) => sum + body.created, 0));
  });

  test('deleted while a push holds them: neither waits for the other in a circle', async () => {
    const holder = await transaction();
    await holder.run(`SELECT FROM categories WHERE name = '乙类' FOR KEY SHARE`);
    const deleted = categories('DELETE', ['甲类', '乙类']);
    await untilBlocked(service.db);
    // Had the waiting call taken 甲类 first, this push would wait for it, and it for this push's 乙类.
    const pushed = push([
      { code: 'A', name_cn: '甲', category: '甲类' },
      { code: 'B', name_cn: '乙', category: '乙类' },
    ]);
    await Promise.race([pushed, sleep(1_500)]);
    await holder.run('COMMIT');
    expect((await deleted).body).toEqual({ ok: true, deleted: ['甲类', '乙类'], not_found: [] });
    expect((await pushed).body).toMatchObject({ created: 2 });
  });

  test('created twice in opposite orders at once: each is added once', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `类${i}`);
    for (let round = 0; round < 3; round++) {
      await service.db.none('DELETE FROM categories WHERE name = ANY($1)', [names]);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => categories('POST', n % 2 ? names : names.toReversed())),
      );
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
      expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(names.length);
    }
  });
});

test('a full list names what its last attempt found, and nothing of those that were rolled back', async () => {
  await push([{ code: 'HAD-IT', name_cn: '甲', cas: '50-78-2' }]);
  const direct = directWrites(service.db);
  let attempts = 0;
  const disturbedOnce: Writes = {
    tx: (work) =>
      direct.tx(async (tx) => {
        if (++attempts === 2) await push([{ code: 'HAD-IT', cas: '64-17-5' }]);
        const done = await work(tx);
        if (attempts === 1) throw new ConcurrentWrite('the product is given another CAS number');
        return done;
      }),
  };
  const named = nothingNamed();
  const items = readItems([{ name_cn: '乙', cas: '50-78-2' }], {});
  await pushItems(disturbedOnce, items, { source: 'erp', named });
  expect([attempts, ...named.codes]).toEqual([2, 'EXT-50-78-2']);
});

test('a push that others come before again and again is tried for as long as others may hold its rows', async () => {
  const direct = directWrites(service.db);
  let attempts = 0;
  const disturbedOften: Writes = {
    tx: (work) =>
      direct.tx(async (tx) => {
        const done = await work(tx);
        if (++attempts < 30) throw new ConcurrentWrite('a code was taken meanwhile');
        return done;
      }),
  };
  const items = readItems([{ code: 'A', name_cn: '甲' }], {});
  const { created } = await pushItems(disturbedOften, items, { source: 'erp' });
  const codes = [...(await readAllProducts(service)).keys()];
  expect([attempts, created, codes]).toEqual([30, 1, ['A']]);
});
