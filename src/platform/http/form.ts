import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';
import type { Request, Response } from 'express';
import multer from 'multer';
import { holdBytes, piecesOf } from './body.js';
import { badField, Problem } from './problem.js';
import { holderOf } from './holder.js';
import type { BodyBounds } from './route.js';

/** What a form may be. */
export interface FormBounds extends Partial<BodyBounds> {
  /** the names of its texts: others are not kept */
  texts: readonly string[];
  /** bytes of a text at most; 1,000 unless given */
  longestText?: number;
  /** bytes of all parts but the file; 1 MB unless given */
  most?: number;
  signal?: AbortSignal;
}

const MOST = 1024 * 1024;

/**
 * Reads a form with one file in its part `file`: with the name that its part gives, and the other fields.
 * @param take receives the file; what it throws is thrown
 * @throws Problem 400, 413, 503
 */
export async function receiveForm(
  req: Request,
  res: Response,
  take: (file: Readable) => Promise<unknown>,
  bounds: FormBounds,
) {
  const { file, texts } = await receiveAnyForm(req, res, take, bounds);
  if (!file) throw badField('file', 'missing', 'the form must have a part with this name that is a file');
  return { ...file, texts };
}

/**
 * {@link receiveForm} for a form that may be without a file, as browsers send one where none was chosen. Its texts count as
 * they come, as other bodies do.
 * @throws Problem 400, 413, 503
 */
export async function receiveAnyForm(
  req: Request,
  res: Response,
  take: (file: Readable) => Promise<unknown>,
  bounds: FormBounds,
) {
  const { texts: names, longestText = 1_000, most = MOST, limits, signal, stallMs } = bounds;
  const held = holdBytes(holderOf(req), limits, signal);
  let files = 0; // that are being received: they count by themselves
  let bytes = 0;
  // What was refused is read to its end, and goes nowhere.
  let isRefused = false;
  let refuse: () => void;
  const refused = new Promise<void>((resolve) => (refuse = resolve)).then(() => void (isRefused = true));
  const feed = async (parser: Writable): Promise<void> => {
    for await (const piece of piecesOf(req, stallMs)) {
      if (files === 0 && !isRefused) {
        bytes += piece.length;
        if (bytes > most)
          throw new Problem(
            'too-large',
            `The parts of the form may have ${most} bytes together, beside a file.`,
          );
        await held.grow(piece.length);
      }
      if (!isRefused)
        await Promise.race([new Promise<void>((done) => parser.write(piece, () => done())), refused]);
    }
    parser.end();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const form = multer({
        storage: {
          _handleFile: (_req, { stream }, done) => {
            files++;
            stream.once('close', () => files--);
            callbackify(take)(stream, (error) => {
              if (error) refuse();
              done(error, {});
            });
          },
          _removeFile: (_req, _part, done) => done(null),
        },
        // Browsers send file names as UTF-8 without saying so.
        defParamCharset: 'utf8',
        limits: { files: 1, fields: 20, parts: 21, fieldSize: longestText },
        streamHandler: (_req: unknown, parser: Writable) => void feed(parser).catch(reject),
      } as multer.Options).single('file');
      form(req, res, (error: unknown) => (error ? reject(formProblem(error, req)) : resolve()));
    });
  } finally {
    held.leave();
  }
  return parsedOf(req, names);
}

/** What the parser has left at a request. @throws Problem 400 */
function parsedOf(req: Request, names: readonly string[]) {
  const file = req.file && { mimetype: req.file.mimetype, filename: req.file.originalname };
  const given = Object.entries<unknown>(req.body ?? {});
  const texts = Object.fromEntries(given.filter(([name]) => names.includes(name)));
  req.body = undefined;
  // The parser gives undefined for a text in an encoding that it does not read.
  for (const [name, text] of Object.entries(texts)) if (text === undefined) throw notUtf8(name);
  return { file, texts };
}

/** A text of a form, or the name of its file; undefined where there is none. @throws Problem 400 where it is not UTF-8 */
export function formText(name: string, text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  // The parser writes a replacement character for what is not UTF-8 (mostly GBK).
  if (text.includes('\ufffd')) throw notUtf8(name);
  return text;
}

const notUtf8 = (name: string): Problem => badField(name, 'malformed_text', 'is not valid UTF-8');

function formProblem(error: unknown, req: IncomingMessage): unknown {
  if (error instanceof Problem) return error;
  if (!(error instanceof multer.MulterError)) {
    if (req.destroyed && !req.complete)
      return new Problem('bad-request', 'The upload broke off.', { cause: error });
    return isSystemError(error) ? error : badField('', 'malformed_form', 'The form cannot be read.');
  }
  if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT')
    return badField(
      error.field ?? 'file',
      'unexpected_file',
      'there must be one file, in a part named `file`',
    );
  return badField(
    error.field ?? '',
    error.code === 'LIMIT_FIELD_VALUE' || error.code === 'LIMIT_FILE_SIZE' ? 'too_long' : 'too_many',
    'the form has more or longer parts than are accepted',
  );
}

/** A full disk is not the caller's fault. */
function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}
