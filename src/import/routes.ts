import { entryOf, writerOfKey } from '../access/sync-log.js';
import { goneSignal } from '../http/queue.js';
import { route } from '../http/route.js';
import type { BodyBounds, Route } from '../http/route.js';
import type { Pushed } from '../process/metrics.js';
import type { LargePushes } from '../products/large-push.js';
import { readFullList } from '../products/missing.js';
import * as docs from './docs.js';
import { receiveFile } from './receive.js';

interface FileParts {
  largePushes: LargePushes;
  bodies: BodyBounds;
  /** counts the items of a push */
  pushed: (counts: Partial<Pushed>) => void;
  siteOrigin: () => string;
}

/**
 * `POST /sync/file`: pushes a file, for programs that only drop files. It is read as the import reads it and pushed as a
 * whole, in a process of large pushes.
 */
export function fileRoutes({ largePushes, bodies, pushed, siteOrigin }: FileParts): Route[] {
  return [
    route({
      method: 'post',
      path: '/sync/file',
      access: 'key',
      limit: 'none',
      query: docs.fileQuery,
      streamBody: { types: docs.FILE_TYPES, shown: docs.fileBodies, packed: true },
      doc: docs.fileDoc,
      async handle({ req, res, query, key }) {
        const fullList = readFullList(query.missing, query.confirm);
        const signal = goneSignal(res);
        const { file, discard } = await receiveFile(req, res, { ...bodies, signal });
        try {
          const dryRun = query.dry_run === true;
          const call = {
            source: key!.source,
            by: writerOfKey(key!),
            siteOrigin: siteOrigin(),
            skipUnchanged: query.unchanged === 'skip',
            dryRun,
            fullList,
            isFile: true,
            entry: entryOf(req, 200),
          };
          const { json, counts, transaction } = await largePushes.run({ file, call }, signal);
          Object.assign(req.context, { transaction, isRecorded: true });
          if (!dryRun) pushed(counts);
          return { json };
        } finally {
          await discard();
        }
      },
    }),
  ];
}
