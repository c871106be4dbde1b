import type pg from 'pg';
import { exactTime } from '../../../src/platform/database/connect.js';
import type { Product } from '../../../src/catalogue/products/fields.js';
import { parseInstant } from '../../../src/platform/values/instant.js';
import { serviceOfFile } from '../../support/service.js';
import { problemOf } from './requests.js';
import examples from './updated-after.json' with { type: 'json' };
import { connection } from '../../support/sessions.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

interface Page {
  data: Product[];
  as_of: string;
  next_cursor: string | null;
}
const list = async (query: string): Promise<Page> => {
  const answer = await service.call('GET', `/products?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const codesOf = async (query: string): Promise<string[]> => (await list(query)).data.map(({ code }) => code);
const asOf = async (): Promise<string> => (await list('page_size=1')).as_of;
/** A connection of the test's own, for transactions that stay open. */
const opened: pg.Client[] = [];
const connected = async (): Promise<pg.Client> => {
  const client = await connection(service.databaseUrl);
  opened.push(client);
  return client;
};
afterEach(() => Promise.all(opened.splice(0).map((client) => client.end())));
const INSERT = `INSERT INTO products (code, name_cn, source) VALUES ($1, $2, 'test')`;
/** Writes a product. @returns its updated_at */
async function write(client: pg.Client, code: string): Promise<string> {
  const { rows } = await client.query(`${INSERT} RETURNING ${exactTime('updated_at')} AS at`, [code, '甲']);
  return rows[0].at;
}

describe('updated_after', () => {
  test.each(examples.instants)('%j means %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  test.each(Object.values(examples.no_instants).flat())('%j is a 400', async (text) => {
    const answer = await service.call('GET', `/products?updated_after=${encodeURIComponent(text)}`);
    expect(problemOf(answer)).toMatchObject({
      status: 400,
      errors: [{ path: 'updated_after', code: 'bad_time' }],
    });
  });

  test('shows exactly the products written strictly later, the earliest first', async () => {
    await service.push(Array.from({ length: 6 }, (_, i) => ({ code: `P${i}`, name_cn: '甲' })));
    await service.db.none(
      `UPDATE products SET updated_at = timestamptz '2026-01-31T12:00:00.100Z' + (id % 3) * interval '1 ms'`,
    );
    const rows = await service.db.any('SELECT code, updated_at FROM products ORDER BY updated_at, id');
    for (const after of [
      '2026-01-31T12:00:00.099Z',
      '2026-01-31T12:00:00.100Z',
      '2026-01-31T20:00:00.101 08:00',
      '2026-01-31T12:00:00.102Z',
    ]) {
      const instant = new Date(parseInstant(after)!);
      const shown = (await list(`updated_after=${after}`)).data.map((product) => product.code);
      expect(shown).toEqual(rows.filter((row) => row.updated_at > instant).map((row) => row.code));
    }
  });

  test('with the updated_at of a product never shows that product again', async () => {
    await service.push(Array.from({ length: 20 }, (_, i) => ({ code: `P${i}`, name_cn: '甲' })));
    for (const { code, updated_at } of (await list('')).data) {
      const later = (await list(`updated_after=${updated_at}`)).data.map((product) => product.code);
      expect(later).not.toContain(code);
      const { before } = await service.db.one(
        `SELECT ${exactTime(`(timestamptz '${updated_at}' - interval '1 microsecond')`)} AS before`,
      );
      const notBefore = (await list(`updated_after=${before}`)).data.map((product) => product.code);
      expect(notBefore).toContain(code);
    }
  });
});

describe('as_of', () => {
  test('lies before what a transaction writes that has not ended, whatever else commits', async () => {
    const writer = await connected();
    await writer.query('BEGIN');
    const written = await write(writer, 'LATE');
    for (let i = 0; i < 3; i++) {
      await service.push([{ code: `P${i}`, name_cn: '乙' }]);
      expect((await asOf()) < written).toBe(true);
    }
    const pulled = await asOf();
    // What was committed meanwhile waits: it is shown at once but where an incremental pull may end with it.
    expect(await codesOf(`updated_after=${pulled}`)).toEqual([]);
    expect(await codesOf('')).toEqual(['P2', 'P1', 'P0']);
    await writer.query('COMMIT');
    expect(await codesOf(`updated_after=${pulled}`)).toEqual(['LATE', 'P0', 'P1', 'P2']);
    expect((await asOf()) > written).toBe(true);
  });

  test('is not held back by a transaction that only reads, and is earlier than what that writes afterwards: it never goes back', async () => {
    const reader = await connected();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM products');
    await service.push([{ code: 'A', name_cn: '甲' }]);
    const { data, as_of: pulled } = await list('updated_after=2000-01-01');
    expect(data).toMatchObject([{ code: 'A' }]);
    await write(reader, 'LATE');
    await service.push([{ code: 'B', name_cn: '甲' }]);
    expect(await asOf()).toBe(pulled);
    await reader.query('COMMIT');
    expect(await codesOf(`updated_after=${pulled}`)).toEqual(['LATE', 'B']);
  });

  test('moves on with every write, and stands still while there is none', async () => {
    await service.push([{ code: 'A', name_cn: '甲' }]);
    const first = await asOf();
    expect(await asOf()).toBe(first);
    await service.push([{ code: 'A', name_cn: '乙' }]);
    const second = await asOf();
    expect(second > first).toBe(true);
    expect((await list(`updated_after=${first}`)).data).toMatchObject([{ code: 'A', name_cn: '乙' }]);
    expect((await list(`updated_after=${second}`)).data).toEqual([]);
  });

  test('on every page of a walk by cursor is that of the first page', async () => {
    await service.push(Array.from({ length: 30 }, (_, i) => ({ code: `P${i}`, name_cn: '甲' })));
    const first = await list('sort=updated_at&page_size=10');
    await service.push([{ code: 'P0', name_cn: '乙' }]);
    const second = await list(`sort=updated_at&page_size=10&cursor=${first.next_cursor}`);
    const third = await list(`sort=updated_at&page_size=10&cursor=${second.next_cursor}`);
    expect([second.as_of, third.as_of]).toEqual([first.as_of, first.as_of]);
    expect((await list('')).as_of > first.as_of).toBe(true);
  });
});
