import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { codeOf, messageOf, ofFile, Problem } from '../../platform/index.js';
import { readCsv } from './csv.js';
import { readJson } from './json.js';
import { UnreadableFile } from './row.js';
import type { FileForm, FileRow } from './row.js';
import { LARGE_WORKBOOK } from './sheet.js';
import type { WorkbookBounds } from './sheet.js';
import { readXlsx, rowsOfWorkbook } from './xlsx.js';

/** The beginning of a file from which its format and encoding are found, bytes. */
const HEAD = 1024 * 1024;
const PIECE = 64 * 1024;

/** The beginning of a file that is no text: an image has control characters. */
const NO_TEXT = /[\0-\x08\x0e-\x1f]|^%PDF/;

/**
 * Reads products from a file: a JSON array, a JSON object with such an array under `products` or `data`, a JSON
 * object a line, or CSV with a header; any of them gzipped; or an xlsx workbook. The format is found from the content,
 * not from the name.
 * `line` is the line in the file; in a JSON array, the position in the array, from 1.
 * @throws UnreadableFile
 */
export async function* readFileRows(
  file: string,
  { onBytes = () => {}, onText, onForm = () => {}, bounds = NO_BOUNDS }: ReadOptions = {},
): AsyncGenerator<FileRow> {
  let found: OpenText | undefined;
  try {
    if (await isWorkbook(file)) {
      yield* readXlsx(file, onForm, onBytes, bounds.workbook);
      return;
    }
    found = await openText(file, bounds, onBytes, onText);
    const { text, start, gap } = found;
    if (start === '') return;
    const endGap = (): void => void (gap.size = 0);
    for await (const row of rowsOf(text, start, onForm, endGap)) {
      endGap();
      yield row;
    }
  } catch (error) {
    throw asUnreadable(error, file);
  } finally {
    await found?.close();
  }
}

/** What a file may hold. */
export interface FileBounds {
  /** characters that it may unpack to */
  text: number;
  workbook: WorkbookBounds;
}

const NO_BOUNDS: FileBounds = { text: Infinity, workbook: LARGE_WORKBOOK };

interface ReadOptions {
  /** called with the bytes read (or rows of a workbook) and the size of the file */
  onBytes?: (done: number, all: number) => void;
  /** called with the size of text that was unpacked ({@link sizeOf}), before the rows in it are given */
  onText?: (size: number) => void;
  /** called before the first row */
  onForm?: (form: FileForm) => void;
  bounds?: FileBounds;
}

/**
 * Reads the lines of a file whatever they are: those of a text, or the rows of a workbook with tabs between their cells.
 * @throws UnreadableFile
 */
export async function* readFileLines(file: string, bounds: FileBounds): AsyncGenerator<string> {
  let found: OpenText | undefined;
  try {
    if (await isWorkbook(file)) {
      for (const cells of await rowsOfWorkbook(file, bounds.workbook)) yield cells.join('\t');
      return;
    }
    found = await openText(file, bounds);
    let open = '';
    for await (const chunk of found.text) {
      const lines = (open + chunk).split(/\r\n|\n|\r(?=.)/s);
      open = lines.pop()!;
      yield* lines;
    }
    yield open;
  } catch (error) {
    throw asUnreadable(error, file);
  } finally {
    await found?.close();
  }
}

interface OpenText {
  text: AsyncIterable<string>;
  /** its beginning */
  start: string;
  /** since the last product, or row of a table ({@link sizeOf}) */
  gap: { size: number };
  /** closes the file, wherever its reading ended: else it would stay open and keep its disk space */
  close(): Promise<unknown>;
}

/** The text of a file that is no workbook. */
async function openText(
  file: string,
  bounds: FileBounds,
  onBytes: (done: number, all: number) => void = () => {},
  onText: (size: number) => void = () => {},
): Promise<OpenText> {
  const { head, rest } = await splitHead(await openPlain(file, onBytes));
  const close = async (): Promise<unknown> => rest.return?.();
  const encoding = encodingOf(head);
  const start = new TextDecoder(encoding).decode(head).trimStart();
  const fault = faultOf(start, head.length);
  if (fault) {
    await close();
    throw fault;
  }
  const gap = { size: 0 };
  return { text: bounded(decoded(head, rest, encoding), gap, bounds.text, onText), start, gap, close };
}

/** Why a file that begins so is not read. */
function faultOf(start: string, bytes: number): UnreadableFile | undefined {
  if (NO_TEXT.test(start.slice(0, 1_000)))
    return new UnreadableFile('it is neither CSV, JSON nor an xlsx workbook', 'foreign');
  // The CSV parser takes quadratic time to find the end of the first line.
  return bytes >= HEAD && !/^[[{]|[\r\n]/.test(start)
    ? new UnreadableFile('it begins with 1 MB without the end of a line; nothing of it was read')
    : undefined;
}

function rowsOf(
  text: AsyncIterable<string>,
  start: string,
  onForm: (form: FileForm) => void,
  endGap: () => void,
): AsyncIterable<FileRow> {
  if (/^<(!doctype|html|table|\?xml)/i.test(start))
    throw new UnreadableFile(
      'it is HTML or XML, to which some programs give the name of an Excel file; save it as xlsx or CSV',
      'foreign',
    );
  if (SDF.test(start))
    throw new UnreadableFile(
      'it is an SDF or a molfile; give the structures in a column molfile or smiles of a CSV file or a workbook',
      'foreign',
    );
  if (!/^[[{]/.test(start)) return readCsv(text, start, { onForm, onRecord: endGap });
  const kind = isLines(start) ? 'ndjson' : 'json';
  onForm({ kind });
  return kind === 'ndjson' ? readNdjson(text) : readJson(text, start.startsWith('['));
}

/** Begins with the head of a molfile, whose fourth line counts atoms; in a cell of CSV that is the fifth line or later. */
const SDF = /^(?:.*\r?\n){0,3}[ \d]{6,}V[23]000\s*\n/;

/** Longest text without a complete product ({@link sizeOf}). */
const LONGEST_GAP = 8 * 1024 * 1024;
/** The memory that a value takes beside its text, in characters, about. */
const VALUE = 8;

/** What a text takes in memory once it is read, about: its characters, and more for each mark that begins a value. */
const sizeOf = (text: string): number => text.length + VALUE * (text.split(/[,;\t[{]/).length - 1);

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
    if (all > mostText) throw new UnreadableFile(`it holds more than ${mostText} characters`, 'large');
    yield chunk;
  }
}

/** Whether a file is a workbook: a zip archive. @throws UnreadableFile for one of the older kind, a compound file */
async function isWorkbook(file: string): Promise<boolean> {
  const found = (await firstBytes(file, 4)).toString('hex');
  if (found === 'd0cf11e0')
    throw new UnreadableFile('an old Excel file (xls); save it as xlsx or CSV', 'foreign');
  return found === '504b0304';
}

/** The first bytes of a file; zeros where it is shorter. A folder is opened, and fails only when it is read. */
async function firstBytes(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    return (await handle.read(Buffer.alloc(length), 0, length, 0)).buffer;
  } finally {
    await handle.close();
  }
}

/** The bytes of a file, unpacked where it is gzipped. */
async function openPlain(
  file: string,
  onBytes: (done: number, all: number) => void,
): Promise<AsyncIterable<Buffer>> {
  const { size } = await stat(file);
  const magic = await firstBytes(file, 2);
  let done = 0;
  const raw = createReadStream(file, { highWaterMark: PIECE });
  raw.on('data', (chunk) => onBytes((done += chunk.length), size)).pause();
  return magic[0] === 0x1f && magic[1] === 0x8b ? pipeline(raw, createGunzip(), () => {}) : raw;
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

/** UTF-16 by its byte order mark; UTF-8 if valid; else GB 18030, which spreadsheets in China write. */
function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  try {
    // Streaming mode accepts an incomplete character at the end of the head.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'gb18030';
  }
}

/** The text of the file without its byte order mark. Throws at an invalid byte: guessing would store garbage. */
async function* decoded(head: Buffer, rest: AsyncIterator<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  // In pieces: a large one of many broken rows would take the CSV parser seconds at a stretch.
  for (let at = 0; at < head.length; at += PIECE)
    yield decoder.decode(head.subarray(at, at + PIECE), { stream: true });
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    yield decoder.decode(next.value, { stream: true });
  }
  yield decoder.decode();
}

/** Whether the first line is a complete JSON object, and not the envelope of an array. */
function isLines(start: string): boolean {
  const end = start.indexOf('\n');
  try {
    const first: Record<string, unknown> = JSON.parse(end < 0 ? start : start.slice(0, end));
    return !Array.isArray(first) && !Array.isArray(first['products']) && !Array.isArray(first['data']);
  } catch {
    return false;
  }
}

async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let line = 0;
  let open = '';
  const read = (content: string): FileRow[] => {
    line += 1;
    if (content.trim() === '') return [];
    try {
      return [{ line, item: JSON.parse(content) }];
    } catch {
      return [{ line, reason: 'malformed_json', message: 'the line is not valid JSON', held: content }];
    }
  };
  for await (const chunk of text) {
    const lines = chunk.split('\n');
    lines[0] = open + lines[0]!;
    open = lines.pop()!;
    for (const content of lines) yield* read(content);
  }
  yield* read(open);
}

function asUnreadable(error: unknown, file: string): Error {
  if (error instanceof Problem) return error; // it had to wait for too long to be read
  const message = messageOf(error);
  if (error instanceof UnreadableFile) {
    error.message = `${file}: ${message}`;
    return error;
  }
  switch (codeOf(error)) {
    case 'ENOENT':
      return new UnreadableFile(`There is no file ${file}.`);
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return new UnreadableFile(
        `${file} changes its character encoding on the way; save it as UTF-8.`,
        'broken',
        { code: 'encoding' },
      );
    case 'Z_BUF_ERROR':
    case 'Z_DATA_ERROR':
      return new UnreadableFile(`${file} is a damaged gzip file (${message}).`);
    case 'ESPIPE':
      return new UnreadableFile(`${file} is a pipe; name standard input by -.`);
    case 'EISDIR':
    case 'EACCES':
      return new UnreadableFile(messageOf(ofFile(file, error)));
    default:
      return new UnreadableFile(`${file}: ${message}`);
  }
}
