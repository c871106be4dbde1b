import { badField, LARGE_WORKBOOK, Problem, UnreadableFile } from '../../platform/index.js';
import type { Encoding, Slug, Text } from '../../platform/index.js';
import { MAX_ITEMS, openItems } from '../../catalogue/index.js';
import type { ReadItems } from '../../catalogue/index.js';
import failures from '../failures.json' with { type: 'json' };
import type { Mapping } from './mapping.js';
import { readFileRows } from './read.js';
import { addRow, toldOf } from './row.js';

/** Characters that a file may unpack to. */
const MAX_TEXT = 64 * 1024 * 1024;
/** The longest that its rows may take, ms: ten times what the largest ones of honest callers need. */
const READ_MS = 60_000;

const SLUGS = {
  broken: 'bad-request',
  foreign: 'unsupported-media-type',
  large: 'too-large',
} satisfies Record<UnreadableFile['kind'], Slug>;

/**
 * Reads a whole file that is to be pushed at once. Rows that cannot be parsed are among its items, as refused.
 * @param siteOrigin of this site: addresses of its images are stored without it
 * @throws Problem 400 where it cannot be read to its end or has more rows than a push may have, 413, 415
 */
export async function readList(
  file: string,
  siteOrigin: string,
  { encoding, mappings }: { encoding?: Encoding | undefined; mappings?: readonly Mapping[] } = {},
): Promise<ReadItems> {
  const items: ReturnType<typeof openItems> = openItems({ siteOrigin, isFile: true });
  const until = performance.now() + READ_MS;
  try {
    const rows = readFileRows(file, {
      onForm(found) {
        const { others: _others, ...form } = found;
        items.form = form;
        items.answer = toldOf(found, items.ignored);
      },
      encoding,
      mappings,
      bounds: { text: MAX_TEXT, workbook: LARGE_WORKBOOK },
    });
    for await (const row of rows) {
      if (items.items.length === MAX_ITEMS)
        throw badField('file', 'too_many', `at most ${MAX_ITEMS} products a call; this one has more`);
      if (performance.now() > until)
        throw new UnreadableFile('its rows take too long to read', { kind: 'large' });
      const note = addRow(items, row);
      if (note) items.notes.push({ index: null, ...note });
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const errors = [{ path: 'file', code: error.kind, message: error.message, message_cn: chineseOf(error) }];
    const said = `The file cannot be read: ${error.message.replace(/\.$/, '')}. Nothing was stored.`;
    throw new Problem(SLUGS[error.kind], said, { errors });
  }
  return items;
}

const WORDS: Record<string, Text> = failures.file;
const chineseOf = ({ code, line }: UnreadableFile): string | undefined =>
  WORDS[code] && `${WORDS[code].zh.replace('%{line}', String(line))}。未写入任何内容。`;
