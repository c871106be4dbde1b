import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { badField, Problem } from '../http/problem.js';
import { checkDeclared, EXTENSIONS, MAX_BYTES, readFilename, readGroup, refused } from './rules.js';
import type { Spool, SpoolFile } from './spool.js';

/** One image as it was received: spooled, not yet decoded. */
export interface Upload {
  file: SpoolFile;
  filename: string | null;
  group: string;
  /** why it is refused, where that is known already */
  fault: Problem | null;
}

/** The body as it arrives. Leaving the loop early does not close the connection, so that the answer can be sent. */
export async function* chunksOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw brokenOff(error);
  }
}

/** A whole body. @param most bytes @param tooLarge what is thrown where it has more */
export async function wholeBody(
  req: IncomingMessage,
  most: number,
  tooLarge: () => Problem,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(req)) {
    bytes += chunk.length;
    if (bytes > most) {
      req.resume();
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function brokenOff(cause: unknown): Problem {
  return new Problem('bad-request', 'The upload broke off.', { cause });
}

/** The length of the body by its header; `most` without one. */
export function announced(req: IncomingMessage, most: number): number {
  const length = req.headers['content-length'];
  return length === undefined ? most : Number(length);
}

/** Reads a body that is the image itself. @throws Problem */
export async function readRaw(req: Request, spool: Spool, filename: string, group?: string): Promise<Upload> {
  if (announced(req, 0) > MAX_BYTES) throw refused('too_large');
  checkDeclared(req.headers['content-type']);
  if (!EXTENSIONS.some((extension) => filename.toLowerCase().endsWith(extension)))
    throw badField('filename', 'extension', `must end in one of ${EXTENSIONS.join(' ')}`);
  const upload = {
    file: spool.file(),
    filename: readFilename(filename),
    group: readGroup(group),
    fault: null,
  };
  for await (const chunk of chunksOf(req)) await upload.file.write(chunk);
  return upload;
}

/** Reads a form with one image in its part `file`; texts `group` and `filename` are optional. @throws Problem */
export async function readForm(req: Request, res: Response, spool: Spool): Promise<Upload> {
  const file = spool.file();
  const form = multer({
    storage: {
      _handleFile(_req, part, done) {
        pipeline(
          part.stream,
          (chunks: AsyncIterable<Buffer>) => receive(chunks, file),
          (error) => done(error, {}),
        );
      },
      _removeFile(_req, _part, done) {
        done(null);
      },
    },
    // Browsers send file names as UTF-8 without saying so.
    defParamCharset: 'utf8',
    limits: { fileSize: MAX_BYTES, files: 1, fields: 20, parts: 21, fieldSize: 1_000 },
  }).single('file');
  await new Promise<void>((resolve, reject) => {
    form(req, res, (error: unknown) => (error ? reject(formProblem(error, req)) : resolve()));
  });
  if (!req.file) throw badField('file', 'missing', 'the form must have a part with this name that is a file');
  checkDeclared(req.file.mimetype);
  const texts: Record<string, unknown> = req.body ?? {};
  return {
    file,
    filename: readFilename(textOf(texts['filename']) || req.file.originalname),
    group: readGroup(textOf(texts['group'])),
    fault: null,
  };
}

async function receive(stream: AsyncIterable<Buffer>, file: SpoolFile): Promise<void> {
  for await (const chunk of stream) await file.write(chunk);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function formProblem(error: unknown, req: Request): unknown {
  if (error instanceof Problem) return error;
  if (!(error instanceof multer.MulterError)) {
    if (req.destroyed && !req.complete) return brokenOff(error);
    return isSystemError(error) ? error : badField('', 'malformed_form', 'the form cannot be read');
  }
  if (error.code === 'LIMIT_FILE_SIZE') return refused('too_large');
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
