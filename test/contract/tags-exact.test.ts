import fc from 'fast-check';
import { compactTagLedger } from '../../src/catalogue/tags/store.js';
import { serviceOfFile } from '../support/service.js';
import { beside } from '../support/beside.js';

const service = serviceOfFile();

/** How many products carry each tag, counted from the products themselves in the snapshot of one statement. */
const COUNTED = `
  SELECT tag, count(*)::int AS uses FROM products, unnest(string_to_array(tags, ';')) AS tag GROUP BY tag`;
// Both sides in one statement see one snapshot: also while others write, nothing may differ.
const DIFFERENCES = `
  SELECT tag, listed.uses AS listed, counted.uses AS counted
    FROM (SELECT tag, sum(delta)::int AS uses FROM tag_ledger GROUP BY tag) AS listed
    FULL JOIN (${COUNTED}) AS counted USING (tag)
   WHERE coalesce(listed.uses, 0) <> coalesce(counted.uses, 0)`;

const CODES = Array.from({ length: 40 }, (_, i) => `X-${i}`);
const TAGS = ['HPLC', 'EP', 'USP', '现货', '热销', 'x', 'y', 'z'];

const several = <T>(values: T[], max: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: max });
const write = fc.oneof(
  fc.record({ kind: fc.constant('push' as const), codes: several(CODES, 10), tags: several(TAGS, 5) }),
  fc.record({ kind: fc.constant('append' as const), codes: several(CODES, 10), tags: several(TAGS, 3) }),
  fc.record({ kind: fc.constant('replace' as const), codes: several(CODES, 10), tags: several(TAGS, 3) }),
  fc.record({
    kind: fc.constant('delete' as const),
    codes: several(CODES, 6),
    tags: fc.constant<string[]>([]),
  }),
);

async function perform({
  kind,
  codes,
  tags,
}: {
  kind: string;
  codes: string[];
  tags: string[];
}): Promise<number> {
  const { key } = service;
  const { status } =
    kind === 'push'
      ? await service.call('POST', '/sync/push', { key, json: codes.map((code) => ({ code, name_cn: '甲', tags: tags.join(';') })) }) // prettier-ignore
      : kind === 'delete'
        ? await service.call('DELETE', '/products/batch', { key, json: { codes } })
        : await service.call('POST', '/tags/apply', { key, json: { codes, tags, mode: kind } });
  return status;
}

test('use_count is exact at every moment under eight writers that push, tag and delete the same products, while the ledger is compacted', async () => {
  const WRITERS = 8;
  const EACH = 40;
  const scripts = fc.sample(fc.array(write, { minLength: EACH, maxLength: EACH }), {
    seed: 7,
    numRuns: WRITERS,
  });
  // Rows from before, so that there is much to sum up.
  for (let i = 0; i < 40; i++) await perform({ kind: i % 2 ? 'push' : 'delete', codes: CODES, tags: TAGS });

  let looks = 0;
  let summed = 0;
  const watch = async (): Promise<void> => {
    expect(await service.db.any(DIFFERENCES)).toEqual([]);
    looks++;
  };
  const rows = async () => (await service.db.one<{ n: number }>('SELECT count(*) AS n FROM tag_ledger')).n;
  const compact = async (): Promise<void> => {
    await compactTagLedger(service.db, 1);
    summed++;
  };
  const play = async (script: (typeof scripts)[number]): Promise<number[]> => {
    const statuses = new Set<number>();
    for (const each of script) statuses.add(await perform(each));
    return [...statuses];
  };
  const writing = () => Promise.all(scripts.map(play));
  const statuses = await beside(watch, () => beside(compact, () => beside(compact, writing)));
  expect(statuses).toEqual(scripts.map(() => [200]));

  expect(looks).toBeGreaterThan(5);
  expect(summed).toBeGreaterThan(2);
  const { data } = (await service.call('GET', '/tags')).body;
  const counted = await service.db.any<{ tag: string; uses: number }>(COUNTED);
  const uses = new Map(counted.map(({ tag, uses }) => [tag, uses]));
  expect(data).toHaveLength(TAGS.length);
  for (const { tag, use_count } of data) expect([tag, use_count]).toEqual([tag, uses.get(tag) ?? 0]);

  await compactTagLedger(service.db, 1);
  expect(await rows()).toBeLessThan(2 * TAGS.length);
  expect((await service.call('GET', '/tags')).body.data).toEqual(data);
});

test('popular tags make nobody queue: a write of a tag goes through while another one is held open', async () => {
  await service.push([
    { code: 'Q-1', name_cn: '甲' },
    { code: 'Q-2', name_cn: '乙' },
  ]);
  await service.db.tx(async (tx) => {
    await tx.none(`UPDATE products SET tags = 'HPLC' WHERE code = 'Q-1'`);
    const answer = await service.write('POST', '/tags/apply', { codes: ['Q-2'], tags: ['HPLC'] }); // prettier-ignore
    expect(answer.body).toMatchObject({ done: 1 });
  });
  expect(await service.db.any(DIFFERENCES)).toEqual([]);
});

test('a ledger that has hardly grown is left alone', async () => {
  await service.push([{ code: 'G-1', name_cn: '甲', tags: 'HPLC' }]);
  const before = await service.db.any('SELECT tag, delta FROM tag_ledger ORDER BY 1, 2');
  await compactTagLedger(service.db);
  expect(await service.db.any('SELECT tag, delta FROM tag_ledger ORDER BY 1, 2')).toEqual(before);
});
