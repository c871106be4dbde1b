import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { extname, join } from 'node:path';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { writtenBy } from '../database/writes.js';
import type { Writer } from '../database/writes.js';
import { inImportFolder, receiveBody } from '../http/body.js';
import { badField } from '../http/problem.js';
import { openQueue } from '../http/queue.js';
import type { Route } from '../http/route.js';
import { importFile, previewImport } from '../import/load.js';
import type { ImportOptions } from '../import/load.js';
import { withoutPath } from '../import/outcome.js';
import type { ImportOutcome } from '../import/outcome.js';
import { openRejectedRows } from '../import/rejected.js';
import { OFFICE_SOURCE } from '../products/list.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffIn } from './session.js';

/** Bytes of a file (as those of a push). */
const MAX_BYTES = 64 * 1024 * 1024;
/** Characters that it may unpack to: a million products have half of that. */
const MAX_TEXT = 2 * 1024 ** 3;
const PREVIEW_ROWS = 20;
/** Characters of the rows that a preview shows, about: a row may have megabytes. */
const PREVIEW_TEXT = 1024 * 1024;
const MAX_ERRORS = 1_000;
const PROGRESS_MS = 200;
/** Bytes of the file of rejected rows in a line: a multiple of 3, so that base64 pads none but the last. */
const PIECE = 192 * 1024;

type ImportParts = Pick<OfficeParts, 'writes' | 'log' | 'chemistry' | 'workbookTurns' | 'siteOrigin'>;

/**
 * Import of a file. `/import/preview` validates every product as the import would, and stores none. Both answer with a
 * JSON object a line: the progress, and last the outcome. After an import the file of its rejected rows comes before the
 * outcome, in pieces (`{"rejected": base64}`): the next call may reach another replica, so none keeps it.
 */
export function officeImportRoutes(parts: ImportParts): Route[] {
  const queue = openQueue(2);
  const importing = (path: string, isPreview: boolean): Route =>
    staffRoute({
      method: 'post',
      path,
      query: z.object({}),
      streamBody: { types: ['application/octet-stream'] },
      async handle({ req, res }) {
        await queue.during(async () => {
          const { file, discard } = await receiveBody(req, { limit: MAX_BYTES, inMemory: 0 });
          try {
            if (file === null) throw badField('file', 'empty', 'is empty');
            await inImportFolder((folder) => answer(parts, { isPreview, file, folder }, req, res));
          } finally {
            await discard();
          }
        });
        res.end();
        return undefined;
      },
    });
  return [importing('/import/preview', true), importing('/import', false)];
}

/** A file that was received, and a folder for that of its rejected rows. */
interface ReceivedFile {
  isPreview: boolean;
  file: string;
  folder: string;
}

/** Imports the file, and answers line by line. */
async function answer(
  parts: ImportParts,
  received: ReceivedFile,
  req: Request,
  res: Response,
): Promise<void> {
  const { isPreview, folder } = received;
  const rows = openRejectedRows((kind) => join(folder, `rejected.${kind}`));
  try {
    // Not compressed: each line must reach the client at once.
    res.status(200).type('application/x-ndjson').set('Cache-Control', 'no-store, no-transform');
    const send = (line: object): boolean => res.write(`${JSON.stringify(line)}\n`);
    send({ progress: { done: 0, all: 1 } });
    const by: Writer = { kind: 'import', name: staffIn(req).name };
    const done = await run(parts, received, {
      by,
      send,
      ...(!isPreview && { onRejected: (row) => rows.add(row) }),
    });
    const { path } = await rows.finish();
    if (path === undefined) send({ outcome: done });
    else {
      for await (const piece of createReadStream(path, { highWaterMark: PIECE }))
        if (!send({ rejected: (piece as Buffer).toString('base64') }) && !res.closed)
          await Promise.race([once(res, 'drain'), once(res, 'close')]);
      send({ outcome: { ...done, rejected_as: extname(path).slice(1) } });
    }
  } catch (error) {
    if (!res.headersSent) throw error;
    parts.log.error({ err: error, request_id: req.context.id }, 'an import was broken off');
    const message = 'The service failed. Look at the products before you repeat it.';
    res.write(`${JSON.stringify({ error: { code: 'import_failed', message } })}\n`);
  } finally {
    await rows.discard();
  }
}

/** Loads the file, or validates it. @returns the outcome as the pages show it */
async function run(
  { writes, chemistry, workbookTurns, siteOrigin }: ImportParts,
  { isPreview, file }: ReceivedFile,
  { by, send, onRejected }: { by: Writer; send: (line: object) => void } & Pick<ImportOptions, 'onRejected'>,
): Promise<object> {
  const first: unknown[] = [];
  let shown = 0;
  let sentAt = performance.now();
  const load = isPreview ? previewImport : importFile;
  const outcome = await load(writtenBy(writes, by), file, OFFICE_SOURCE, {
    siteOrigin: siteOrigin(),
    chemistry,
    onProgress(done, all, { created, updated, invalid }) {
      if (performance.now() - sentAt < PROGRESS_MS) return;
      sentAt = performance.now();
      send({ progress: { done, all, created, updated, invalid } });
    },
    onRejected,
    onRow(row) {
      if (first.length === PREVIEW_ROWS || shown > PREVIEW_TEXT) return;
      first.push(row);
      shown += JSON.stringify(row).length;
    },
    mostText: MAX_TEXT,
    workbookTurns,
  });
  const failure = outcome.failure && withoutPath(outcome.failure, file);
  return {
    ...withFewerErrors(outcome),
    ...(failure && { failure }),
    ...(isPreview && { rows: first }),
  };
}

function withFewerErrors(outcome: ImportOutcome): ImportOutcome {
  if (outcome.errors.length <= MAX_ERRORS) return outcome;
  return { ...outcome, errors: outcome.errors.slice(0, MAX_ERRORS), errors_truncated: true };
}
