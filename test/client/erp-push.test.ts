import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { workbook } from '../exchange/import/workbook.js';
import { launch, temporaryFolder } from '../infra/launch.js';
import type { Ended } from '../infra/launch.js';
import { serviceOfFile } from '../support/service.js';

const service = serviceOfFile();
const folder = temporaryFolder();
beforeAll(() =>
  writeFile(
    join(folder, 'key'),
    `${service.key}
`,
  ),
);

async function push(name: string, content: string | Buffer, ...more: string[]): Promise<Ended> {
  const file = join(folder, name);
  await writeFile(file, content);
  const to = ['--to', `${service.origin}/api/v1`, '--key-file', join(folder, 'key')];
  return launch('node', ['dist/src/client/examples/erp-push.js', ...to, ...more, file], {}).ended;
}
const productOf = async (code: string) => (await service.call('GET', `/products/${code}`)).body.data;

test('a file of an ERP goes in under its own headings; a second push changes nothing', async () => {
  const rows = Array.from({ length: 25 }, (_, i) => `ERP-${i},试剂${i},,${i % 2}`).join('\r\n');
  const csv = `\uFEFF货号,品名,CAS号,库存\r\n${rows}\r\n`;
  expect(await push('products.csv', csv)).toMatchObject({
    code: 0,
    out: '25 created, 0 updated, 0 unchanged, 0 rejected\n',
    err: '',
  });
  expect(await productOf('ERP-23')).toMatchObject({ name_cn: '试剂23', in_stock: true, source: 'erp' });
  expect((await push('products.csv', csv)).out).toBe('0 created, 0 updated, 25 unchanged, 0 rejected\n');
  const sheet = workbook([
    ['货号', '品名', '库存'],
    ['ERP-24', '试剂24', 3],
  ]);
  expect((await push('products.xlsx', Buffer.from(sheet))).out).toContain('0 created, 1 updated');
  const ndjson = '{"code":"ND-1","name_cn":"甲"}\n\n{"code":"ND-2","name_cn":"乙"}\n';
  expect((await push('a.ndjson', ndjson)).out).toContain('2 created');
});

test('refused rows are told by their line, and stop no others; ignored columns and another encoding are told', async () => {
  const csv = '货号,品名, 柜号 ,status\nBAD-1,甲,,\nBAD-2,,,\nBAD-3,"乙\n丙",,gone\nBAD-4,溶剂,,custom\n';
  const { code, out, err } = await push('bad.csv', iconv.encode(csv, 'gbk'));
  expect([code, out]).toEqual([1, '2 created, 0 updated, 0 unchanged, 2 rejected\n']);
  expect(err).toMatch(
    /^read as gb18030.*\nignored, not fields of a product: "柜号"\nline 3, BAD-2, name_cn: .+\nline 4, BAD-3, (?:name_cn|status): .+\n/,
  );
  expect(await productOf('BAD-4')).toMatchObject({ name_cn: '溶剂' });
});

test('what cannot be pushed is told: a broken file, a refused key, a wrong usage, an address where nobody listens', async () => {
  const line = '{"code":"X","name_cn":"甲"}\n';
  expect(await push('b.ndjson', `${line}{"code":\n`)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^line 2: /),
  });
  await writeFile(join(folder, 'other'), 'pds_other');
  const refused = await push('c.ndjson', line, '--key-file', join(folder, 'other'));
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^broken off: .*API key/) });
  expect((await push('d.ndjson', line, '--to', '')).code).toBe(2);
  const nobody = await push('e.ndjson', line, '--to', 'http://127.0.0.1:2/api/v1');
  expect(nobody).toMatchObject({ code: 1, err: 'broken off: fetch failed (ECONNREFUSED)\n' });
});
