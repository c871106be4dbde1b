import { jsonParser } from 'stream-json/parser.js';
import type { Token } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { jsonVerifier } from 'stream-json/utils/verifier.js';
import type { VerifierError } from 'stream-json/utils/verifier.js';
import { UnreadableFile } from './row.js';
import type { FileRow } from './row.js';

/** Where an object may have its products. */
const KEYS = new Set<unknown>(['products', 'data']);

/**
 * Reads a JSON array of products, or an object that has one under `products` or `data`. All rows that are whole are given
 * before an error.
 * @throws UnreadableFile where it is no JSON to its end, has no such array, or has two of them
 */
export async function* readJson(text: AsyncIterable<string>, isArray: boolean): AsyncGenerator<FileRow> {
  const verify = jsonVerifier();
  const parse = jsonParser({ streamValues: false });
  const rows = openRows(isArray);
  let before = 0;
  for await (const chunk of text) {
    // The parser gives nothing of a text that it cannot read to its end: it gets what is right of it.
    const fault = faultOf(() => verify(chunk));
    const tokens = parse(fault ? chunk.slice(0, Math.max(0, fault.offset - before)) : chunk);
    for (const token of typeof tokens === 'symbol' ? [] : tokens.values) {
      const row = rows.take(token);
      if (row) yield row;
    }
    if (fault)
      throw new UnreadableFile(
        `it is no valid JSON at line ${fault.line}, character ${fault.pos}; nothing from there on was read`,
        'broken',
        { code: 'bad_json', line: fault.line },
      );
    before += chunk.length;
  }
  rows.end();
}

function faultOf(verify: () => unknown): VerifierError | undefined {
  try {
    verify();
    return undefined;
  } catch (error) {
    return error as VerifierError;
  }
}

/** Takes what a file consists of, and gives the elements of its array of products. */
function openRows(isArray: boolean) {
  let depth = 0;
  let key: unknown;
  let isFound = false;
  let elements: ReturnType<typeof streamArray> | undefined;
  return {
    take(token: Token): FileRow | undefined {
      const level = isArray ? 0 : 1;
      if (token.name === 'startArray' && depth === level && (isArray || KEYS.has(key))) {
        if (isFound)
          throw new UnreadableFile(
            `it has a second array of products, under "${String(key)}"; it was not read`,
            'broken',
            { code: 'two_lists' },
          );
        isFound = true;
        elements = streamArray();
      }
      if (token.name === 'keyValue' && depth === 1) key = token.value;
      else if (token.name.startsWith('start')) depth += 1;
      else if (token.name.startsWith('end')) depth -= 1;
      const read = elements?.(token);
      if (depth === level) elements = undefined;
      return typeof read === 'object' && 'key' in read ? { line: read.key + 1, item: read.value } : undefined;
    },
    end() {
      if (depth > 0) throw new UnreadableFile('it is cut: its JSON has no end');
      if (!isFound)
        throw new UnreadableFile(
          'it holds neither an array of products nor one under "products" or "data"',
          'broken',
          { code: 'no_products' },
        );
    },
  };
}
