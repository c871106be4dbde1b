import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { Problem } from '../../http/problem.js';
import { codeOf, messageOf, ofFile } from '../../process/errors.js';
import { MARKS, readCsv } from './csv.js';
import { findEncoding, isBrokenUtf8, isNarrow, LEAST_LOOKS } from './encoding.js';
import type { Encoding } from './encodings.js';
import { isLines, isPretty, linesOf, readJson, readNdjson } from './json.js';
import { foreignKind } from './kinds.js';
import { UnreadableFile } from './row.js';
import type { FileKind, Row } from './row.js';
import { LARGE_WORKBOOK, readSheet } from './sheet.js';
import type { WorkbookBounds } from './sheet.js';

/** The beginning of a file from which its format and encoding are found, bytes. */
const HEAD = 1024 * 1024;
const PIECE = 64 * 1024;
/** Members of an object among which a field is looked for: a product has far fewer. */
const MOST_NAMES = 1_000;

/** What a file may hold. */
export interface FileBounds {
  /** characters that it may unpack to */
  text: number;
  /** names, values and brackets of JSON; any unless given */
  tokens?: number;
  workbook: WorkbookBounds;
}

const NO_BOUNDS: FileBounds = { text: Infinity, workbook: LARGE_WORKBOOK };

export interface ReadOptions {
  /** whether a cell names a column, or a key a value, of what the file is about */
  isName?: (name: string) => boolean;
  /** the encoding of a text; found without it */
  encoding?: Encoding | undefined;
  /** a text is read as its lines, one cell each */
  asLines?: boolean;
  /** of a workbook: which of the sheets that are not hidden and have values, from 0 */
  sheet?: number;
  /** called with the bytes read (of a workbook, of its sheet) and the size of the file */
  onBytes?: ((done: number, all: number) => void) | undefined;
  /** called with the size of text that was unpacked ({@link sizeOf}), before the rows in it are given */
  onText?: ((size: number) => void) | undefined;
  /** called before the first row */
  onKind?: (kind: FileKind) => void;
  bounds?: FileBounds | undefined;
}

/**
 * Reads the rows of a file: CSV, JSON, or a JSON object a line, any of them gzipped; or an xlsx workbook. The format is found
 * from the content, not from the name.
 * @param source a path, or the content
 * @throws UnreadableFile
 */
export async function* rowsInFile(source: string | Buffer, options: ReadOptions = {}): AsyncGenerator<Row> {
  const { isName = () => false, onBytes = () => {}, onKind = () => {}, bounds = NO_BOUNDS } = options;
  let found: Awaited<ReturnType<typeof openText>> | undefined;
  try {
    const magic = (await firstBytes(source)).toString('hex');
    if (magic === '504b0304') {
      for await (const part of readSheet(source, bounds.workbook, options.sheet)) {
        if ('others' in part)
          onKind({ kind: 'xlsx', ...(part.others.length > 0 && { others: part.others }) });
        else {
          onBytes(part.done, part.all);
          yield* part.rows;
        }
      }
      return;
    }
    found = await openText(source, { ...options, onBytes, bounds, isPacked: magic.startsWith('1f8b') });
    const { text, start, gap, encoding } = found;
    const [kind, rows] = options.asLines
      ? (['csv', asCells(text)] as const)
      : rowsOf(text, start, isName, bounds.tokens);
    onKind({ kind, encoding });
    for await (const row of rows) {
      gap.size = 0;
      yield row;
    }
  } catch (error) {
    throw asUnreadable(error, typeof source === 'string' ? source : 'the file');
  } finally {
    await found?.close();
  }
}

/** The text of a file that is no workbook, and its beginning. */
async function openText(
  source: string | Buffer,
  { encoding: given, onBytes, onText = () => {}, bounds, isPacked }: ReadOptions & Required<Pick<ReadOptions, 'onBytes' | 'bounds'>> & { isPacked: boolean },
) {
  const { head, rest } = await splitHead(await openPlain(source, isPacked, onBytes!));
  /** closes the file, wherever its reading ended: else it would stay open and keep its disk space */
  const close = async (): Promise<unknown> => rest.return?.();
  try {
    const foreign = foreignKind(head);
    if (foreign !== undefined) throw new UnreadableFile(`it is ${foreign}`, { kind: 'foreign' });
    const encoding = given ? { name: given, isGuess: false } : encodingOf(head);
    const text = new TextDecoder(encoding.name).decode(head);
    const start = text.slice(0, tailOf(text)).trimStart();
    refuseStart(start, head.length);
    const gap = { size: 0 }; // since the last product, or row of a table, see sizeOf
    const all = withoutTail(bounded(decoded(head, rest, encoding.name), gap, bounds!.text, onText));
    return { text: all, start, encoding, gap, close };
  } catch (error) {
    await close();
    throw error;
  }
} // prettier-ignore

/** @throws UnreadableFile where it is none that is known, or UTF-8 that was damaged */
function encodingOf(head: Buffer): NonNullable<FileKind['encoding']> {
  const found = findEncoding(head);
  const { name, looks, isGuess } = found;
  if (name !== 'utf-8' && looks < 1 && isBrokenUtf8(head, isNarrow(found))) {
    const at = new TextDecoder()
      .decode(head)
      .split('\ufffd')[0]!
      .split(/\r\n|\r|\n/).length;
    throw new UnreadableFile(
      `it is UTF-8, but for line ${at}: a part of it has another encoding, or was damaged; save all of it as UTF-8`,
      { code: 'encoding', line: at },
    );
  }
  if (looks < LEAST_LOOKS && !isNoText(head.toString('latin1', 0, 1_000)))
    throw new UnreadableFile(
      'its character encoding cannot be told; save it as UTF-8, or say which it is (encoding=)',
      { code: 'encoding' },
    );
  return { name, isGuess };
}

/** Whether a file that begins so is no text: an image is full of control characters, a name copied from Word has one. Two part cells. */
function isNoText(start: string): boolean {
  const head = start.slice(0, 1_000);
  return 20 * (head.match(/[\0\x02-\x08\x0e-\x1e]/g)?.length ?? 0) > head.length;
}

/** @throws UnreadableFile where a file that begins so is not read */
function refuseStart(start: string, bytes: number): void {
  // Of JSON its reader says where a control character stands.
  if (!/^[[{]/.test(start) && isNoText(start))
    throw new UnreadableFile('it is neither CSV, JSON nor an xlsx workbook', { kind: 'foreign' });
  // The whole header is looked at before anything is read.
  if (bytes >= HEAD && !/^[[{]|[\r\n]/.test(start))
    throw new UnreadableFile('it begins with 1 MB without the end of a line; nothing of it was read');
  if (/^<[!?a-z]/i.test(start))
    throw new UnreadableFile(
      'it is HTML or XML, to which some programs give the name of an Excel file; save it as xlsx or CSV',
      { kind: 'foreign' },
    );
  if (SDF.test(start))
    throw new UnreadableFile(
      'it is an SDF or a molfile; give the structures in a column molfile or smiles of a CSV file or a workbook',
      { kind: 'foreign' },
    );
}

/** Begins with the head of a molfile, whose fourth line counts atoms; in a cell of CSV there are quotes before. */
const SDF = /^(?:[^"\n]*\n){0,3}[ \d]{6,}V[23]000\s*\n/;

function rowsOf(
  text: AsyncIterable<string>,
  start: string,
  isName: (name: string) => boolean,
  tokens = Infinity,
): [FileKind['kind'], AsyncIterable<Row>] {
  if (!/^[[{]/.test(start)) return ['csv', readCsv(text, start, isName)];
  if (isPretty(start)) return ['ndjson', readNdjson(text, true)];
  if (start.startsWith('{') && isLines(start)) return ['ndjson', readNdjson(text)];
  const isItem = (object: object): boolean => Object.keys(object).slice(0, MOST_NAMES).some(isName);
  return ['json', readJson(text, start.startsWith('['), isItem, tokens)];
}

/** Longest text without a complete product ({@link sizeOf}). */
const LONGEST_GAP = 8 * 1024 * 1024;
/** The memory that a value takes beside its text, in characters, about. */
const VALUE = 8;
const BEGINNING = new RegExp(`[${MARKS.join('')}[{]`);

/** What a text takes in memory once it is read, about: its characters, and more for each mark that begins a value. */
const sizeOf = (text: string): number => text.length + VALUE * (text.split(BEGINNING).length - 1);

/** Refuses a long text without a product: a file of a few KB may unpack to gigabytes of blanks or of one cell. */
async function* bounded(
  text: AsyncIterable<string>,
  gap: { size: number },
  mostText: number,
  onText: (size: number) => void,
): AsyncGenerator<string> {
  let all = 0;
  for await (const chunk of text) {
    const size = sizeOf(chunk);
    onText(size);
    gap.size += size;
    all += chunk.length;
    if (gap.size > LONGEST_GAP)
      throw new UnreadableFile('it goes on for 8 MB without a product; nothing behind that was read');
    if (all > mostText)
      throw new UnreadableFile(`it holds more than ${mostText} characters`, { kind: 'large' });
    await turn(); // whoever reads may have others to answer
    yield chunk;
  }
}

/** Where NULs and 0x1A begin that old programs and disks leave at the end of a text. */
function tailOf(text: string): number {
  let tail = text.length;
  for (let at = text.length - 1; at >= 0; at--) {
    const isMark = text[at] === '\0' || text[at] === '\x1a';
    if (isMark) tail = at;
    else if (!/\s/.test(text[at]!)) break;
  }
  return tail;
}

/** The text without such an end. */
async function* withoutTail(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of text) {
    const tail = tailOf(chunk);
    if (tail > 0) yield held + chunk.slice(0, tail);
    held = (tail > 0 ? '' : held) + chunk.slice(tail);
  }
}

async function* asCells(text: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const [line, content] of linesOf(text)) yield { line, cells: [content] };
}

/** The first four bytes of a file, or all of a shorter one. From a place on, which a pipe does not have. */
async function firstBytes(source: string | Buffer): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, 4);
  return Buffer.concat(await createReadStream(source, { start: 0, end: 3 }).toArray());
}

/** The bytes of a file, unpacked where it is gzipped. */
async function openPlain(
  source: string | Buffer,
  isPacked: boolean,
  onBytes: (done: number, all: number) => void,
): Promise<AsyncIterable<Buffer>> {
  const size = typeof source === 'string' ? (await stat(source)).size : source.length;
  let done = 0;
  const raw =
    typeof source === 'string'
      ? createReadStream(source, { highWaterMark: PIECE })
      : Readable.from([source], { objectMode: false });
  raw.on('data', (chunk: Buffer) => onBytes((done += chunk.length), size)).pause();
  return isPacked ? pipeline(raw, createGunzip(), () => {}) : raw;
}

async function splitHead(
  bytes: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; rest: AsyncIterator<Buffer> }> {
  const rest = bytes[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < HEAD) {
    const { done, value } = await rest.next();
    if (done === true) break;
    chunks.push(value);
    length += value.length;
  }
  return { head: Buffer.concat(chunks), rest };
}

/** The text of the file without its byte order mark. Throws at an invalid byte: guessing would store garbage. */
async function* decoded(head: Buffer, rest: AsyncIterator<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = 0; at < head.length; at += PIECE)
    yield decoder.decode(head.subarray(at, at + PIECE), { stream: true });
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    yield decoder.decode(next.value, { stream: true });
  }
  // Half a character at the end of UTF-16 is what a program added that takes a byte for one.
  if (!encoding.startsWith('utf-16')) yield decoder.decode();
}

function asUnreadable(error: unknown, file: string): Error {
  if (error instanceof Problem) return error; // it had to wait for too long to be read
  const message = messageOf(error);
  if (error instanceof UnreadableFile) return error;
  switch (codeOf(error)) {
    case 'ENOENT':
      return new UnreadableFile(`There is no file ${file}.`);
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return new UnreadableFile(
        `it changes its character encoding on the way; save it as UTF-8, or say which it is (encoding=)`,
        { code: 'encoding' },
      );
    case 'Z_BUF_ERROR':
    case 'Z_DATA_ERROR':
      return new UnreadableFile(`it is a damaged gzip file (${message})`);
    case 'ESPIPE':
      return new UnreadableFile(`${file} is a pipe; name standard input by -.`);
    case 'EISDIR':
    case 'EACCES':
      return new UnreadableFile(messageOf(ofFile(file, error)));
    default:
      return new UnreadableFile(message);
  }
}
