import { z } from 'zod';
import { FIELD_COLUMNS } from '../exports/columns.js';
import { openExport } from '../exports/export.js';
import { describeFile, plainLayout } from '../exports/layouts.js';
import { sendAtPace } from '../http/pace.js';
import { goneSignal } from '../http/queue.js';
import type { Route } from '../http/route.js';
import { checkText } from '../products/list.js';
import { catchUp } from '../quality/catch-up.js';
import { countFindings } from '../quality/routes.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

/** What is probably wrong with products: the counts, and the products of a check as a file. */
export function officeQualityRoutes({
  db,
  writes,
  exports,
  exportPace,
  logPosition,
  siteOrigin,
}: OfficeParts): Route[] {
  return [
    staffRoute({
      method: 'get',
      path: '/quality',
      async handle() {
        return { body: { ok: true, ...(await countFindings(db, writes)) } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/quality/export',
      query: z.object({ check: checkText }),
      async handle({ query: { check }, res }) {
        const layout = plainLayout('csv', FIELD_COLUMNS);
        await catchUp(db, writes);
        const signal = goneSignal(res);
        const leave = await exports.enter({ signal });
        try {
          const selection = { layout, filters: { quality: check }, siteOrigin: siteOrigin() };
          const { stream } = await openExport(db, selection, logPosition);
          res.status(200).type(describeFile(layout).contentType).attachment(`${check}.csv`);
          await sendAtPace(stream, res, exportPace, signal);
        } finally {
          leave();
        }
        return undefined;
      },
    }),
  ];
}
