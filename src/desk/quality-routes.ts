import { z } from 'zod';
import { FIELD_COLUMNS, openExport, plainLayout, sendFile } from '../exchange/index.js';
import type { Route } from '../platform/index.js';
import { catchUpOrRefuse, checkText, countFindings } from '../catalogue/index.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

/** What is probably wrong with products: the counts, and the products of a check as a file. */
export function officeQualityRoutes(parts: OfficeParts): Route[] {
  const { db, writes, siteOrigin } = parts;
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
        await catchUpOrRefuse(db, writes);
        const selection = { layout, filters: { quality: check }, siteOrigin: siteOrigin() };
        await sendFile(parts, res, {
          format: layout.format,
          async open() {
            const file = await openExport(db, selection);
            return { ...file, fileName: `${check}.csv` };
          },
        });
        return undefined;
      },
    }),
  ];
}
