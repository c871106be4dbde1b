import Papa from 'papaparse';
import { issueKey } from '../../../src/platform/access/keys.js';
import { officeOfFile } from '../../desk/office.js';
import { begin, readAll } from '../../support/wire.js';
import { serviceOfFile } from '../../support/service.js';
import { surfaced } from '../../support/surfaced.js';
import { until } from '../../support/until.js';

const service = serviceOfFile();
const office = officeOfFile(service);

const COLUMNS = [
  { header: 'code', field: 'code' },
  { header: 'name', field: 'name_cn' },
  { header: 'status', field: 'status', map: { in_stock: '现货' } },
];
const put = async (name: string, more: object = {}) => {
  const json = { title: 'T', format: 'csv', encoding: 'utf-8', columns: COLUMNS, ...more };
  const { status } = await service.write('PUT', `/export/profiles/${name}`, json);
  expect([200, 201]).toContain(status);
};
const recordsOf = async (name: string) =>
  (await service.write('GET', `/export/profiles/${name}/deliveries`)).body.data;

/** A delivery, as its recipient gets it, once it is on record. */
async function deliver(name: string, scope = 'all') {
  const before = await recordsOf(name);
  const answer = await service.write('POST', `/export/profiles/${name}/deliveries?scope=${scope}`);
  if (answer.status === 200) await until(async () => (await recordsOf(name)).length > before.length);
  return answer;
}

const rowsOf = (text: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, newline: '\r\n', skipEmptyLines: true }).data;

/** A recipient that takes everything once, and then what has changed and what has gone. */
class Recipient {
  readonly rows = new Map<string, Record<string, string>>();
  readonly profile: string;

  constructor(profile: string) {
    this.profile = profile;
  }

  async take(scope: 'all' | 'delta' | 'revocations'): Promise<void> {
    const { status, text } = await deliver(this.profile, scope);
    expect([scope, status]).toEqual([scope, 200]);
    if (scope === 'all') this.rows.clear();
    for (const row of rowsOf(text)) {
      if (scope === 'revocations') this.rows.delete(row['code']!);
      else this.rows.set(row['code']!, row);
    }
  }
}

const byCode = (rows: Iterable<Record<string, string>>) =>
  [...rows].sort((a, b) => (a['code']! < b['code']! ? -1 : 1));

test('all, then each delta and the revocations after it, beside 4,000 writes, equal a new copy', async () => {
  const profiles = { stock: { category: '标准品' }, tagged: { tag: 'EP' } };
  for (const [name, filter] of Object.entries(profiles)) await put(name, { filter });
  const item = (n: number, round: number) => ({
    code: `D-${n}`,
    name_cn: `甲${round}`,
    category: (n + round) % 3 === 0 ? '标准品' : '中间体',
    status: ['in_stock', 'futures', 'custom', 'off'][(n * 7 + round) % 4],
    tags: (n + round) % 2 === 0 ? 'EP' : 'USP',
  });
  const codes = Array.from({ length: 400 }, (_, n) => n);
  await service.push(codes.map((n) => item(n, 0)));

  let isWriting = true;
  const write = async (): Promise<void> => {
    for (let round = 1; round <= 10; round++) {
      const some = codes.filter((n) => (n + round) % 11 === 0).map((n) => `D-${n}`);
      // Both at once: their transactions overlap, so that they do not commit in the order of the log.
      await Promise.all([
        service.push(codes.slice(0, 200).map((n) => item(n, round))),
        service.push(codes.slice(200).map((n) => item(n, round))),
      ]);
      await service.write('DELETE', '/products/batch', { codes: some });
    }
    isWriting = false;
  };
  const follow = async (recipient: Recipient): Promise<void> => {
    await recipient.take('all');
    while (isWriting) {
      await recipient.take('delta');
      await recipient.take('revocations');
    }
    await recipient.take('delta');
    await recipient.take('revocations');
  };
  const recipients = Object.keys(profiles).map((name) => new Recipient(name));
  await Promise.all([write(), ...recipients.map(follow)]);

  for (const { profile, rows } of recipients) {
    expect((await recordsOf(profile)).length).toBeGreaterThan(5);
    const copy = await service.write('GET', `/export?profile=${profile}`);
    const expected = rowsOf(copy.text);
    expect(expected.length).toBeGreaterThan(20);
    expect(byCode(rows.values())).toEqual(byCode(expected));
  }
});

test('a record says who got what: scope, count, bytes and the SHA-256 of the file', async () => {
  await put('recorded', { filter: { series: 'R' } });
  await service.push([{ code: 'R-1', name_cn: '甲', series: 'R' }]);
  const { bytes, headers } = await deliver('recorded');
  const [record] = await recordsOf('recorded');
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
  expect(record).toMatchObject({ by: 'test', scope: 'all', count: 1, bytes: bytes.length, sha256 });
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${record.file}"`);
  expect(headers.get('x-total-count')).toBe('1');
});

test('a download that is none changes nothing: GET shows what a delivery would hold', async () => {
  await put('looked', { filter: { series: 'L' } });
  await service.push([{ code: 'L-1', name_cn: '甲', series: 'L' }]);
  await surfaced(service.db);
  await deliver('looked');
  await service.push([{ code: 'L-2', name_cn: '乙', series: 'L' }]);
  await surfaced(service.db);
  // Who has all of it has not what a delta is.
  const { headers } = await service.write('GET', '/export?profile=looked');
  const known = { 'If-None-Match': headers.get('etag')! };
  const look = () => service.write('GET', '/export?profile=looked&scope=delta', undefined, known);
  const first = await look();
  expect(rowsOf(first.text).map(({ code }) => code)).toEqual(['L-2']);
  expect((await look()).text).toBe(first.text);
  expect((await deliver('looked', 'delta')).text).toBe(first.text);
  expect(rowsOf((await look()).text)).toEqual([]);
  expect(await recordsOf('looked')).toHaveLength(2);
});

test('each recipient of a profile is given every change, by its name, whoever else takes some', async () => {
  await put('several', { filter: { series: 'V' } });
  const path = '/profiles/several/deliveries?scope=delta';
  const byKey = (key: string, more = '') => service.call('POST', `/export${path}${more}`, { key });
  const takes = {
    'the key': () => byKey(service.key),
    // A new one each time.
    'keys of a name': async () => byKey((await issueKey(service.db, { name: 'partner' })).key),
    'whom a key names': () => byKey(service.key, '&recipient=甲方'),
    'whom staff name': () => office.api('POST', `/export${path}&recipient=desk`),
  };
  for (const code of ['V-1', 'V-2', 'V-3']) {
    await service.push([{ code, name_cn: '甲', series: 'V' }]);
    await surfaced(service.db);
    for (const [who, take] of Object.entries(takes)) {
      const before = (await recordsOf('several')).length;
      expect([who, rowsOf((await take()).text).map((row) => row['code'])]).toEqual([who, [code]]);
      await until(async () => (await recordsOf('several')).length > before);
    }
  }
  const records = await recordsOf('several');
  expect(new Set(records.map(({ recipient }: { recipient: string }) => recipient))).toEqual(
    new Set(['test', 'partner', '甲方', 'desk']),
  );
  for (const scope of ['all', 'delta'])
    expect(await office.api('POST', `/export${path.replace('delta', scope)}`)).toMatchObject({ status: 400, body: { errors: [{ path: 'recipient', code: 'required' }] } }); // prettier-ignore
});

test('a key with the access read takes deliveries in its own name alone', async () => {
  await put('own', { filter: { series: 'O' } });
  const { key } = await issueKey(service.db, { name: 'reader', access: 'read' });
  const take = (more: string) => service.call('POST', `/export/profiles/own/deliveries?${more}`, { key });
  expect((await take('scope=delta&recipient=partner')).status).toBe(403);
  expect(await recordsOf('own')).toEqual([]);
  expect([(await take('scope=delta')).status, (await take('scope=delta&recipient=reader')).status]).toEqual([
    200, 200,
  ]);
});

test('a first delta is everything, first revocations are none, and those after the delta lack nothing', async () => {
  await put('first', { filter: { series: 'F' } });
  await service.push([{ code: 'F-1', name_cn: '甲', series: 'F' }]);
  expect(rowsOf((await deliver('first', 'revocations')).text)).toEqual([]);
  expect(rowsOf((await deliver('first', 'delta')).text).map(({ code }) => code)).toEqual(['F-1']);
  await service.write('DELETE', '/products/F-1');
  await surfaced(service.db);
  expect(rowsOf((await deliver('first', 'delta')).text)).toEqual([]);
  expect(rowsOf((await deliver('first', 'revocations')).text).map((row) => Object.values(row))).toEqual([
    ['F-1'],
  ]);
});

test('a product that lost its structure has gone from a profile of structures', async () => {
  await put('drawn', { format: 'sdf', encoding: undefined, filter: { series: 'S' } });
  const [kept, lost] = ['S-1', 'S-2'].map((code) => ({ code, name_cn: '甲', series: 'S', smiles: 'CCO' }));
  await service.push([kept!, lost!]);
  await deliver('drawn');
  const call = (method: string, json?: object) =>
    service.call(method, '/products/S-2/structure', { key: service.key, ...(json && { json }) });
  await call('DELETE');
  await surfaced(service.db);
  const gone = rowsOf((await deliver('drawn', 'revocations')).text);
  expect(gone.map((row) => Object.values(row))).toEqual([['S-2']]);
  await call('PUT', { smiles: 'CCN' });
  await surfaced(service.db);
  expect(rowsOf((await deliver('drawn', 'revocations')).text)).toEqual([]);
});

describe('a delivery that cannot be continued is a 410 that says to take all', () => {
  const expectGone = async (name: string, says: RegExp) => {
    for (const scope of ['delta', 'revocations']) {
      const { status, body } = await deliver(name, scope);
      expect([status, body.detail]).toEqual([410, expect.stringMatching(says)]);
    }
    await deliver(name, 'all');
    expect((await deliver(name, 'delta')).status).toBe(200);
  };

  test('because the profile holds something else by now', async () => {
    await put('changed', { filter: { series: 'C' } });
    await deliver('changed');
    await put('changed', { filter: { series: 'C' }, title: 'Another title' });
    expect((await deliver('changed', 'delta')).status).toBe(200);
    await put('changed', { filter: { series: 'C2' } });
    await expectGone('changed', /changed.*take all/);
  });

  test('because the log no longer reaches back to it, or began anew', async () => {
    await put('old', { filter: { series: 'O' } });
    await deliver('old');
    await service.db.none(`UPDATE export_deliveries SET xid = '1', seq = 0 WHERE profile = 'old'`);
    await service.db.none(`UPDATE change_log SET pruned_xid = '2'`);
    await expectGone('old', /30 days.*take all/);
    await service.db.none('UPDATE change_log SET epoch = gen_random_uuid()');
    await expectGone('old', /anew.*take all/);
  });
});

test('deliveries are told of a profile without any and of a deleted one; of one that never was a 404', async () => {
  const list = (name: string, query = '') =>
    service.write('GET', `/export/profiles/${name}/deliveries${query}`);
  await put('fleeting', { filter: { series: 'F' } });
  expect(await list('fleeting')).toMatchObject({ status: 200, body: { data: [] } });
  expect(await list('pubchem')).toMatchObject({ status: 200, body: { data: [] } });
  await deliver('fleeting');
  await service.write('DELETE', '/export/profiles/fleeting');
  expect(await list('fleeting')).toMatchObject({ status: 200, body: { data: [{ profile: 'fleeting' }] } });
  expect(await list('fleeting', '?before=1')).toMatchObject({ status: 200, body: { data: [] } });
  expect(await list('nosuch')).toMatchObject({ status: 404, body: { ok: false } });
  expect((await list('nosuch', '?before=5')).status).toBe(404);
});

test('a download that breaks off is no delivery', async () => {
  await service.db.none(
    `INSERT INTO products (code, name_cn, description, series, source)
       SELECT 'X-' || n, '甲', repeat('说明', 400), 'X', 'erp' FROM generate_series(1, 5000) n`,
  );
  await put('large', {
    filter: { series: 'X' },
    columns: [...COLUMNS, { header: 'text', field: 'description' }],
  });
  const path = '/export/profiles/large/deliveries';
  const broken = await begin(service, path, { 'X-API-Key': service.key }, { method: 'POST' });
  expect(broken.statusCode).toBe(200);
  broken.destroy();
  const { status, bytes } = await readAll(
    await begin(service, path, { 'X-API-Key': service.key }, { method: 'POST' }),
  );
  expect(status).toBe(200);
  await until(async () => (await recordsOf('large')).length > 0);
  expect(await recordsOf('large')).toEqual([expect.objectContaining({ bytes: bytes.length })]);
});
