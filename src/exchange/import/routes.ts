import { Readable } from 'node:stream';
import {
  asksChinese,
  entryOf,
  goneSignal,
  holderOf,
  importOf,
  inChinese,
  joinObjects,
  listJson,
  notFound,
  pageAt,
  rejectedAfter,
  route,
  sourceBound,
  tagOf,
  writerOf,
} from '../../platform/index.js';
import type { Context, Route } from '../../platform/index.js';
import { readFullList } from '../../catalogue/index.js';
import type { CatalogueParts } from '../../catalogue/index.js';
import { sendFile } from '../exports/send.js';
import type { SendParts } from '../exports/send.js';
import { docs, FILE_TYPES, fileBodies, fileQuery, rejectedQuery } from './docs.js';
import { receiveFile } from './receive.js';
import { rejectedCsv } from './rejected.js';

/** Files that are pushed, and what was rejected of them. */
export const fileRoutes = (context: Context & CatalogueParts & SendParts): Route[] => [
  fileRoute(context),
  rejectedRoute(context),
];

/** For programs that only drop files: one is read as the import reads it and pushed as a whole, in a process of large pushes. */
function fileRoute({ largePushes, bodies, pushed, siteOrigin }: Context & CatalogueParts): Route {
  return route('post', '/sync/file', 'push', {
    query: fileQuery,
    streamBody: { types: FILE_TYPES, shown: fileBodies, packed: true },
    doc: docs.pushFile,
    async handle({ req, res, query, key }) {
      const fullList = readFullList(query);
      const signal = goneSignal(res);
      const { file, fileName, discard } = await receiveFile(req, res, { ...bodies, signal });
      try {
        const dryRun = query.dry_run === true;
        const call = {
          source: key!.source,
          ownAlone: sourceBound(key!) !== undefined,
          by: writerOf(req),
          siteOrigin: siteOrigin(),
          skipUnchanged: query.unchanged === 'skip',
          dryRun,
          isChinese: asksChinese(req),
          fullList,
          isFile: true,
          encoding: query.encoding,
          mapping: query.mapping,
          entry: { ...entryOf(req, 200), fileName },
        };
        const { json, counts, transaction } = await largePushes.run({ file, call }, holderOf(req), signal);
        Object.assign(req.context, { transaction, isRecorded: true });
        if (!dryRun) pushed(counts);
        return { json };
      } finally {
        await discard();
      }
    },
  });
}

/** What a push or a file had rejected. */
function rejectedRoute(parts: Context & SendParts): Route {
  const { db } = parts;
  return route('get', '/sync/imports/{id}/rejected', 'push', {
    query: rejectedQuery,
    doc: docs.listRejected,
    async handle({ req, res, params, query: { format, page, page_size }, key }) {
      const id = /^\d{1,15}$/.test(params['id']!) ? Number(params['id']) : 0;
      const found = await importOf(db, id, key!.name);
      if (!found) throw notFound('import');
      const { kept: total, form, ...about } = found;
      if (total === null) throw notFound('rejected');
      const isChinese = asksChinese(req);
      if (format === 'csv') {
        const open = async () => ({
          contentType: 'text/csv; charset=utf-8',
          fileName: `rejected-${id}.csv`,
          count: total,
          stream: Readable.from(await rejectedCsv(db, id, form, isChinese), { objectMode: false }),
        });
        res.set('ETag', tagOf(`${id} ${total} ${isChinese}`));
        await sendFile(parts, res, { format: {}, open });
        return undefined;
      }
      const { offset, limit } = pageAt(page, page_size);
      const rows = await rejectedAfter(db, id, offset, limit);
      const data = rows.map(({ fault, given }) =>
        joinObjects(isChinese ? JSON.stringify(inChinese(JSON.parse(fault))) : fault, `{"values":${given}}`),
      );
      return { json: listJson(data, { page, page_size, total, ...about }) };
    },
  });
}
