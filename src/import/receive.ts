import type { Request, Response } from 'express';
import { announced, receiveBody, receiveStream } from '../http/body.js';
import type { Body } from '../http/body.js';
import { receiveForm } from '../http/form.js';
import { badField } from '../http/problem.js';
import type { BodyBounds } from '../http/route.js';

/** Bytes of a file (as those of a push). */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Receives a file onto the disk: the body itself, or the part `file` of a form.
 * @returns its path, and the way to remove it
 * @throws Problem 400, 413, 415, 503
 */
export async function receiveFile(
  req: Request,
  res: Response,
  { signal, ...bounds }: BodyBounds & { signal: AbortSignal },
): Promise<{ file: string; discard: () => Promise<void> }> {
  const options = { ...bounds, limit: MAX_BYTES, inMemory: 0, signal };
  let body: Body | undefined;
  try {
    if (req.is('multipart/form-data'))
      await receiveForm(req, res, async (part) => {
        body = await receiveStream(part, announced(req, MAX_BYTES), options);
      });
    else body = await receiveBody(req, options);
    if (!body?.file) throw badField('file', 'empty', 'is empty');
    return { file: body.file, discard: body.discard };
  } catch (error) {
    await body?.discard();
    throw error;
  }
}
