import { z } from 'zod';
import { holderOf } from '../../platform/index.js';
import type { Route } from '../../platform/index.js';
import { readsOf } from '../../search/index.js';
import { findLines, readText, receiveLines } from './list-lines.js';
import type { FoundLine, ReadLines } from './list-lines.js';
import type { Html } from './html.js';
import { COUNTED, lineRow, linesTable, listPage } from './list-page.js';
import type { ShownList } from './list-page.js';
import { listWorkbook } from './list-workbook.js';
import { pageQuery, pageRoute } from './page-route.js';
import type { PageCall, StorefrontParts } from './page-route.js';

const STATUS = { empty: 400, large: 413, foreign: 415, broken: 400 } as const;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** So much text of a file is a read, whatever comes of it: 25 lines have far less. */
const A_READ = 100_000;
const costOf = ({ lines, size = 0 }: ReadLines): number =>
  Math.max(readsOf(lines.length), Math.ceil(size / A_READ));

/** The page on which a visitor looks up a list. Each few dozen lines are a read, as they are for the API. */
export function listPages(parts: StorefrontParts): Route[] {
  const { db, search, limits, siteOrigin } = parts;
  /** A route to which a list is posted. */
  const listRoute = (
    path: string,
    answer: (call: PageCall, read: ReadLines) => Promise<Html | string | void>,
  ) =>
    pageRoute(parts, path, {
      form: true,
      limit: 'read',
      async answer(call) {
        call.res.set('Cache-Control', 'no-store');
        return answer(call, await receiveLines(call.req, call.res, parts));
      },
    });
  return [
    pageRoute(parts, '/list', {
      query: pageQuery.extend({ text: z.string().optional() }),
      async answer(call) {
        const { text } = call.query;
        if (text === undefined) return listPage(call.place, '');
        const read = readText(text);
        return listPage(call.place, textIn(read), await show(parts, call, 0, read));
      },
    }),
    listRoute('/list', async (call, read) =>
      listPage(call.place, textIn(read), await show(parts, call, 1, read)),
    ),
    listRoute('/storefront/list', async (call, read) =>
      linesTable(call.place.t, await show(parts, call, 1, read)),
    ),
    listRoute('/list.xlsx', async (call, read) => {
      const { place, req, res } = call;
      if (read.refusal) return listPage(place, '', await show(parts, call, 1, read));
      await limits.countReads(call, costOf(read) - 1);
      const all: FoundLine[] = [];
      for await (const { found } of findLines({ db, search, holder: holderOf(req) }, read.lines))
        all.push(...found);
      res
        .attachment('list.xlsx')
        .type(XLSX)
        .send(await listWorkbook(place.t, siteOrigin(), all));
    }),
  ];
}

const textIn = ({ lines, beyond }: ReadLines): string =>
  [...lines, ...beyond].map(({ text }) => text).join('\n');

/** @param counted how many reads the limit of the route has counted already */
async function show(
  { db, search, demand, limits }: StorefrontParts,
  { req, res, place }: PageCall,
  counted: number,
  read: ReadLines,
): Promise<ShownList> {
  const { lines, beyond, refusal } = read;
  const rows: Html[] = [];
  const counts = { sure: 0, check: 0, missing: 0 };
  const shown = { cut: beyond.length > 0, rows, counts, degraded: false };
  await limits.countReads({ req, res }, costOf(read) - counted);
  if (refusal) {
    res.status(STATUS[refusal]);
    return { ...shown, refusal };
  }
  // With a chosen product it is a list that was shown before.
  const isNew = lines.every(({ chosen }) => chosen === undefined);
  const finding = { db, search, holder: holderOf(req), ...(isNew && { demand }) };
  for await (const { found, degraded } of findLines(finding, lines)) {
    shown.degraded = degraded;
    for (const each of found) {
      rows.push(lineRow(place.t, each, rows.length + 1));
      const as = COUNTED[each.outcome];
      if (as) counts[as]++;
    }
  }
  return shown;
}
