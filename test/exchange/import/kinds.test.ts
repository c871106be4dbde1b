// Files as somebody has them: in other encodings, with rows about the table, words for nothing, odd workbooks. Each kind gives the
// right value, or says in words what it is.
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { columnMeaning } from '../../../src/catalogue/products/columns.js';
import { shownBy, timeOf } from '../../../src/platform/values/files/number-format.js';
import { lookAtFile } from '../../../src/exchange/import/look.js';
import { fileOf } from '../../infra/launch.js';
import { serviceOfFile } from '../../support/service.js';
import { remade, workbook } from './workbook.js';
import examples from './kinds.json' with { type: 'json' };

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

type Bytes = string | Uint8Array;
const post = async (content: Bytes, query = '') =>
  (
    await service.call('POST', `/sync/file${query}`, {
      key: service.key,
      body: typeof content === 'string' ? content : Uint8Array.from(content),
      headers: { 'Content-Type': 'application/octet-stream' },
    })
  ).body;
const stored = async (field = 'name_cn'): Promise<unknown[]> =>
  (await service.db.any<{ value: unknown }>(`SELECT ${field} AS value FROM products ORDER BY code`)).map(
    ({ value }) => value,
  );
const told = ({ warnings }: { warnings: { line: number; reason: string }[] }) =>
  warnings.map(({ line, reason }) => [line, reason]);

describe('the encoding of a text', () => {
  test.each(examples.encodings)('%s is told from the others: %s', async (written, name, encoding) => {
    expect(await post(iconv.encode(`code,name_cn\nA,${name}\n`, written))).toMatchObject({
      created: 1,
      encoding,
    });
    expect(await stored()).toEqual([name]);
  });

  test('may be chosen, is told where it is a guess, and where none fits the file is refused', async () => {
    const text = iconv.encode('code,name_cn\nA,嘧啶\nB,腺嘌呤\n', 'big5');
    expect(await post(text)).toMatchObject({ encoding_unsure: true });
    for (const name of ['big5', 'Big5-HKSCS', 'cp950'])
      expect(await post(text, `?encoding=${name}`)).toMatchObject({ encoding: 'big5' });
    expect(await stored()).toEqual(['嘧啶', '腺嘌呤']);
    for (const [encoding, name] of [['macroman', 'Acide acétylsalicylique'], ['windows-1253', 'Ακετυλοσαλικυλικό οξύ'], ['windows-1254', 'Ağrı kesici şurup'], ['cp850', 'Säure']] as const) // prettier-ignore
      expect((await post(iconv.encode(`code,name_cn\nB,${name}\n`, encoding))).detail).toMatch(/its character encoding cannot be told/); // prettier-ignore
    const mixed = Buffer.concat([
      Buffer.from(`code,name_cn\n${'C,阿司匹林杂质\n'.repeat(5)}`),
      iconv.encode('D,甲', 'gb18030'),
    ]);
    expect((await post(mixed)).detail).toMatch(/it is UTF-8, but for line 7/);
    const added = Buffer.concat([
      Buffer.from('code,name_cn\nA,阿司匹林\n'),
      iconv.encode('B,布洛芬\n', 'gbk'),
    ]);
    expect((await post(added)).detail).toMatch(/it is UTF-8, but for line 3/);
    // A byte too many at the end, and hardly a letter of ASCII.
    for (const text of ['\ufeffcode,name_cn\nZ,甲\n', `货号,品名\n甲,${'酸'.repeat(50)}\n`])
      expect(await post(Buffer.concat([Buffer.from(text, 'utf16le'), Buffer.of(10)]))).toMatchObject({ created: 1 }); // prettier-ignore
    const one = iconv.encode('code,name_cn\nA,酚\n', 'gb18030');
    expect(await post(one)).toMatchObject({ encoding: 'gb18030', encoding_unsure: true });
    expect(
      await post(iconv.encode('code,name_cn\nA,Ασπιρίνη\n', 'windows-1253'), '?encoding=windows-1253'),
    ).toMatchObject({ encoding: 'windows-1253' });
    const letter = Buffer.from('code,name_cn\nC,Säure\nD,Ph\xe9nol\n'.replace('ä', 'Ã¤'), 'latin1');
    expect((await post(letter)).detail).toMatch(/it is UTF-8, but for line 3/);
  });
});

test('rows about the table are skipped, and told of with their lines', async () => {
  const body = await post(
    '产品目录 2026,,\n货号,品名,库存\n----,----,----\nA,甲,3\n\ufeff货号,品名,库存\nCode,Name,Stock\nB,乙,4\n第 1 页 共 2 页,,\n-- 1 --,,\n合计：,,7\nTotal: 2 items,,\n' +
      '|---|:-:,---,---\n部门：采购部,联系人：李四,\n(必填),必填,选填\nvarchar(20),text,int\n示例：A001,阿司匹林,3\n',
  );
  expect(body).toMatchObject({ created: 2, invalid: 0, codes: ['A', 'B'] });
  expect(told(body)).toEqual([
    [1, 'title'], [3, 'rule'], [5, 'header_again'], [6, 'header_again'], [8, 'page'], [9, 'page'], [10, 'total'], [11, 'total'],
    [12, 'rule'], [13, 'note'], [14, 'note'], [15, 'note'], [16, 'note'],
  ]);
}); // prettier-ignore

test.each(examples.rows)('%j is about the table, and told of', async (row) => {
  const body = await post(`code,name_cn,mw\nA,甲,1\n${row}\n`);
  expect(body).toMatchObject({ created: 1, invalid: 0, warnings: [{ line: 3, field: null }] });
});

test('a header of two rows is one: what is merged stands in the upper one', async () => {
  const body = await post('货号,产品信息,\n,品名,CAS号\nA,甲,50-78-2\n');
  expect(body).toMatchObject({ codes: ['A'], ignored_fields: [], warnings: [{ line: 1, reason: 'title' }] });
  expect(await post('货号,名称,\n,中文名,英文名\nC,丙,c\n')).toMatchObject({ codes: ['C'], warnings: [] });
  // One word alone is a cell.
  const { ignored_fields: ignored } = await post('code,name_cn,foo\n,,备注\nB,乙,x\n');
  expect(ignored).toEqual(['foo']);
  expect((await post('Catalogue,,\n,CAS,品名\n1,64-17-5,甲\n')).codes).toEqual(['EXT-64-17-5']);
});

test.each(['#123', '*A1', 'P.12'])('%s alone below the numbers is a number, and no note', async (code) => {
  expect(await post(`name_cn,code\n甲,A\n,${code}\n`)).toMatchObject({ errors: [{ line: 3, code }] });
  expect(await post(`code\n${code}\n`)).toMatchObject({ errors: [{ line: 2, code }] });
});

test('a header in the middle that names other columns ends the file', async () => {
  const body = await post('code,name_cn,cas\nA,甲,\nname_cn,code,cas\n乙,B,\n');
  expect(body.detail).toMatch(/line 3 names the columns in another order than the header/);
});

describe('a table', () => {
  test.each(examples.tables as [string, string, unknown[]][])('with %s is read', async (_, csv, names) => {
    expect(await post(csv)).toMatchObject({ created: names.length, invalid: 0, warnings: [] });
    expect(await stored()).toEqual(names);
  });

  test.each(['SÃ¤ure', 'Acide ac閠ique', 'Ac\ufffdtyl', '锟斤拷酸', '&alpha;-Pinene', '?-Pinene', 'khi?t', '=B2', '~{0"K>~}'])('with a garbled %s is told of', async (name) => {
    expect(told(await post(`code,name_cn\nA,${name}\n`))).toEqual([[2, 'garbled']]);
  }); // prettier-ignore

  test('that leaves brackets on a CAS number, or marks on a product number, is read, and told of', async () => {
    expect(told(await post('code,name_cn,cas\nA,甲,【50-78-2】\n'))).toEqual([[2, 'quotes']]);
    expect(await stored('cas')).toEqual(['50-78-2']);
    for (const code of ['A"', '^A', '=B2', '<A>'])
      expect(told(await post(`code,name_cn\n${code},甲\n`))).toEqual([[2, 'quotes']]);
  });

  test('with a quote that the next row would close is refused', async () => {
    const { detail } = await post('code,name_cn,name_en\nA,"甲,x\nB,"乙",y\n');
    expect(detail).toMatch(/a quote after line 1 is never closed/);
  });

  test('with units beside numbers is read, and told of', async () => {
    const body = await post('code,name_cn,mw,stock\nA,甲,180.16 g/mol,5瓶\nB,乙,5瓶,1\n');
    expect(told(body)).toEqual([[2, 'number_as_text'], [2, 'number_as_text']]); // prettier-ignore
    expect(body.errors).toMatchObject([{ line: 3, field: 'mw' }]);
    expect(await stored('mw::float8')).toEqual([180.16]);
  });
});

describe('numbers with commas', () => {
  test.each<[string, string, number[], number[]]>([
    ['decimal ones between semicolons', 'A;甲;180,16\nB;乙;1.032,04\nC;丙;94', [], [180.16, 1032.04, 94]],
    ['decimal ones between tabs', 'A\t甲\t180,16\nB\t乙\t1 094,1', [], [180.16, 1094.1]],
    ['decimal ones, one of them with three digits', 'A;甲;180,16\nB;乙;180,159', [], [180.16, 180.159]],
    ['some that may be either', 'A;甲;180,159\nB;乙;94', [2], [94]],
    ['decimal ones beside points', 'A;甲;180,16\nB;乙;32.04', [2], [32.04]],
    ['thousands', 'A;甲;1,180.16\nB;乙;94', [], [1180.16, 94]],
  ])('are read, or refused: %s', async (_, rows, refused, values) => {
    const header = ['code', 'name_cn', 'mw'].join(rows.includes(';') ? ';' : '\t');
    const { errors } = await post(`${header}\n${rows}\n`);
    expect(errors).toMatchObject(refused.map((line) => ({ line, field: 'mw', reason: 'not_a_number' })));
    expect(await stored('mw::float8')).toEqual(values);
  });

  test('are texts where the column is one', async () => {
    await post('code;name_cn;series;mw\n1,5;甲;2,4;1,5\n');
    expect(await stored(`code || ' ' || series || ' ' || mw`)).toEqual(['1,5 2,4 1.5']);
  });
});

describe('words for nothing', () => {
  test('are no value, are told of once a field, and match no product', async () => {
    const rows = ['A,甲,NULL,-,N/A,/', 'B,乙,nan,暂无,—,TBD', '-,丙,?,无,-,none'];
    const body = await post(`code,name_cn,name_en,formula,cas,description\n${rows.join('\n')}\n`);
    expect(body).toMatchObject({ created: 2, updated: 0, errors: [{ line: 4, reason: 'required' }] });
    expect(body.warnings.map(({ field }: { field: string }) => field)).toEqual(['name_en', 'formula', 'cas']);
    expect(await stored('concat(name_en, formula, cas)')).toEqual(['N/A', 'N/A']);
    expect(await stored('description')).toEqual(['/', 'TBD']);
  });

  test('are not supplied on a push, and clear as null does on PUT; sodium is a formula', async () => {
    await service.push([{ code: 'A', name_cn: '甲', name_en: 'a', formula: 'Na', tags: 'HPLC;-' }]);
    await service.push([{ code: 'A', name_en: '-', formula: 'n/a' }]);
    expect(await stored(`concat_ws('|', name_en, formula, tags)`)).toEqual(['a|Na|HPLC']);
    await service.write('PUT', '/products/A', { name_en: '无', formula: 'NULL', smiles: '-' });
    expect(await stored(`concat_ws('|', name_en, formula)`)).toEqual(['']);
  });

  test.each([...examples.nothing, '暂缺', '暂无数据', '未提供', 'N / A', '-/-', '\\N', 'no CAS', '无CAS号', '未查到', '00-00-0', '##', 'xxx', 'keine', 'нет', '해당사항없음', 'ー'])('%s is one', async (word) => {
    const items = ['甲', '乙'].map((name_cn) => ({ name_cn, cas: word }));
    expect(await service.push(items)).toMatchObject({ created: 0, invalid: 2 });
  }); // prettier-ignore

  test('an error of a spreadsheet is no CAS number, on a push as in a file', async () => {
    const item = { name_cn: '甲', cas: '#N/A' };
    expect(await service.push([item])).toMatchObject({
      created: 0,
      errors: [{ reason: 'spreadsheet_error' }],
    });
  });

  test('what is no CAS number stays, and is told of', async () => {
    expect(told(await post('code,name_cn,cas\nA,甲,混合物\n'))).toEqual([[2, 'no_cas']]);
    expect(await stored('cas')).toEqual(['混合物']);
  });
});

test.each(examples.columns)('a column %j is read as %s', (name, field) => {
  expect(columnMeaning(name!)?.field).toBe(field ?? undefined);
});

test('a push takes the names of columns as a whole, and no parts of them', async () => {
  const body = await service.push([{ 产品编号: 'A', 产品名称: '甲', 'Catalog #': 'X', '分子量 FW': 1 }]);
  expect(body).toMatchObject({ created: 1, codes: ['A'], ignored_fields: ['分子量 FW'] });
  expect(body.warnings).toMatchObject([{ field: 'code', reason: 'other_column', value: 'X' }]);
});

test.each([
  [
    '[{"code":"A",\n"name_cn":"甲\t乙"}]',
    /no valid JSON at line 2, column 13, where an unescaped \\t stands/,
  ],
  ['[{"code":"A\0\0\0"}]', /line 1, column 12, where an unescaped \\u0000 stands/],
  ['{"products":[{"code":"A","name_cn":"甲\x02"}]}', /line 1, column 38, where an unescaped \\u0002 stands/],
])('JSON with a control character in a text is refused with its place: %j', async (json, detail) => {
  expect((await post(json)).detail).toMatch(detail);
});

test('a line of JSON with a control character is refused alone, and so is a row of a table', async () => {
  const { created, errors } = await post('{"code":"A","name_cn":"甲\t"}\n{"code":"B","name_cn":"乙"}\n');
  expect([created, errors[0].message]).toEqual([1, expect.stringMatching(/column 25, where an unescaped \\t stands/)]);
  expect(await post('code,name_cn\nA,甲\x1f醇\nC,丙\n')).toMatchObject({ created: 1, errors: [{ line: 2, reason: 'control_character' }] });
}); // prettier-ignore

test.each(['code,name_cn,foo', '货号,品名,仓库\n,,\n', 'code,name_cn\u0085A,甲', '\r\n \t\n'])(
  'a header alone, or nothing, is told of: %j',
  async (text) => {
    expect(told(await post(text))).toEqual([[1, 'no_rows']]);
  },
);

test.each(examples.json)('JSON with %s is read', async (_, json) => {
  expect(await post(json)).toMatchObject({ created: 1, codes: ['A'] });
});

describe('a workbook', () => {
  const rows = [['code', 'name_cn', 'cas', 'mw', 'series'], ['A', '甲', '', '', '']]; // prettier-ignore
  const changed = (change: Parameters<typeof remade>[1]): Uint8Array => remade(workbook(rows), change);
  const withXml = (from: string | RegExp, to: string): Uint8Array =>
    changed((_, xml) => xml.replace(from, to));

  test.each<[string, Uint8Array]>([
    ['backslashes in the names of its parts', changed((name, xml) => [name.replaceAll('/', '\\'), xml])],
    ['other capitals there', changed((name, xml) => [name.toUpperCase(), xml])],
    ['targets from the root', withXml('Target="worksheets', 'Target="/xl/worksheets')],
    ['its parts elsewhere', changed((name, xml) => [name.replace('xl/', 'book/'), xml.replace('xl/workbook', 'book/workbook')])],
    ['prefixes on its tags', changed((name, xml) => [name, /sheet1/.test(name) ? xml.replaceAll(/<(\/?)(?=\w)/g, '<$1x:').replace('xmlns=', 'xmlns:x=') : xml])],
    ['the names of the strict standard', withXml('http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'http://purl.oclc.org/ooxml/spreadsheetml/main')],
    ['a chart sheet first', changed((name, xml) => [name, xml.replace('<sheet ', '<sheet name="C" r:id="c"/><sheet ').replace('</Relationships>', '<Relationship Id="c" Type="x/chartsheet" Target="chart.xml"/></Relationships>')])],
    ['styles that have no end', withXml('</cellXfs></styleSheet>', '')],
    ['text in CDATA', withXml('<t>甲</t>', '<t><![CDATA[甲]]></t>')],
    ['text in several parts, and how it is spoken', withXml('<t>甲</t>', '<r><t>甲</t></r><rPh><t>コウ</t></rPh>')],
  ])('with %s is read', async (_, content) => {
    expect(await post(content)).toMatchObject({ created: 1, invalid: 0, warnings: [] });
    expect(await stored()).toEqual(['甲']);
  }); // prettier-ignore

  test('one cell that cannot be read refuses its row alone', async () => {
    const odd = withXml('</row></sheetData>', '</row><row><c t="inlineStr"><is><t>B</t></is></c><c t="s"><v>99</v></c></row></sheetData>'); // prettier-ignore
    expect(await post(odd)).toMatchObject({ created: 1, errors: [{ line: 3, reason: 'unreadable_cell' }] });
  });

  test.each(examples.formats)('a number by the format %s: %s is shown as %s', (format, number, shown) => {
    expect(shownBy(String(format))!(Number(number)) ?? null).toBe(shown);
  });

  test.each(examples.times)('a time by the format %s: %s is %s', (format, number, time) => {
    expect(timeOf(Number(number), String(format), false)).toBe(time);
  });

  test('what a spreadsheet made of values is undone, refused or told of', async () => {
    const cell = (column: string, attributes: string, value: string): [RegExp, string] => [
      new RegExp(`<c r="${column}2"[^>]*>.*?</c>`),
      `<c r="${column}2" ${attributes}><v>${value}</v></c>`,
    ];
    expect(await post(withXml(...cell('D', '', '180.15900000000002')))).toMatchObject({ created: 1 });
    expect(await stored('mw::float8')).toEqual([180.159]);
    const weight = changed((name, xml) => [name, xml.replace(...cell('D', 's="1"', '14')).replace('numFmtId="14"', 'numFmtId="200"').replace('<cellXfs', '<numFmts><numFmt numFmtId="200" formatCode="0&quot; kDa&quot;"/></numFmts>$&')]); // prettier-ignore
    expect(await post(weight)).toMatchObject({ errors: [{ line: 2, reason: 'not_a_number' }] });
    const series = async (attributes: string, value: string, book = '') => {
      const [from, to] = cell('E', attributes, value);
      const body = await post(changed((name, xml) => [name, xml.replace(from, to).replace('<sheets>', `${book}<sheets>`)])); // prettier-ignore
      return [told(body), await stored('series')];
    };
    expect(await series('s="1"', '45000')).toEqual([[[2, 'date']], ['2023-03-15']]);
    for (const word of ['1', 'true', 'on'])
      expect(await series('s="1"', '43538', `<workbookPr date1904="${word}"/>`)).toEqual([[[2, 'date']], ['2023-03-15']]); // prettier-ignore
    expect(await series('t="d"', '2024-01-02T00:00:00')).toEqual([[[2, 'date']], ['2024-01-02']]);
    for (const word of ['1', 'true'])
      expect(await series('t="b"', word)).toEqual([[[2, 'boolean']], ['TRUE']]);
    expect(told(await post(withXml(...cell('C', 't="b"', '1'))))).toContainEqual([2, 'boolean']);
    const [from, to] = cell('E', 's="1"', '0.985');
    await post(changed((name, xml) => [name, xml.replace(from, to).replace('numFmtId="14"', 'numFmtId="10"')])); // prettier-ignore
    expect(await stored('series')).toEqual(['98.50%']);
    expect(await series('', '1234567890123456')).toEqual([[[2, 'inexact_number']], ['1234567890123456']]);
    for (const [attributes, value, reason] of [
      ['s="1"', '45000', 'date'],
      ['t="b"', '1', 'boolean'],
      ['', '1234567890123456', 'inexact_number'],
    ])
      // prettier-ignore
      expect(await post(withXml(...cell('A', attributes!, value!)))).toMatchObject({ errors: [{ line: 2, reason }] });
  });

  test.each(['说明', '品名'])('a cover with %s alone is passed over, in a preview too', async (title) => {
    const cover = strFromU8(unzipSync(workbook([[title], ['见下页']]))['xl/worksheets/sheet1.xml']!);
    const files = unzipSync(changed((name, xml) => [name, xml.replace('<sheet ', '<sheet name="封面" r:id="c"/><sheet ').replace('</Relationships>', '<Relationship Id="c" Type="x/worksheet" Target="worksheets/cover.xml"/></Relationships>')])); // prettier-ignore
    const book = zipSync({ ...files, 'xl/worksheets/cover.xml': strToU8(cover) });
    expect(await post(book)).toMatchObject({ created: 1, ignored_sheets: ['封面'] });
    expect((await lookAtFile(fileOf(book), undefined, [])).columns).toHaveLength(5);
  });

  const archive = (name: string): Uint8Array => zipSync({ [name]: strToU8('x') });
  const compound = (stream: string): Uint8Array =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(stream, 'utf16le')]);
  test.each<[Bytes, RegExp]>([
    ['<Workbook xmlns="urn:x"/>', /it is HTML or XML/],
    ['MIME-Version: 1.0\n', /a web page \(mht\)/],
    ['+/v8-code', /a text in UTF-7/],
    ['ID;PSCALC3\nC;Y1\n', /a SYLK file/],
    [archive('content.xml'), /an OpenDocument file \(ods\)/],
    [archive('xl/workbook.bin'), /a binary Excel file \(xlsb\)/],
    [archive('Index/Document.iwa'), /a Numbers file/],
    [archive('word/document.xml'), /a Word document \(docx\)/],
    [archive('list.csv'), /a zip archive with a file in it/],
    [gzipSync(archive('xl/workbook.xml')), /a gzipped workbook/],
    [gzipSync(gzipSync('code,name_cn')), /gzipped twice/],
    [compound('EncryptedPackage'), /protected by a password/],
    [compound('Workbook'), /an old Excel file \(xls\)/],
    [compound('WordDocument'), /an old Word document \(doc\)/],
  ])('what is none is named (%#)', async (content, what) => {
    expect(await post(content)).toMatchObject({ status: 415, detail: expect.stringMatching(what) });
  });
});
