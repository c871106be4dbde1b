import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const DAY_MS = 86_400_000;
/** Day 0 of a workbook. */
const EPOCH = Date.UTC(1899, 11, 30);

/** The smallest workbook that spreadsheets open: one sheet of texts, numbers, dates and errors such as `#N/A`. */
export function workbook(rows: (string | number | Date)[][]): Uint8Array<ArrayBuffer> {
  const cell = (value: string | number | Date): string =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : value instanceof Date
        ? `<c s="1"><v>${(value.getTime() - EPOCH) / DAY_MS}</v></c>`
        : /^#.*[A!?]$/.test(value)
          ? `<c t="e"><f>B9</f><v>${value}</v></c>`
          : `<c t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
  const column = (i: number): string => String.fromCharCode(65 + i);
  const sheet = rows
    .map(
      (row, r) =>
        `<row r="${r + 1}">${row.map((value, c) => cell(value).replace('<c', `<c r="${column(c)}${r + 1}"`)).join('')}</row>`,
    )
    .join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="产品" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/** A workbook with other parts. @param change of a part its text, or its name and its text */
export function remade(
  book: Uint8Array,
  change: (name: string, xml: string) => string | [name: string, xml: string],
): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(unzipSync(book)).map(([name, bytes]) => {
    const changed = change(name, strFromU8(bytes));
    const [to, xml] = typeof changed === 'string' ? [name, changed] : changed;
    return [to, strToU8(xml)];
  });
  return Uint8Array.from(zipSync(Object.fromEntries(parts)));
}
