import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { isCas } from '../../../src/chemistry/values/cas.js';
import { compact, hasHan } from '../../../src/chemistry/names/normalise.js';

/** The list of names that comes with the service: infra/aliases/. */
const FOLDER = 'infra/aliases';
const KINDS = ['brand', 'trade', 'old', 'foreign', 'identifier'];
const LANGUAGES = new Set(['zh', 'zh-Hant', 'en', 'de', 'fr', 'es', 'it', 'ja', 'ko', 'ru', 'la']);

interface Row {
  cas: string;
  text: string;
  lang: string;
  kind: string;
  at: string;
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.tsv'));
const rows: Row[] = files.flatMap((file) =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((line, at) => {
      const [cas = '', text = '', lang = '', kind = ''] = line.split('\t');
      return { cas, text, lang, kind, at: `${file}:${at + 2} ${line}` };
    }),
);
/** The rows of a name, whatever their CAS numbers. */
const rowsOf = new Map<string, Row[]>();
for (const row of rows) rowsOf.set(compact(row.text), [...(rowsOf.get(compact(row.text)) ?? []), row]);

/** The rows for which something does not hold, as they would be looked for. */
const except = (holds: (row: Row) => boolean) => rows.filter((row) => !holds(row)).map((row) => row.at);

test('every file has the header, whole lines, and the order of CAS numbers', () => {
  for (const file of files) {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
    const [header, ...lines] = text.split('\n');
    expect([file, header, lines.pop()]).toEqual([file, 'cas\ttext\tlang\tkind', '']);
    expect(lines.filter((line) => line.split('\t').length !== 4)).toEqual([]);
    const order = lines.map((line) => line.split('\t')[0]!.split('-').map(Number));
    expect([file, order]).toEqual([
      file,
      order.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!),
    ]);
  }
});

test('every CAS number has its check digit', () => {
  expect(except((row) => /^\d{2,7}-\d{2}-\d$/.test(row.cas) && isCas(row.cas))).toEqual([]);
});

test('every name is clean and can be searched', () => {
  expect(
    except(
      ({ text }) =>
        text === text.trim().normalize('NFC') &&
        !/[\p{C}]| {2}/u.test(text) &&
        [...text].length <= 100 &&
        (compact(text).length > 1 || hasHan(text)) &&
        !isCas(text),
    ),
  ).toEqual([]);
});

test('every row has a kind, and a language that belongs to it', () => {
  expect(
    except(
      ({ kind, lang }) => KINDS.includes(kind) && (kind === 'identifier' ? lang === '' : LANGUAGES.has(lang)),
    ),
  ).toEqual([]);
});

test('no name stands twice at a CAS number', () => {
  const seen = new Set<string>();
  expect(
    except(({ cas, text }) => {
      const key = `${cas} ${compact(text)}`;
      return !seen.has(key) && Boolean(seen.add(key));
    }),
  ).toEqual([]);
});

test('a name stands at two CAS numbers only where they are forms of one substance', () => {
  const forms = new Map<string, number>();
  const groups = readFileSync(`${FOLDER}/forms.txt`, 'utf8').trim().split('\n');
  for (const [at, group] of groups.entries()) for (const cas of group.split(' ')) forms.set(cas, at);
  const shared = [...rowsOf.values()].filter(
    ([first, ...others]) =>
      others.length > 0 &&
      !others.every(({ cas }) => forms.has(cas) && forms.get(cas) === forms.get(first!.cas)),
  );
  expect(shared.map((same) => same.map(({ at }) => at))).toEqual([]);
});

test('no name is the one of another product', () => {
  const wrong = ['products-5000', 'search-products'].flatMap((name) =>
    gunzipSync(readFileSync(`test/data/${name}.ndjson.gz`))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { cas: string; name_cn: string; name_en: string })
      .flatMap(({ cas, name_cn, name_en }) =>
        [name_cn, name_en].flatMap((named) => {
          const same = rowsOf.get(compact(named)) ?? [];
          const known = same.length === 0 || same.some((row) => row.cas === cas);
          return known ? [] : [`${cas} ${named}: ${same.map(({ at }) => at).join('; ')}`];
        }),
      ),
  );
  expect(wrong).toEqual([]);
});

test('the README counts what is there', () => {
  const counted = /<!-- counts -->(.*)<!-- \/counts -->/s.exec(
    readFileSync(`${FOLDER}/README.md`, 'utf8'),
  )![1]!;
  const table = counted
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll(/[`,]/g, '')),
    );
  const [head, , ...lines] = table;
  const kinds = head!.slice(1, -1);
  const of = (lang: string, kind: string) =>
    rows.filter((row) => (lang === 'all' || row.lang === lang) && (kind === 'all' || row.kind === kind))
      .length;
  expect(kinds).toEqual(KINDS);
  for (const [name, ...cells] of lines) {
    const lang = name === 'none' ? '' : name!;
    expect([name, ...cells.map(Number)]).toEqual([name, ...[...kinds, 'all'].map((kind) => of(lang, kind))]);
  }
});
