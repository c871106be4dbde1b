import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { launch } from '../infra/launch.js';
import type { Ended } from '../infra/launch.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(process.env['TEST_FOLDER']!, 'erp-'));
  await writeFile(join(folder, 'key'), `${service.key}\n`);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

async function push(name: string, content: string | Buffer, ...more: string[]): Promise<Ended> {
  const file = join(folder, name);
  await writeFile(file, content);
  const program = 'dist/src/client/examples/erp-push.js';
  const args = [
    program,
    '--to',
    `${service.origin}/api/v1`,
    '--key-file',
    join(folder, 'key'),
    ...more,
    file,
  ];
  return launch('node', args, {}).ended;
}
const productOf = async (code: string) => (await service.call('GET', `/products/${code}`)).body.data;

test('a CSV of an ERP goes in by batches, under its own headings; a second push changes nothing', async () => {
  const rows = Array.from({ length: 25 }, (_, i) => `ERP-${i},试剂${i},50-78-2,${i % 2}`).join('\r\n');
  const csv = `\uFEFF货号,品名,CAS号,库存\r\n${rows}\r\n`;
  expect(await push('products.csv', csv, '--batch', '10')).toMatchObject({
    code: 0,
    out: '25 created, 0 updated, 0 unchanged, 0 rejected\n',
    err: '',
  });
  expect(await productOf('ERP-24')).toMatchObject({ name_cn: '试剂24', cas: '50-78-2', status: 'futures' });
  expect(await productOf('ERP-23')).toMatchObject({ in_stock: true, source: 'erp' });
  expect((await push('products.csv', csv)).out).toBe('0 created, 0 updated, 25 unchanged, 0 rejected\n');
});

test('rejected rows are told by their line, and stop no others', async () => {
  const csv = '货号,品名,状态x,status\nBAD-1,甲,,\nBAD-2,,,\nBAD-3,"乙\n丙",,gone\nBAD-4,丁,,custom\n';
  const { code, out, err } = await push('bad.csv', csv, '--batch', '2');
  expect([code, out]).toEqual([1, '2 created, 0 updated, 0 unchanged, 2 rejected\n']);
  expect(err).toMatch(/^line 3, BAD-2, name_cn: .+\nline 5, BAD-3, (?:name_cn|status): .+\n$/);
});

test('headings are trimmed; columns without a field, and another encoding than UTF-8, are reported', async () => {
  const csv = '\uFEFF 货号 ,品名\t, 柜号,库存 \r\nGB-1,试剂,A7,1\r\nGB-2,试剂,,0\r\n';
  const ignored = 'ignored, not fields of a product: "柜号"\n';
  expect(await push('padded.csv', csv)).toMatchObject({ code: 0, err: ignored });
  expect(await productOf('GB-1')).toMatchObject({ name_cn: '试剂', in_stock: true });
  expect(await push('gbk.CSV', iconv.encode(csv.slice(1).replaceAll('试剂', '溶剂'), 'gbk'))).toMatchObject({
    code: 0,
    out: '0 created, 2 updated, 0 unchanged, 0 rejected\n',
    err: `not UTF-8: read as GB18030\n${ignored}`,
  });
  expect(await productOf('GB-2')).toMatchObject({ name_cn: '溶剂', in_stock: false });
  expect(await push('unicode.csv', iconv.encode(csv, 'utf-16le'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^broken off: .+unicode\.csv is neither UTF-8 nor GB18030/),
  });
});

test('an empty cell leaves its field as it is', async () => {
  await push('full.csv', 'code,name_cn,formula\nKEEP-1,甲,C9H8O4\n');
  await push('blank.csv', 'code,name_cn,formula\nKEEP-1,乙,\n');
  expect(await productOf('KEEP-1')).toMatchObject({ name_cn: '乙', formula: 'C9H8O4' });
});

test('NDJSON goes in too, and a line that is none ends the push with its number', async () => {
  const { out } = await push(
    'a.ndjson',
    '{"code":"ND-1","name_cn":"甲"}\n\n{"code":"ND-2","name_cn":"乙"}\n',
  );
  expect(out).toBe('2 created, 0 updated, 0 unchanged, 0 rejected\n');
  const broken = await push('b.ndjson', '{"code":"ND-3","name_cn":"甲"}\n{"code":\n');
  expect(broken).toMatchObject({ code: 1, err: 'broken off: line 2 is no JSON\n' });
});

test('a key that is refused, a wrong usage, and an address where nobody listens are told', async () => {
  await writeFile(join(folder, 'other'), 'pds_other');
  const refused = await push(
    'c.ndjson',
    '{"code":"X","name_cn":"甲"}\n',
    '--key-file',
    join(folder, 'other'),
  );
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^broken off: .*API key/) });
  expect((await push('d.ndjson', '', '--batch', '0')).code).toBe(2);
  const nobody = await push('e.ndjson', '{"code":"X","name_cn":"甲"}\n', '--to', 'http://127.0.0.1:2/api/v1');
  expect(nobody).toMatchObject({ code: 1, err: 'broken off: fetch failed (ECONNREFUSED)\n' });
});
