import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import {
  badField,
  formText,
  holderOf,
  receiveBody,
  receiveForm,
  receiveStream,
} from '../../platform/index.js';
import type { Body, BodyBounds } from '../../platform/index.js';

/** Bytes of a file (as those of a push). */
const MAX_BYTES = 64 * 1024 * 1024;

/** The name of a file as the log keeps it. */
export const loggedName = (name: string): string =>
  [...name.toWellFormed().replaceAll(/\p{Cc}/gu, '')].slice(0, 200).join('');

/**
 * Receives a file onto the disk: the body itself, or the part `file` of a form.
 * @returns its path, its name where it comes with one, and the way to remove it
 * @throws Problem 400, 413, 415, 503
 */
export async function receiveFile(
  req: Request,
  res: Response,
  { signal, ...bounds }: BodyBounds & { signal: AbortSignal },
): Promise<{ file: string; fileName?: string; discard: () => Promise<void> }> {
  const options = { ...bounds, limit: MAX_BYTES, inMemory: 0, signal };
  let body: Body | undefined;
  let fileName: string | undefined;
  try {
    if (req.is('multipart/form-data')) {
      const take = async (part: Readable): Promise<void> => {
        body = await receiveStream(part, holderOf(req), options);
      };
      const form = await receiveForm(req, res, take, { ...bounds, signal, texts: [] });
      fileName = formText('file', form.filename);
    } else body = await receiveBody(req, options);
    if (!body?.file) throw badField('file', 'empty', 'is empty');
    return { file: body.file, ...(fileName && { fileName: loggedName(fileName) }), discard: body.discard };
  } catch (error) {
    await body?.discard();
    throw error;
  }
}
