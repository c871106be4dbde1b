import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';

const PACK = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** What becomes smaller by it. */
const TEXTS = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.txt']);

/**
 * What is sent again and again is compressed once, for each way of compressing that clients accept.
 * @returns sends something that does not change, under a name that is another one where it does
 */
export function openPacked() {
  const packed = new Map<string, Promise<Buffer>>();
  return async (req: Request, res: Response, name: string, content: () => Buffer | Promise<Buffer>) => {
    res.vary('Accept-Encoding');
    const encoding = req.acceptsEncodings('br', 'gzip');
    if (encoding !== 'br' && encoding !== 'gzip') return void res.send(await content());
    const key = `${encoding} ${name}`;
    const made = packed.get(key) ?? Promise.resolve(content()).then((bytes) => PACK[encoding](bytes));
    packed.set(key, made);
    const bytes = await made.catch((error: unknown) => {
      packed.delete(key);
      throw error;
    });
    res.set('Content-Encoding', encoding).send(bytes);
  };
}

export const FOR_EVER = 'public, max-age=31536000, immutable';

/** The path of a file, of plain segments: none climbs, and none begins with a dot. */
const PLAIN = /^(?:\/[\w-][\w.-]*)+$/;

/** Serves the files of a folder, its texts compressed once. @param keeping how long browsers may keep them */
export function serveFolder(folder: string, keeping = 'public, max-age=0'): RequestHandler {
  const setHeaders = (res: Response): void => void res.setHeader('Cache-Control', keeping);
  const plain = express.static(folder, { index: false, redirect: false, cacheControl: false, setHeaders });
  const send = openPacked();
  return async (req, res, next) => {
    const { method, path, headers } = req;
    const mayBePacked = PLAIN.test(path) && TEXTS.has(extname(path)) && headers.range === undefined;
    const file = join(folder, path);
    const found =
      mayBePacked && (method === 'GET' || method === 'HEAD') ? await stat(file).catch(() => null) : null;
    if (!found?.isFile()) return plain(req, res, next);
    setHeaders(res);
    res.type(extname(file));
    await send(req, res, `${path} ${found.mtimeMs}`, () => readFile(file));
  };
}
