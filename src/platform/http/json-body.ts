import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { jsonVerifier } from 'stream-json/utils/verifier.js';
import type { VerifierError } from 'stream-json/utils/verifier.js';
import { receiveBody } from './body.js';
import type { ReceiveOptions } from './body.js';
import { Problem } from './problem.js';
import { JSON_BOUNDS } from '../limits/sizes.js';
import type { JsonBound } from '../limits/sizes.js';
import { tooMuch } from './json-bounds.js';

/** A push with a larger body is parsed in another process, so that it does not block other requests, bytes. */
const SMALL = 64 * 1024;
/** Characters of a body in which a fault is looked for beside other requests: it takes far longer than to parse them. */
const LOOKED_THROUGH = 256 * 1024;

/** JSON in a file, which another process is to parse with {@link parseJson}. */
export class SpooledJson {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }
}

interface JsonOptions extends Omit<ReceiveOptions, 'inMemory'> {
  /** leaves what would take long to parse in a file */
  spooled?: boolean;
  /** how much it may hold where it is not spooled; as usual unless given */
  holds?: JsonBound;
}

/**
 * Reads a JSON body.
 * @returns its value, undefined without a body, or a {@link SpooledJson}; and `discard`, to be called when it is no longer
 *   needed
 * @throws Problem 400, 413, 415, 503
 */
export async function receiveJson(
  req: Request,
  { spooled = false, holds = JSON_BOUNDS.usual, ...options }: JsonOptions,
): Promise<{ value: unknown; discard: () => Promise<void> }> {
  const { 'transfer-encoding': chunked, 'content-length': length } = req.headers;
  if (chunked === undefined && length === undefined) return { value: undefined, discard: async () => {} };
  refuseOtherCharsets(req);
  const body = await receiveBody(req, { ...options, inMemory: spooled ? SMALL : options.limit });
  try {
    if (body.content === null) return { value: new SpooledJson(body.file!), discard: body.discard };
    // A common mistake of clients: they mean an empty object.
    if (body.content.length === 0) return { value: {}, discard: body.discard };
    if (spooled && tooMuch(body.content, holds) !== null)
      return { value: new SpooledJson(await body.spool()), discard: body.discard };
    return { value: parseJson(body.content, holds, LOOKED_THROUGH), discard: body.discard };
  } catch (error) {
    await body.discard();
    throw error;
  }
}

/** Reads JSON. @param within characters in which a fault is looked for @throws Problem 400, 413 */
export function parseJson(bytes: Uint8Array, most: JsonBound, within?: number): unknown {
  // Other bytes (mostly GBK) would be stored as replacement characters.
  if (!isUtf8(bytes)) throw new Problem('bad-request', 'The body is not valid UTF-8.');
  const excess = tooMuch(bytes, most);
  if (excess !== null) throw new Problem('too-large', excess);
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw malformedJson(text, within);
  }
}

/** The refusal of a body that is no JSON. */
export function malformedJson(text?: string, within = Infinity): Problem {
  const fault =
    text === undefined ? undefined : faultOfJson(jsonVerifier(), (text + JSON_END).slice(0, within));
  const isFound = fault !== undefined || (text !== undefined && text.length < within);
  const where = isFound ? `: ${describeFault(fault, text!)}` : '';
  return new Problem('bad-request', `The body is not valid JSON${where}.`, {
    errors: [{ path: '', code: 'malformed_json', message: `not valid JSON${where}` }],
  });
}

/** Blanks behind a whole text: without them the verifier waits for more where a few characters are left. */
export const JSON_END = ' '.repeat(10);

/** Where a text stops being JSON; undefined where it is, as far as it goes. */
export function faultOfJson(verify: (text: string) => unknown, text: string): VerifierError | undefined {
  try {
    verify(text);
    return undefined;
  } catch (error) {
    return error as VerifierError;
  }
}

/** The longest part of a text that is shown, UTF-16 units. */
const LONGEST_SHOWN = 20;

/** The line and the column of a fault, and what stands there. @param before characters of the text that came before this part */
export function describeFault(fault: VerifierError | undefined, text: string, before = 0): string {
  const rest = fault ? text.slice(fault.offset - before) : '';
  if (!fault || rest === '') {
    const lines = text.trimEnd().split(/\r\n|\r|\n/);
    return `it ends too early, at line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
  }
  const [found] = rest.split(/(?!^)[\r\n]/, 1) as [string];
  const shown = found.slice(0, LONGEST_SHOWN).toWellFormed();
  const control = /^\p{Cc}/u.exec(shown)?.[0];
  const what = control === undefined ? shown : `an unescaped ${JSON.stringify(control).slice(1, -1)}`;
  return `line ${fault.line}, column ${fault.pos}, where ${what} stands`;
}

/** @throws Problem 415 where Content-Type names another character set than UTF-8 */
export function refuseOtherCharsets({ headers }: IncomingMessage): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset))
    throw new Problem(
      'unsupported-media-type',
      `Content-Type with charset=${charset.slice(0, 100)} is not accepted: use charset=utf-8.`,
      { headers: { Accept: 'application/json; charset=utf-8' } },
    );
}
