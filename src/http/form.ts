import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import type { Request, Response } from 'express';
import multer from 'multer';
import { badField, Problem } from './problem.js';

/** The file of a form with the name that its part gives, and the other fields. */
interface FormFile {
  mimetype: string;
  filename: string;
  texts: Record<string, unknown>;
}

/**
 * Reads a form with one file in its part `file`.
 * @param take receives the file; what it throws is thrown
 * @throws Problem 400
 */
export async function receiveForm(
  req: Request,
  res: Response,
  take: (file: Readable) => Promise<unknown>,
): Promise<FormFile> {
  const { file, texts } = await receiveAnyForm(req, res, take, 1_000);
  if (!file) throw badField('file', 'missing', 'the form must have a part with this name that is a file');
  return { ...file, texts };
}

/**
 * {@link receiveForm} for a form that may be without a file, as browsers send one where none was chosen.
 * @param longestText bytes of a text at most
 * @throws Problem 400
 */
export async function receiveAnyForm(
  req: Request,
  res: Response,
  take: (file: Readable) => Promise<unknown>,
  longestText: number,
): Promise<{ file?: { mimetype: string; filename: string }; texts: Record<string, unknown> }> {
  const form = multer({
    storage: {
      _handleFile: (_req, part, done) => callbackify(take)(part.stream, (error) => done(error, {})),
      _removeFile: (_req, _part, done) => done(null),
    },
    // Browsers send file names as UTF-8 without saying so.
    defParamCharset: 'utf8',
    limits: { files: 1, fields: 20, parts: 21, fieldSize: longestText },
  }).single('file');
  await new Promise<void>((resolve, reject) => {
    form(req, res, (error: unknown) => (error ? reject(formProblem(error, req)) : resolve()));
  });
  const file = req.file && { mimetype: req.file.mimetype, filename: req.file.originalname };
  const texts: Record<string, unknown> = req.body ?? {};
  // The parser gives undefined for a text in an encoding that it does not read.
  for (const [name, text] of Object.entries(texts)) if (text === undefined) throw notUtf8(name);
  return { ...(file && { file }), texts };
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
    error.code.toLowerCase(),
    'the form has more or longer parts than are accepted',
  );
}

/** A full disk is not the caller's fault. */
function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}
