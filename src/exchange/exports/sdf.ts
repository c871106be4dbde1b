import { openChemistry } from '../../chemistry/index.js';
import type { Chemistry, GivenStructure } from '../../chemistry/index.js';
import { READABLE } from '../../catalogue/index.js';
import type { Column } from './columns.js';
import { linesOf } from './lines.js';

/** A row of the COPY: the column values, the product number, and the structure as stored. */
type Row = [
  values: (string | number | boolean | null)[],
  code: string,
  ...structure: [GivenStructure['source'], string],
];

/** SQL over a row of {@link WITH_STRUCTURE} for what is a row here beside its values. */
export const STRUCTURE_PARTS = 'products.code, structure_source, structure_given';

/** The products that have a structure. Its columns are renamed: `products` has some of the same names. */
export const WITH_STRUCTURE = `products JOIN (
  SELECT product_id AS structure_of, s.source AS structure_source, ${READABLE} AS structure_given FROM product_structures s
) AS structures ON structure_of = products.id`;

/** What can always be drawn. */
const METHANE: GivenStructure = { source: 'smiles', text: 'C' };

/** Replaces a structure that takes too long to be drawn: no atoms. */
const NO_ATOMS = '\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END';

/**
 * An SD file: a record for each product, its structure as a molfile under its number, then the columns that have a value.
 * The places of the atoms are worked out in a process of this file's own, so that nobody who looks at one product waits.
 * @throws Error where that process does not answer: a file without molfiles would look whole
 */
export async function* sdfRecords(
  lines: AsyncIterable<Buffer>,
  columns: readonly Pick<Column, 'header'>[],
  chemistry: Pick<Chemistry, 'molfiles' | 'close'> = openChemistry(),
): AsyncGenerator<Buffer> {
  const headers = columns.map(({ header }) => header.replaceAll(/[<>\r\n]/g, ' '));
  /** Undefined for what takes too long to be drawn. */
  const molfilesOf = async (given: GivenStructure[]): Promise<(string | undefined)[]> => {
    const molfiles = await chemistry.molfiles(given);
    if (!molfiles.includes(undefined)) return molfiles;
    if ((await chemistry.molfiles([METHANE]))[0] === undefined)
      throw new Error('the process that makes molfiles does not answer');
    // After some that take too long the rest is not tried: so each of them alone.
    for (const [i, molfile] of molfiles.entries())
      if (molfile === undefined) [molfiles[i]] = await chemistry.molfiles([given[i]!]);
    return molfiles;
  };
  try {
    for await (const some of linesOf(lines)) {
      const rows = some.map((line) => JSON.parse(line) as Row);
      const molfiles = await molfilesOf(rows.map(([, , source, text]) => ({ source, text })));
      const records = rows.map(
        ([values, code], i) => `${titled(code, molfiles[i] ?? NO_ATOMS)}\n${dataOf(headers, values)}$$$$\n`,
      );
      yield Buffer.from(records.join(''));
    }
  } finally {
    await chemistry.close();
  }
}

/** A molfile under another title, which is its first line. What follows its end is left out, and no line ends the record. */
function titled(title: string, molfile: string): string {
  const [, ...lines] = molfile.replace(/^M {2}END\b[^]*/m, 'M  END').split(/\r\n?|\n/);
  return [title, ...lines].map((line) => line.replace(/^(?=\$\$\$\$)/, ' ')).join('\n');
}

/** The data items of a record: a value ends with a blank line, so it has none, and no line of it ends the record. */
function dataOf(headers: readonly string[], values: Row[0]): string {
  return values
    .flatMap((value, i) => {
      if (value === null || value === '') return [];
      const text = String(value)
        .replaceAll(/\s*[\r\n]\s*/g, '\n')
        .replaceAll(/^(?=\$\$\$\$|>)/gm, ' ');
      return `> <${headers[i]}>\n${text}\n\n`;
    })
    .join('');
}
