import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { announced, badField, formText, piecesOf, receiveForm } from '../../platform/index.js';
import type { BodyBounds, Problem } from '../../platform/index.js';
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

/** Reads a body that is the image itself. @throws Problem */
export async function readRaw(req: Request, spool: Spool, filename: string, group?: string): Promise<Upload> {
  checkDeclared(req.headers['content-type']);
  if (announced(req, 0) > MAX_BYTES) throw refused('too_large');
  if (!EXTENSIONS.some((extension) => filename.toLowerCase().endsWith(extension)))
    throw badField('filename', 'extension', `must end in one of ${EXTENSIONS.join(' ')}`);
  const upload = {
    file: spool.file(),
    filename: readFilename(filename),
    group: readGroup(group),
    fault: null,
  };
  for await (const piece of piecesOf(req)) await upload.file.write(piece);
  return upload;
}

/** Reads a form with one image in its part `file`; texts `group` and `filename` are optional. @throws Problem */
export async function readForm(
  req: Request,
  res: Response,
  spool: Spool,
  bodies: BodyBounds,
): Promise<Upload> {
  const file = spool.file();
  const take = async (image: Readable): Promise<void> => {
    // A part that is refused stays open: destroyed, it would look like a form that broke off.
    for await (const piece of piecesOf(image, bodies.stallMs)) await file.write(piece);
  };
  const bounds = { ...bodies, texts: ['filename', 'group'] };
  const { mimetype, filename, texts } = await receiveForm(req, res, take, bounds);
  checkDeclared(mimetype);
  return {
    file,
    filename: readFilename(formText('filename', texts['filename']) || formText('filename', filename)),
    group: readGroup(formText('group', texts['group'])),
    fault: null,
  };
}
