import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Molecule } from 'openchemlib';
import { sdfRecords } from '../../../src/exchange/exports/sdf.js';
import { download } from '../../support/wire.js';
import { catalogue, temporaryFolder } from '../../infra/launch.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';

const METHANOL = `as it was drawn
  by hand

  2  1  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.2000    0.7000    0.0000 O   0  0
  1  2  1  0
M  END`;
const SALT = 'C[C@H](N)C(=O)O.Cl';

const service = serviceOfFile();
beforeAll(async () => {
  await service.push([
    {
      code: 'S-1',
      name_cn: '丙氨酸盐酸盐',
      name_en: 'Alanine hydrochloride',
      synonyms: 'A;B',
      cas: '25616-13-1',
      description: '一\r\n\r\n$$$$\n> <x>\n二',
      smiles: SALT,
    },
    { code: 'S/2', name_cn: '甲醇', status: 'off', molfile: `${METHANOL}\r\n> <no>\r\nx\r\n\r\n$$$$\r\n` },
    { code: 'S-3', name_cn: '没有结构' },
  ]);
});

const text = async (query: string) => {
  const { status, headers, bytes } = await download(service, `/export?${query}`);
  expect(status).toBe(200);
  return { headers, text: bytes.toString() };
};
/** The records of an SD file: the title, the molfile, the data items. */
function recordsOf(file: string) {
  expect(file.endsWith('$$$$\n')).toBe(true);
  return file
    .split(/^\$\$\$\$\n/m)
    .slice(0, -1)
    .map((record) => {
      const [molfile = '', data = ''] = record.split(/(?<=^M {2}END\n)/m);
      const items = data.split('\n\n').filter(Boolean);
      return {
        title: molfile.split('\n')[0],
        molfile,
        data: Object.fromEntries(
          items.map((item) => [/^> <(.*)>\n/.exec(item)![1], item.replace(/^.*\n/, '')]),
        ),
      };
    });
}

test('products that have a structure, each with its molfile and the fields that have a value', async () => {
  const { headers, text: file } = await text('format=sdf');
  expect(headers).toMatchObject({
    'content-type': 'chemical/x-mdl-sdfile; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="products-[-\d]{10}\.sdf"$/),
    'x-total-count': '2',
  });
  const [salt, methanol] = recordsOf(file);
  expect(salt).toMatchObject({
    title: 'S-1',
    data: {
      code: 'S-1',
      name_en: 'Alanine hydrochloride',
      name_cn: '丙氨酸盐酸盐',
      cas: '25616-13-1',
      in_stock: 'false',
      // A blank line would end the item, and a line of $$$$ the record.
      description: '一\n $$$$\n > <x>\n二',
    },
  });
  expect(salt!.data).not.toHaveProperty('series');
  const read = Molecule.fromMolfile(salt!.molfile);
  expect(read.getIDCode()).toBe(Molecule.fromSmiles(SALT).getIDCode());
  expect(
    new Set(Array.from({ length: read.getAllAtoms() }, (_, atom) => read.getAtomX(atom))).size,
  ).toBeGreaterThan(3);
  expect(methanol!.molfile).toBe(`${METHANOL.replace('as it was drawn', 'S/2')}\n`);
});

test('a structure of over 999 atoms comes as V3000, which alone has room for them', async () => {
  // 201 molecules of methane whose hydrogens are deuterium.
  const atoms = Array.from({ length: 1005 }, (_, i) => {
    const [element, mass] = i % 5 === 0 ? ['C', ''] : ['H', ' MASS=2'];
    return `${i + 1} ${element} ${(i % 40) + 0.5} ${Math.floor(i / 40)} 0 0${mass}`;
  });
  const bonds = Array.from({ length: 804 }, (_, i) => {
    const carbon = 5 * Math.floor(i / 4) + 1;
    return `${i + 1} 1 ${carbon} ${carbon + 1 + (i % 4)}`;
  });
  const counts = 'COUNTS 1005 804';
  const table = ['BEGIN CTAB', `${counts} 0 0 0`, 'BEGIN ATOM', ...atoms, 'END ATOM', 'BEGIN BOND', ...bonds, 'END BOND', 'END CTAB']; // prettier-ignore
  const head = ['', '', '', '  0  0  0     0  0            999 V3000'];
  const given = [...head, ...table.map((line) => `M  V30 ${line}`), 'M  END'].join('\n');
  await service.push([{ code: 'LARGE', name_cn: '大', series: 'large', molfile: given }]);
  const [{ molfile } = { molfile: '' }] = recordsOf((await text('format=sdf&series=large')).text);
  expect(molfile.split('\n')[3]).toContain('V3000');
  expect(molfile).toContain(`M  V30 ${counts}`);
  expect((await service.call('GET', '/products/LARGE/structure')).body.data).toMatchObject({
    formula: expect.stringMatching(/^C201/),
    fragments: 201,
  });
  expect((await service.write('DELETE', '/products/LARGE')).status).toBe(200);
});

describe('where the process that draws does not answer for some', () => {
  const lines = ['CC', 'slow', 'CO', 'slow', 'CCC'].map((text, i) =>
    Buffer.from(`${JSON.stringify([[], `N-${i}`, 'smiles', text])}\n`),
  );
  const fileOf = async (molfilesOf: (texts: string[]) => (string | undefined)[]) => {
    const molfiles = (given: { text: string }[]) =>
      Promise.resolve(molfilesOf(given.map(({ text: smiles }) => smiles)));
    const chemistry = { molfiles, close: () => Promise.resolve() };
    const records = await Readable.from(
      sdfRecords(Readable.from([Buffer.concat(lines)]), [], chemistry),
    ).toArray();
    return recordsOf(Buffer.concat(records).toString()).map(({ title, molfile }) => [title, molfile.split('\n')[1]]); // prettier-ignore
  };

  test('each is tried alone, and only what takes too long comes without atoms', async () => {
    // As it does: after a slow one the rest of a call is not tried.
    const file = await fileOf((texts) => {
      const end = texts.indexOf('slow');
      return texts.map((smiles, i) => (end >= 0 && i >= end ? undefined : `x\n${smiles}\n\n\nM  END`));
    });
    expect(file).toEqual([['N-0', 'CC'], ['N-1', ''], ['N-2', 'CO'], ['N-3', ''], ['N-4', 'CCC']]); // prettier-ignore
  });

  test('the file breaks off where it answers for none', async () => {
    await expect(fileOf((texts) => texts.map(() => undefined))).rejects.toThrow('does not answer');
  });
});

test('filters and fields are those of every export, and it comes compressed', async () => {
  const { text: file, headers } = await text('format=sdf&status=off&fields=product_url,series');
  expect(headers['x-total-count']).toBe('1');
  expect(recordsOf(file).map(({ data }) => data)).toEqual([
    { product_url: `${service.origin}/products/S%2F2` },
  ]);
  const none = await text('format=sdf&series=nothing');
  expect([none.text, none.headers['x-total-count']]).toEqual(['', '0']);
  const packed = await download(service, '/export?format=sdf', { 'Accept-Encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
});

test('it has no ETag and is always sent whole: drawn again it takes as long, and may have other records without atoms', async () => {
  const headers = { Range: 'bytes=10-', 'If-Range': '"any"', 'If-None-Match': '"any"' };
  // The file of another format has an ETag by then: no older transaction runs.
  await until(async () => (await download(service, '/export')).headers.etag !== undefined, 10_000);
  const { headers: plain, text: file } = await text('format=sdf');
  expect([plain.etag, plain['accept-ranges']]).toEqual([undefined, undefined]);
  const asked = await download(service, '/export?format=sdf', headers);
  expect([asked.status, asked.bytes.toString()]).toEqual([200, file]);
});

test('the command line writes the same bytes', async () => {
  const out = join(temporaryFolder(), 'products.sdf');
  const env = { ...service.env, SITE_ORIGIN: service.origin };
  await catalogue(env, 'export', '--format', 'sdf', '--out', out).ended;
  expect(readFileSync(out, 'utf8')).toBe((await text('format=sdf')).text);
});

test('the profile pubchem names what its depositors send; revocations are a table', async () => {
  const [salt] = recordsOf((await text('profile=pubchem')).text);
  expect(salt!.data).toEqual({
    PUBCHEM_EXT_DATASOURCE_REGID: 'S-1',
    PUBCHEM_GENERIC_REGISTRY_NAME: '25616-13-1',
    PUBCHEM_SUBSTANCE_SYNONYM: 'Alanine hydrochloride\n丙氨酸盐酸盐\nA\nB',
    PUBCHEM_SUBSTANCE_COMMENT: '一 $$$$ > <x> 二',
    PUBCHEM_EXT_SUBSTANCE_URL: `${service.origin}/products/S-1`,
  });
  const gone = await download(service, '/export?profile=pubchem&scope=revocations', {
    'X-API-Key': service.key,
  });
  expect(gone.headers['content-type']).toContain('text/csv');
});

test('no line of a record ends it: neither its title, nor what somebody wrote into a molfile', async () => {
  const molfile = METHANOL.replace('  by hand\n', '$$$$$$$$\n$$$$$$$$');
  await service.push([{ code: '$$$$', name_cn: '甲醇', series: 'dollars', molfile }]);
  const records = recordsOf((await text('format=sdf&series=dollars')).text);
  expect(records.map(({ title, data }) => [title, data['series']])).toEqual([[' $$$$', 'dollars']]);
  expect(records[0]!.molfile.split('\n').slice(1, 3)).toEqual([' $$$$', ' $$$$']);
});
