import iconv from 'iconv-lite';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { fillWithNasty, tableOf } from '../../contract/catalogue.js';
import { picture } from '../../catalogue/media/images.js';
import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile();
beforeAll(async () => {
  await fillWithNasty(service, 300);
  const png = await picture('png');
  const { body } = await service.write('POST', '/media', {
    image: png.toString('base64'),
    mime: 'image/png',
  });
  await service.push([
    {
      code: 'A/1:x',
      name_cn: '阿司匹林杂质',
      name_en: 'α-Aspirin–β′ 2，4-Ｄ “x” é',
      synonyms: '乙酰水杨酸;acetyl|salicylic acid;ASA',
      cas: '50-78-2',
      formula: 'C₉H₈O₄',
      mw: 180.156,
      category: '标准品',
      status: 'in_stock',
      tags: 'HPLC;EP',
      series: 'P',
      structure_url: body.results.url,
      description: '一\n二',
    },
    { code: 'A2', name_cn: '乙', status: 'off', series: 'P', category: '标准品' },
    { code: 'A3', name_cn: '丙', status: 'custom', series: 'P', structure_url: 'https://example.com/a.png' },
  ]);
});

const put = (name: string, definition: object) =>
  service.write('PUT', `/export/profiles/${name}`, definition);
async function file(name: string, key: string | null = service.key) {
  const answer = await service.call('GET', `/export?profile=${name}`, { key });
  expect([name, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([name, 200, '']);
  return answer;
}
const withoutBom = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString()
    .replace(/^\ufeff/, '');
const SERIES = { filter: { series: 'P' }, title: 'T' };
const DAY = new Date().toISOString().slice(0, 10);

describe('what comes with the service', () => {
  test('csv and chemicalbook are the same bytes as their formats', async () => {
    for (const name of ['csv', 'chemicalbook']) {
      const byProfile = await file(name, null);
      const byFormat = await service.call('GET', `/export?format=${name}`);
      expect(byProfile.bytes.equals(byFormat.bytes)).toBe(true);
      expect(byProfile.headers.get('content-type')).toBe(byFormat.headers.get('content-type'));
    }
  });

  test('cas-supplier is ASCII, tab separated, one row an item, with statuses in words', async () => {
    const { bytes, headers } = await file('cas-supplier', null);
    expect(headers.get('content-type')).toBe('text/tab-separated-values; charset=us-ascii');
    expect(bytes.every((byte) => byte < 0x80)).toBe(true);
    const { data, errors } = Papa.parse<Record<string, string>>(bytes.toString(), {
      header: true,
      delimiter: '\t',
      newline: '\r\n',
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data).toHaveLength((await tableOf(service, `status <> 'off'`)).length);
    expect(headers.get('x-total-count')).toBe(String(data.length));
    expect(data.find((row) => row['Catalog Number'] === 'A/1:x')).toEqual({
      'Catalog Number': 'A/1:x',
      'CAS Registry Number': '50-78-2',
      'Chemical Name': "alpha-Aspirin-beta' 2,4-D 'x' e",
      Synonyms: 'acetyl|salicylic acid;ASA',
      'Molecular Formula': 'C9H8O4',
      'Molecular Weight': '180.156',
      Availability: 'In stock',
      'Structure Image': expect.stringMatching(/^http.*\/media\/\d+$/),
      'Product Page': `${service.origin}/products/A%2F1%3Ax`,
      'Last Updated': DAY,
    });
  });

  test('cn-marketplace is a workbook in Chinese', async () => {
    const { bytes } = await file('cn-marketplace', null);
    const [sheet] = await readWorkbook(bytes);
    const data: unknown[][] = sheet!.data;
    expect(data).toHaveLength((await tableOf(service, `status <> 'off'`)).length + 1);
    const row = data.find(([code]) => code === 'A/1:x')!;
    expect(Object.fromEntries(data[0]!.map((header, i) => [header, row[i]]))).toEqual({
      货号: 'A/1:x',
      产品名称: '阿司匹林杂质',
      英文名称: 'α-Aspirin–β′ 2，4-Ｄ “x” é',
      CAS号: '50-78-2',
      分子式: 'C₉H₈O₄',
      分子量: 180.156,
      产品分类: '标准品',
      库存状态: '现货',
      产品图片: expect.stringMatching(/^http.*\/media\/\d+$/),
      产品说明: '一\n二',
      产品链接: `${service.origin}/products/A%2F1%3Ax`,
    });
  });

  test('each line of agent-feed is a product as the Agentic Commerce Protocol has it, without a price', async () => {
    const text = { type: 'string' };
    const one = (properties: object, ...required: string[]) => ({
      type: 'object',
      additionalProperties: false,
      properties,
      required,
    });
    const variant = one(
      {
        id: text,
        title: text,
        url: text,
        availability: one({ available: { type: 'boolean' }, status: text }),
        categories: { type: 'array', items: one({ value: text, taxonomy: text }, 'value') },
      },
      'id',
      'title',
    );
    const media = one({ type: text, url: text, alt_text: text }, 'type', 'url');
    const product = one(
      {
        id: text,
        title: text,
        description: { ...one({ plain: text }), minProperties: 1 },
        url: text,
        media: { type: 'array', items: media },
        variants: { type: 'array', minItems: 1, items: variant },
      },
      'id',
      'variants',
    );
    const validate = new Ajv2020().compile(product);
    const lines = (await file('agent-feed', null)).bytes.toString().trim().split('\n');
    expect(lines).toHaveLength((await tableOf(service, `status <> 'off'`)).length);
    for (const line of lines) expect([line, validate(JSON.parse(line))]).toEqual([line, true]);
    const url = `${service.origin}/products/A%2F1%3Ax`;
    const title = 'α-Aspirin–β′ 2，4-Ｄ “x” é';
    expect(lines.map((line) => JSON.parse(line)).find(({ id }) => id === 'A/1:x')).toEqual({
      id: 'A/1:x',
      title,
      description: {
        plain: expect.stringContaining('CAS 50-78-2\nFormula C₉H₈O₄\nMolecular weight 180.156'),
      },
      url,
      media: [{ type: 'image', url: expect.stringMatching(/^http.*\/media\/\d+$/), alt_text: title }],
      variants: [
        {
          id: 'A/1:x',
          title,
          url,
          availability: { available: true, status: 'in_stock' },
          categories: [{ value: '标准品', taxonomy: 'merchant' }],
        },
      ],
    });
  });

  test('nobody changes or deletes it', async () => {
    const changed = await put('csv', { ...SERIES, format: 'csv', columns: [{ field: 'code' }] });
    expect([changed.status, changed.body.errors[0].code]).toEqual([400, 'built_in']);
    const gone = await service.write('DELETE', '/export/profiles/chemicalbook');
    expect([gone.status, gone.body.errors[0].code]).toEqual([400, 'built_in']);
  });
});

test('columns: constants, maps and other forms', async () => {
  await put('forms', {
    ...SERIES,
    format: 'ndjson',
    columns: [
      { field: 'code' },
      { header: '供应商', constant: `'); DROP TABLE products; --` },
      { header: 'S', field: 'status', map: { in_stock: '现货', custom: '询价' } },
      { header: 'S2', field: 'status', map: { in_stock: '' } },
      { header: 'mw2', field: 'mw', map: { '1': 'x' } },
      { header: 'tags', field: 'tags', format: 'pipes' },
      { header: 'cn', field: 'synonyms_cn' },
      { header: 'en', field: 'synonyms_en', format: 'pipes' },
      { header: 'line', field: 'description', format: 'line' },
      { header: 'stock', field: 'in_stock' },
      { header: 'day', field: 'updated_at', format: 'date' },
      { header: `it's "x"`, field: 'series' },
    ],
  });
  const { text } = await file('forms');
  const lines = text.trimEnd().split('\n');
  const both = { 供应商: `'); DROP TABLE products; --`, day: DAY, [`it's "x"`]: 'P' };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      ...both,
      货号: 'A/1:x',
      S: '现货',
      S2: null,
      mw2: '180.156',
      tags: 'HPLC|EP',
      cn: '乙酰水杨酸',
      en: 'acetyl/salicylic acid|ASA',
      line: '一 二',
      stock: true,
    },
    {
      ...both,
      货号: 'A3',
      S: '询价',
      S2: 'custom',
      mw2: null,
      tags: null,
      cn: null,
      en: null,
      line: null,
      stock: false,
    },
  ]);
  expect(Object.keys(JSON.parse(lines[0]!)).slice(0, 3)).toEqual(['货号', '供应商', 'S']);
});

test('encodings: with and without BOM, GB 18030, and ASCII with what stands for the rest', async () => {
  const definition = { ...SERIES, format: 'csv', columns: [{ header: 'N', field: 'name_cn' }] };
  const expected = 'N\r\n阿司匹林杂质\r\n丙\r\n';
  for (const [encoding, read] of [
    ['utf-8', (bytes: Buffer) => bytes.toString()],
    ['utf-8-bom', withoutBom],
    ['gb18030', (bytes: Buffer) => iconv.decode(bytes, 'gb18030')],
  ] as const) {
    await put('encoded', { ...definition, encoding });
    const { bytes } = await file('encoded');
    expect(read(bytes)).toBe(expected);
    expect(bytes.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(encoding === 'utf-8-bom');
  }
  await put('encoded', { ...definition, encoding: 'ascii' });
  expect((await file('encoded')).text).toBe('N\r\n??????\r\n?\r\n');
});

describe('who may', () => {
  const definition = { ...SERIES, format: 'csv', columns: [{ field: 'code' }] };

  test('a profile that is not public needs a key, and without one cannot be told from none', async () => {
    await put('closed', definition);
    const closed = await service.call('GET', '/export?profile=closed');
    const none = await service.call('GET', '/export?profile=none');
    expect([closed.status, none.status]).toEqual([401, 401]);
    expect(closed.body.detail).toBe(none.body.detail);
    expect((await service.write('GET', '/export?profile=none')).status).toBe(400);
    await put('closed', { ...definition, public: true });
    await file('closed', null);
  });

  test('a profile decides all but the scope', async () => {
    const answer = await service.call('GET', '/export?profile=csv&format=csv');
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'format']);
    for (const other of ['scope=delta', 'recipient=a'])
      expect((await service.call('GET', `/export?${other}`)).body.errors[0].path).toBe(other.split('=')[0]);
    // What was delivered to somebody before is told to holders of keys alone.
    for (const other of ['scope=delta', 'recipient=a'])
      expect((await service.call('GET', `/export?profile=csv&${other}`)).status).toBe(401);
    for (const name of ['csv', 'cas-supplier', 'cn-marketplace']) {
      const head = await service.call('HEAD', `/export?profile=${name}`);
      const { headers } = await file(name, null);
      for (const each of ['content-type', 'content-disposition', 'cache-control'])
        expect([name, each, head.headers.get(each)]).toEqual([name, each, headers.get(each)]);
    }
  });

  test('it is made, read, listed, replaced and deleted by name', async () => {
    expect((await put('kept', definition)).status).toBe(201);
    expect((await put('kept', definition)).status).toBe(200);
    const write = (headers: Record<string, string>, method = 'PUT') =>
      service.call(method, '/export/profiles/kept', {
        key: service.key,
        headers,
        ...(method === 'PUT' && { json: definition }),
      });
    expect((await write({ 'If-None-Match': '*' })).status).toBe(412);
    for (const method of ['PUT', 'DELETE'])
      expect((await write({ 'If-Match': '"another"' }, method)).status).toBe(412);
    const { headers } = await service.write('GET', '/export/profiles/kept');
    expect((await write({ 'If-Match': headers.get('etag')! })).status).toBe(200);
    const at = { key: service.key };
    const read = await service.call('GET', '/export/profiles/kept', at);
    expect(read.body.data).toMatchObject({ name: 'kept', built_in: false, updated_by: 'test', definition });
    const listed = await service.call('GET', '/export/profiles', at);
    expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['csv', 'chemicalbook', 'cas-supplier', 'cn-marketplace', 'agent-feed', 'kept']),
    );
    const deleted = await service.call('DELETE', '/export/profiles/kept', at);
    expect(deleted.body).toEqual({ ok: true, name: 'kept' });
    expect((await service.call('GET', '/export/profiles/kept', at)).status).toBe(404);
    expect((await service.call('DELETE', '/export/profiles/kept', at)).status).toBe(404);
    expect((await write({ 'If-Match': '*' }, 'DELETE')).status).toBe(404);
    expect((await put('Bad Name', definition)).body.errors[0].code).toBe('bad_name');
  });
});
