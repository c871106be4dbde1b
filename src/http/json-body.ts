import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import iconv from 'iconv-lite';
import { receiveBody } from './body.js';
import type { ReceiveOptions } from './body.js';
import { Problem } from './problem.js';
import { LIGHT, tooHeavy } from './weight.js';
import type { Weight } from './weight.js';

/** A larger body must be UTF-8; a smaller one may be in any encoding of Unicode, bytes. */
const ANY_UNICODE = 1024 * 1024;
/** A push with a larger body is parsed in another process, so that it does not block other requests, bytes. */
const SMALL = 64 * 1024;

/** JSON in a file, which another process is to parse with {@link parseJson}. */
export class SpooledJson {
  readonly file: string;
  readonly charset: string;

  constructor(file: string, charset: string) {
    this.file = file;
    this.charset = charset;
  }
}

interface JsonOptions extends Omit<ReceiveOptions, 'inMemory' | 'check'> {
  /** leaves what would take long to parse in a file */
  spooled?: boolean;
  /** how much it may hold where it is not spooled; {@link LIGHT} unless given */
  weight?: Weight;
}

/**
 * Reads a JSON body.
 * @returns its value, undefined without a body, or a {@link SpooledJson}; and `discard`, to be called when it is no longer
 *   needed
 * @throws Problem 400, 413, 415, 503
 */
export async function receiveJson(
  req: Request,
  { spooled = false, weight = LIGHT, ...options }: JsonOptions,
): Promise<{ value: unknown; discard: () => Promise<void> }> {
  const { 'transfer-encoding': chunked, 'content-length': length } = req.headers;
  if (chunked === undefined && length === undefined) return { value: undefined, discard: async () => {} };
  const charset = charsetOf(req);
  const body = await receiveBody(req, {
    ...options,
    inMemory: spooled ? SMALL : options.limit,
    check(bytes) {
      if (bytes > ANY_UNICODE && charset !== 'utf-8')
        throw notUtf8(`A body of more than 1 MiB must be UTF-8.`);
    },
  });
  try {
    if (body.content === null) return { value: new SpooledJson(body.file!, charset), discard: body.discard };
    // A common mistake of clients: they mean an empty object.
    if (body.content.length === 0) return { value: {}, discard: body.discard };
    const { text, utf8 } = decode(body.content, charset);
    const heavy = tooHeavy(utf8, weight);
    if (heavy !== null && !spooled) throw tooMuch(heavy);
    const value = heavy === null ? parse(text) : new SpooledJson(await body.spool(), charset);
    return { value, discard: body.discard };
  } catch (error) {
    await body.discard();
    throw error;
  }
}

/** Reads JSON. @param charset as {@link SpooledJson} names it @throws Problem 400, 413 */
export function parseJson(bytes: Uint8Array, charset: string, most: Weight): unknown {
  const { text, utf8 } = decode(bytes, charset);
  const heavy = tooHeavy(utf8, most);
  if (heavy !== null) throw tooMuch(heavy);
  return parse(text);
}

/** Refuses bytes that are not text in this encoding (mostly GBK): they would be stored as replacement characters. */
function decode(bytes: Uint8Array, charset: string): { text: string; utf8: Uint8Array } {
  if (charset === 'utf-8') {
    if (!isUtf8(bytes)) throw new Problem('bad-request', 'The body is not valid UTF-8.');
    return { text: new TextDecoder().decode(bytes), utf8: bytes };
  }
  const text = iconv.decode(bytes, charset);
  // What stands for no character is decoded as this one.
  if (text.includes('\ufffd'))
    throw new Problem('bad-request', `The body is not valid ${charset.toUpperCase()}.`);
  return { text, utf8: Buffer.from(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('bad-request', 'The body is not valid JSON.', {
      errors: [{ path: '', code: 'malformed_json', message: 'not valid JSON' }],
    });
  }
}

/** The encoding that Content-Type gives; one of Unicode. @throws Problem 415 */
export function charsetOf({ headers }: IncomingMessage): string {
  const [, given = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  const charset = given.toLowerCase().replace(/^utf8$/, 'utf-8');
  // Of UTF-7 every byte of another encoding can be read, as a replacement character.
  if (!/^utf-(?!7)/.test(charset) || !iconv.encodingExists(charset))
    throw notUtf8('The body has a character set that is not accepted; use UTF-8.');
  return charset;
}

const notUtf8 = (detail: string): Problem => new Problem('unsupported-media-type', detail);
const tooMuch = (detail: string): Problem => new Problem('too-large', detail);
