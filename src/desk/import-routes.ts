import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  ENCODINGS,
  endLogged,
  entryOf,
  GOES_ON,
  goneSignal,
  holderOf,
  importOf,
  insertLog,
  LIMITS,
  OFFICE_SOURCE,
  openKeeping,
  openLimit,
  SIGN_OF_LIFE_MS,
  UnreadableFile,
  writtenBy,
} from '../platform/index.js';
import type { Call, Route } from '../platform/index.js';
import {
  importFile,
  loggedName,
  lookAtFile,
  mappedColumns,
  previewImport,
  receiveFile,
  rejectedFile,
  rejectedRows,
  rememberedMappings,
} from '../exchange/index.js';
import type { FileForm, ImportOutcome, Rejected } from '../exchange/index.js';
import { idIn, needed, sendPieces, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffIn } from './session.js';

/** Characters that a file may unpack to: a million products have half of that. */
const MAX_TEXT = 2 * 1024 ** 3;
const MAX_ERRORS = 1_000;
const PROGRESS_MS = 200;

type ImportParts = Pick<OfficeParts, 'db' | 'writes' | 'log' | 'chemistry' | 'siteOrigin' | 'bodies'>;

/** What the columns of a file are read as, as JSON in a query string. */
const columnsText = z
  .string()
  .max(12_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(mappedColumns);
const fileQuery = z.object({
  name: z.string().max(1_000).default(''),
  encoding: z.enum(ENCODINGS).optional(),
  columns: columnsText.optional(),
});
type FileQuery = z.output<typeof fileQuery>;
const FILE = { query: fileQuery, streamBody: { types: ['application/octet-stream'] } };

/**
 * Import of a file. `/import/columns` says what each column is read as. `/import/preview` validates every product as the import would, and stores none. Both answer with a
 * JSON object a line: the progress, and last the outcome. An import is in the sync log, with what it rejected.
 */
export function officeImportRoutes(parts: ImportParts): Route[] {
  const queue = openLimit(LIMITS.staffImports);
  const { db } = parts;
  const received = async <T>({ req, res }: Call, work: (file: string) => Promise<T>): Promise<T> => {
    // It waits for its turn only once it has come: a slow sender would keep the turn from others.
    const { file, discard } = await receiveFile(req, res, { ...parts.bodies, signal: goneSignal(res) });
    try {
      return await queue.during(holderOf(req), () => work(file));
    } finally {
      await discard();
    }
  };
  const importing = (path: string, isPreview: boolean): Route =>
    staffRoute('post', path, {
      ...FILE,
      async handle(call) {
        const { req, res, query } = call;
        const name = loggedName(query.name);
        req.context.about = name ? [name] : undefined;
        await received(call, async (file) => {
          const mappings = query.columns ? [{ columns: query.columns }] : await rememberedMappings(db);
          const logged = isPreview ? undefined : await openLogged(db, req, name || undefined);
          await answer(parts, { file, logged, mappings, encoding: query.encoding }, req, res);
        });
        res.end();
        return undefined;
      },
    });
  return [
    staffRoute('post', '/import/columns', {
      ...FILE,
      data(call) {
        call.req.context.onlyAsks = true;
        return received(call, async (file) => lookAtFile(file, call.query.encoding, await rememberedMappings(db)).catch(unreadable)); // prettier-ignore
      },
    }),
    importing('/import/preview', true),
    importing('/import', false),
    rejectedRoute(parts),
  ];
}

/** Of a file that cannot be read nothing is said here: its preview says what is wrong with it. */
function unreadable(error: unknown): null {
  if (error instanceof UnreadableFile) return null;
  throw error;
}

/** The rejected rows of an import as a file like the imported one, to be corrected and imported again. */
const rejectedRoute = ({ db }: ImportParts): Route =>
  staffRoute('get', '/sync-log/{id}/rejected', {
    async handle({ params, res }) {
      const id = idIn(params);
      const { kept, form, file_name } = needed(await importOf(db, id, null), 'import');
      needed(kept, 'import with rejected rows that are kept');
      const name = `${file_name ?? `import-${id}`}.rejected.${(form as FileForm).kind}`;
      return sendPieces(res, name, rejectedFile(form as FileForm, rejectedRows(db, id)));
    },
  });

type Counts = Pick<ImportOutcome, 'created' | 'updated' | 'unchanged' | 'invalid'>;
const countsOf = ({ created, updated, unchanged, invalid }: Counts): Counts => ({
  created,
  updated,
  unchanged,
  invalid,
});

/**
 * Puts an import into the sync log, from its beginning on: one that is broken off is there too, with the rows that it had
 * rejected by then.
 */
async function openLogged(db: OfficeParts['db'], req: Request, fileName: string | undefined) {
  const { id } = await insertLog(db, [{ ...entryOf(req, GOES_ON), fileName }]);
  let kept: ReturnType<typeof openKeeping> | undefined;
  const keeping = (form: object) =>
    (kept ??= openKeeping({ id: id!, caller: `staff ${staffIn(req).name}`, form }));
  return {
    id: id!,
    kept: (): number => kept?.rows() ?? 0,
    async reject(rejected: Rejected[]): Promise<void> {
      const kept = keeping(rejected[0]!.form);
      const rows = rejected.map(({ given, error }) => ({ fault: error, given }));
      await db.tx((tx) => kept.keep(tx, rows));
    },
    /** a sign of life, with what was done so far: the process may die */
    async touch(counts: Counts): Promise<void> {
      const { durationMs } = entryOf(req, GOES_ON);
      await endLogged(db, id!, { status: GOES_ON, durationMs, counts });
    },
    async end(status: number, outcome: Counts, warnings: ImportOutcome['warnings'] = []) {
      const counts = countsOf(outcome);
      req.context.imported = { id: id!, counts };
      await db.tx((tx) => keeping({ kind: 'csv', columns: [] }).keep(tx, [], warnings));
      await endLogged(db, id!, { status, durationMs: entryOf(req, status).durationMs, counts });
    },
  };
}

/** A file that was received, and its place in the log; a preview has none. */
interface ReceivedFile extends Pick<FileQuery, 'encoding'> {
  file: string;
  mappings: Awaited<ReturnType<typeof rememberedMappings>>;
  logged: Awaited<ReturnType<typeof openLogged>> | undefined;
}

/** Imports the file, and answers line by line. */
async function answer(
  parts: ImportParts,
  received: ReceivedFile,
  req: Request,
  res: Response,
): Promise<void> {
  const { logged } = received;
  let counts: Counts = { created: 0, updated: 0, unchanged: 0, invalid: 0 };
  // Not compressed: each line must reach the client at once.
  res.status(200).type('application/x-ndjson').set('Cache-Control', 'no-store, no-transform');
  const send = (line: object): boolean => res.write(`${JSON.stringify(line)}\n`);
  send({ progress: { done: 0, all: 1 } });
  const signs = setInterval(() => void logged?.touch(counts).catch(() => {}), SIGN_OF_LIFE_MS);
  try {
    let sentAt = performance.now();
    const onProgress = (done: number, all: number, outcome: Counts): void => {
      counts = countsOf(outcome);
      if (performance.now() - sentAt < PROGRESS_MS) return;
      sentAt = performance.now();
      send({ progress: { done, all, ...counts } });
    };
    const done = await run(parts, received, req, onProgress);
    await logged?.end(done.failure === undefined ? 200 : 400, done, done.warnings);
    send({ outcome: { ...done, ...(logged && { import_id: logged.id, rejected_kept: logged.kept() }) } });
  } catch (error) {
    parts.log.error({ err: error, request_id: req.context.id }, 'an import was broken off');
    await logged?.end(500, counts).catch(() => {}); // the database may be away
    const message = 'The service failed. Look at the products before you repeat it.';
    send({ error: { code: 'import_failed', message } });
  } finally {
    clearInterval(signs);
  }
}

/** Loads the file, or validates it. @returns the outcome as the pages show it */
async function run(
  { writes, chemistry, siteOrigin }: ImportParts,
  { file, logged, mappings, encoding }: ReceivedFile,
  req: Request,
  onProgress: (done: number, all: number, outcome: Counts) => void,
): Promise<ImportOutcome> {
  const load = logged ? importFile : previewImport;
  const outcome = await load(
    writtenBy(writes, { kind: 'import', name: staffIn(req).name }),
    file,
    OFFICE_SOURCE,
    {
      siteOrigin: siteOrigin(),
      chemistry: chemistry.of(holderOf(req)),
      onProgress,
      ...(logged && { onRejected: (rejected) => logged.reject(rejected) }),
      mostText: MAX_TEXT,
      mappings,
      encoding,
    },
  );
  if (outcome.errors.length <= MAX_ERRORS) return outcome;
  return { ...outcome, errors: outcome.errors.slice(0, MAX_ERRORS), errors_truncated: true };
}
