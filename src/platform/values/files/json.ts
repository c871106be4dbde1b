import { jsonParser } from 'stream-json/parser.js';
import type { Token } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { jsonVerifier } from 'stream-json/utils/verifier.js';
import { describeFault, faultOfJson, JSON_END } from '../../http/json-body.js';
import { UnreadableFile } from './row.js';
import type { Row } from './row.js';

/** Where an object may have its list. */
const KEYS =
  /^(?:products|data|items|rows|records|list|results?|value|content|response|body|payload|d|(?:hydra:)?member|产品|产品列表)$/i;
const isKey = (key: unknown): boolean => typeof key === 'string' && KEYS.test(key);

/** The list of an object, there or in an object under such a key. */
const listIn = (whole: object, deep = true): unknown[] | undefined => {
  const under = Object.entries(whole).flatMap(([key, value]) => (isKey(key) ? [value as unknown] : []));
  return (
    under.find(Array.isArray) ??
    (deep ? under.map((each) => (isObject(each) ? listIn(each, false) : undefined)).find(Boolean) : undefined)
  );
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What some programs write behind each object of a line. */
const BEHIND = /,\s*$/;

/** Whether a text that begins with `{` has an object a line: one of the first lines may be broken. */
export function isLines(start: string): boolean {
  const [first = '', ...more] = start.split(/[\r\n]+/, 20).map((line) => line.replace(/^\ufeff/, '').trim());
  const whole = objectIn(first.replace(BEHIND, ''));
  if (whole) return !listIn(whole);
  const others = more.filter((line) => line !== '');
  return 2 * others.filter((line) => objectIn(line) !== undefined).length > others.length;
}

/** Whether a text has objects of several lines one behind the other. */
export function isPretty(start: string): boolean {
  const end = /^\{[ \t]*[\r\n][^]*?[\r\n]\}(?=,?\s*\{)/.exec(start)?.[0];
  return end !== undefined && objectIn(end) !== undefined;
}

function objectIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a text, whatever ends them, with their numbers. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<[line: number, content: string]> {
  let line = 0;
  let open = '';
  for await (const chunk of text) {
    const lines = chunk.split(/\r\n|\n|\r(?=.)/s);
    lines[0] = open + lines[0]!;
    open = lines.pop()!;
    for (const content of lines) yield [++line, content];
  }
  yield [++line, open];
}

/** What parts an object from the next where one line ends the one and begins the other. */
const BETWEEN = /(?<=^\})\s*(?:,\s*)?(?=\{)/;

/** The lines as objects that stand on several of them, from `{` to `}`, or on one. */
async function* togetherOf(lines: ReturnType<typeof linesOf>): typeof lines {
  let open: { line: number; lines: string[] } | undefined;
  for await (const [line, given] of lines)
    for (const part of given.split(BETWEEN)) {
      open ??= { line, lines: [] };
      open.lines.push(part);
      const isAlone = open.lines.length === 1 && objectIn(part.trim().replace(BEHIND, '')) !== undefined;
      if (/^\s*\{/.test(open.lines[0]!) && !part.startsWith('}') && !isAlone) continue;
      yield [open.line, open.lines.join('\n')];
      open = undefined;
    }
  if (open) yield [open.line, open.lines.join('\n')];
}

/** Reads a JSON object a line, or on several of them. */
export async function* readNdjson(text: AsyncIterable<string>, isOfSeveral = false): AsyncGenerator<Row> {
  for await (const [line, given] of isOfSeveral ? togetherOf(linesOf(text)) : linesOf(text)) {
    const content = given.replace(/^\s*\ufeff/, '').replace(BEHIND, '');
    if (content.trim() === '') continue;
    try {
      yield { line, item: JSON.parse(content) };
    } catch {
      const fault = faultOfJson(jsonVerifier(), content + JSON_END);
      const where = describeFault(fault, content).replace('line 1, ', '');
      yield { line, fault: `the line is not valid JSON: ${where}`, held: content };
    }
  }
}

/**
 * Reads a JSON array, an object that has one under `products`, `data` or the like, there or in an object under such a key, or
 * else the object itself. All rows that are whole are given before an error.
 * @param isItem whether an object is a row of its own
 * @param most names, values and brackets
 * @throws UnreadableFile where it is no JSON to its end, has no such array, or has two of them, or holds too much
 */
export async function* readJson(
  text: AsyncIterable<string>,
  isArray: boolean,
  isItem: (object: object) => boolean,
  most: number,
): AsyncGenerator<Row> {
  const verify = jsonVerifier();
  const parse = jsonParser({ streamValues: false });
  const rows = openRows(isArray);
  let count = 0;
  let before = 0;
  let all = ''; // until a list is found
  let tail = ''; // of what came before: the verifier may wait with it
  for await (const chunk of closed(text)) {
    // The parser gives nothing of a text that it cannot read to its end: it gets what is right of it.
    const fault = faultOfJson(verify, chunk);
    const tokens = parse(fault ? chunk.slice(0, Math.max(0, fault.offset - before)) : chunk);
    for (const token of typeof tokens === 'symbol' ? [] : tokens.values) {
      if (++count > most) throw new UnreadableFile('its JSON holds too many values', { kind: 'large' });
      const row = rows.take(token);
      if (row) yield row;
    }
    const near = (tail + chunk).trimEnd();
    if (fault && fault.offset < before - tail.length + near.length)
      throw new UnreadableFile(
        `it is no valid JSON at ${describeFault(fault, near, before - tail.length)}; nothing from there on was read`,
        { code: 'bad_json', line: fault.line },
      );
    before += chunk.length;
    tail = (tail + chunk).slice(-JSON_END.length);
    all = rows.isFound() ? '' : all + chunk;
  }
  if (rows.isOpen()) throw new UnreadableFile('it is cut: its JSON has no end');
  if (rows.isFound()) return;
  const item = isArray ? undefined : objectIn(all);
  const within = item && listIn(item);
  if (within) yield* within.map((each, at) => ({ line: at + 1, item: each }));
  else if (item && isItem(item)) yield { line: 1, item };
  else
    throw new UnreadableFile(
      'it holds neither an array of products nor one under "products", "data" or "items"',
      { code: 'no_products' },
    );
}

async function* closed(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield* text;
  yield JSON_END;
}

/** Takes what a file consists of, and gives the elements of its list. */
function openRows(isArray: boolean) {
  let depth = 0;
  let key: unknown;
  let isFound = false;
  let elements: ReturnType<typeof streamArray> | undefined;
  return {
    isOpen: (): boolean => depth > 0,
    isFound: (): boolean => isFound,
    take(token: Token): Row | undefined {
      const level = isArray ? 0 : 1;
      if (token.name === 'startArray' && depth === level && (isArray || isKey(key))) {
        if (isFound)
          throw new UnreadableFile(
            `it has a second array of products, under "${String(key)}"; it was not read`,
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
  };
}
