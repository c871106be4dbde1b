import type { Column } from './columns.js';
import { linesOf } from './lines.js';
import { zip } from './zip.js';
import type { ZipEntry } from './zip.js';

type Columns = readonly Pick<Column, 'header' | 'kind'>[];
type Cell = string | number | boolean | null;

/** What Excel takes of a sheet: rows with the header, and links. */
const [MOST_ROWS, MOST_LINKS] = [1_048_576, 65_530];
/** XML of a sheet at most, UTF-16 units: then another begins, as its size in the archive has 32 bits. */
const MOST_XML = 1024 ** 3;
/** XML is handed on in pieces of about this many characters. */
const PIECE = 64 * 1024;
/** Numbers of the cell formats in {@link STYLES}. */
const [TEXT, LINK, HEADER] = [1, 2, 3];
const WIDTHS: Record<Column['kind'], number> = { text: 20, number: 12, flag: 10, address: 40, json: 40 };

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGED = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Writes a workbook of rows, as a stream in constant memory. Texts are texts, whatever they begin with; numbers are
 * numbers; addresses are links, as many as Excel takes. What does not fit on a sheet goes on on the next.
 * @param lines the rows, a JSON array a line
 * @param mostRows of a sheet, with its header
 */
export async function* workbook(
  lines: AsyncIterable<Buffer>,
  columns: Columns,
  mostRows = MOST_ROWS,
): AsyncGenerator<Buffer, void, undefined> {
  yield* zip(partsOf(lines, columns, mostRows));
}

async function* partsOf(
  lines: AsyncIterable<Buffer>,
  columns: Columns,
  mostRows: number,
): AsyncGenerator<ZipEntry> {
  // Any number of sheets may follow: they have the default type of a part.
  yield part('[Content_Types].xml', [
    `<Types xmlns="${PACKAGED}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Default Extension="xml" ContentType="${TYPES}.worksheet+xml"/>`,
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ]);
  yield part(
    '_rels/.rels',
    relationships([{ type: `${RELATIONS}/officeDocument`, target: 'xl/workbook.xml' }]),
  );
  yield part('xl/styles.xml', [STYLES]);
  const rows = openRows(lines);
  let count = 0;
  do {
    const name = `sheet${++count}.xml`;
    const links: Link[] = [];
    yield { name: `xl/worksheets/${name}`, content: sheet(rows, columns, links, mostRows) };
    if (links.length > 0)
      yield part(
        `xl/worksheets/_rels/${name}.rels`,
        relationships(
          links.map(({ target }) => ({ type: `${RELATIONS}/hyperlink`, target, external: true })),
        ),
      );
  } while (rows.has() || (await rows.wait()));
  const sheets = Array.from({ length: count }, (_, i) => i + 1);
  yield part(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...sheets.map((n) => ({ type: `${RELATIONS}/worksheet`, target: `worksheets/sheet${n}.xml` })),
      { type: `${RELATIONS}/styles`, target: 'styles.xml' },
    ]),
  );
  yield part('xl/workbook.xml', [
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>`,
    ...sheets.map((n) => `<sheet name="products${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="r${n}"/>`),
    '</sheets></workbook>',
  ]);
}

function part(name: string, xml: Iterable<string>): ZipEntry {
  const content = function* (): Generator<string> {
    yield XML;
    yield* xml;
  };
  return { name, content: content() };
}

interface Link {
  cell: string;
  target: string;
}

/** A sheet of as many of the rows as it holds; its links are put into `links`. */
async function* sheet(rows: Rows, columns: Columns, links: Link[], mostRows: number): AsyncGenerator<string> {
  const letters = columns.map((_, i) => lettersOf(i));
  yield `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`;
  yield columns
    .map(({ kind }, i) => `<col min="${i + 1}" max="${i + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`)
    .join('');
  yield `</cols><sheetData><row r="1">${columns.map(({ header }, i) => textCell(`${letters[i]!}1`, HEADER, header)).join('')}</row>`;
  let xml = '';
  let written = 0;
  for (let row = 2; row <= mostRows && written < MOST_XML; row++) {
    if (!rows.has() && !(await rows.wait())) break;
    const cells = rows.take();
    xml += `<row r="${row}">`;
    for (let i = 0; i < letters.length; i++) {
      const value = cells[i];
      if (value === null || value === undefined || value === '') continue;
      const at = letters[i]! + row;
      if (typeof value === 'number') xml += `<c r="${at}"><v>${value}</v></c>`;
      else if (typeof value === 'boolean') xml += `<c r="${at}" t="b"><v>${Number(value)}</v></c>`;
      else
        xml += textCell(at, columns[i]!.kind === 'address' && addLink(links, at, value) ? LINK : TEXT, value);
    }
    xml += '</row>';
    if (xml.length > PIECE) {
      written += xml.length;
      yield xml;
      xml = '';
    }
  }
  yield `${xml}</sheetData>`;
  if (links.length > 0)
    yield `<hyperlinks>${links.map(({ cell }, i) => `<hyperlink ref="${cell}" r:id="r${i + 1}"/>`).join('')}</hyperlinks>`;
  yield '</worksheet>';
}

/** Makes a cell a link where it is an address that Excel can open. @returns whether it is one */
function addLink(links: Link[], cell: string, address: string): boolean {
  if (links.length >= MOST_LINKS || !/^https?:/i.test(address)) return false;
  if (!URL.canParse(address)) return false;
  links.push({ cell, target: new URL(address).href });
  return true;
}

const textCell = (cell: string, style: number, text: string): string =>
  `<c r="${cell}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/**
 * What must be escaped in a cell: markup of XML, characters that XML forbids, and text that looks like an escape
 * (`_x000D_`).
 */
const FOREIGN = /[&<>\0-\b\v-\x1f\ufffe\uffff]|_x/;

/** A text escaped for a cell: a character that XML does not allow becomes `_x` and its hexadecimal code. */
function escaped(text: string): string {
  if (!FOREIGN.test(text)) return text;
  return text
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      /[\0-\b\v-\x1f\ufffe\uffff]/g,
      (c) => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** The letters of a column, from 0: A, …, Z, AA, … */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

type Rows = ReturnType<typeof openRows>;

/**
 * The rows of a stream of JSON arrays, a line each, one by one. Only where none is at hand is it waited for: to wait for each would
 * take longer than to write it.
 */
function openRows(lines: AsyncIterable<Buffer>) {
  const batches = linesOf(lines);
  let ready: string[] = []; // the last one first
  return {
    /** whether one is at hand */
    has: (): boolean => ready.length > 0,
    /** Waits for more. @returns whether there are any */
    async wait(): Promise<boolean> {
      ready = (await batches.next()).value?.reverse() ?? [];
      return ready.length > 0;
    },
    /** the next of those at hand */
    take: () => JSON.parse(ready.pop()!) as Cell[],
  };
}

function* relationships(all: { type: string; target: string; external?: boolean }[]): Generator<string> {
  yield `<Relationships xmlns="${PACKAGED}/relationships">`;
  for (const [i, { type, target, external }] of all.entries())
    yield `<Relationship Id="r${i + 1}" Type="${type}" Target="${escaped(target).replaceAll('"', '&quot;')}"${external ? ' TargetMode="External"' : ''}/>`;
  yield '</Relationships>';
}

// Cell formats: 0 as it comes, 1 text (49 is `@`: an edit does not make it a date or a formula), 2 a link, 3 the header.
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" xfId="0"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="2" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
