import { z } from 'zod';
import { holderOf } from '../../platform/index.js';
import type { Call, Route } from '../../platform/index.js';
import { readsOf } from '../../search/index.js';
import { findLines, readText, receiveLines } from './list-lines.js';
import type { FoundLine, ReadLines } from './list-lines.js';
import type { Html } from './html.js';
import { COUNTED, lineRow, linesTable, listPage } from './list-page.js';
import type { ShownList } from './list-page.js';
import { listWorkbook } from './list-workbook.js';
import { placeOf } from './layout.js';
import { pageQuery, pageRoute } from './page-route.js';
import type { StorefrontParts } from './page-route.js';
import type { Language } from './texts.js';

const STATUS = { empty: 400, large: 413, foreign: 415, broken: 400 } as const;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** So much text of a file is a read, whatever comes of it: 25 lines have far less. */
const A_READ = 100_000;
const costOf = ({ lines, size = 0 }: ReadLines): number =>
  Math.max(readsOf(lines.length), Math.ceil(size / A_READ));

/** A request with a list in its body. */
type ListCall = Pick<Call, 'req' | 'res'> & { query: z.infer<typeof pageQuery> };

/** The page on which a visitor looks up a list. Each few dozen lines are a read, as they are for the API. */
export function listPages(parts: StorefrontParts): Route[] {
  const { db, search, limits, siteOrigin } = parts;
  const form = {
    method: 'post' as const,
    limit: 'read' as const,
    query: pageQuery,
    streamBody: { types: ['multipart/form-data'] },
  };
  return [
    pageRoute({
      path: '/list',
      limit: 'page',
      query: pageQuery.extend({ text: z.string().optional() }),
      async answer({ req, res, query: { lang, text } }) {
        const place = placeOf(req, lang, parts);
        if (text === undefined) return listPage(place, '');
        const read = readText(text);
        return listPage(place, textIn(read), await show(parts, { req, res }, 0, place.lang, read));
      },
    }),
    pageRoute({
      ...form,
      path: '/list',
      async answer(call) {
        const { place, lang, read } = await receive(parts, call);
        return listPage(place, textIn(read), await show(parts, call, 1, lang, read));
      },
    }),
    pageRoute({
      ...form,
      path: '/storefront/list',
      async answer(call) {
        const { lang, read } = await receive(parts, call);
        return linesTable(lang, await show(parts, call, 1, lang, read));
      },
    }),
    pageRoute({
      ...form,
      path: '/list.xlsx',
      async answer(call) {
        const { place, lang, read } = await receive(parts, call);
        if (read.refusal) return listPage(place, '', await show(parts, call, 1, lang, read));
        await limits.countReads(call, costOf(read) - 1);
        const all: FoundLine[] = [];
        for await (const { found } of findLines({ db, search, holder: holderOf(call.req) }, read.lines))
          all.push(...found);
        call.res
          .attachment('list.xlsx')
          .type(XLSX)
          .send(await listWorkbook(lang, siteOrigin(), all));
      },
    }),
  ];
}

async function receive(parts: StorefrontParts, { req, res, query }: ListCall) {
  res.set('Cache-Control', 'no-store');
  const place = placeOf(req, query.lang, parts);
  return { place, lang: place.lang, read: await receiveLines(req, res, parts) };
}

const textIn = ({ lines, beyond }: ReadLines): string =>
  [...lines, ...beyond].map(({ text }) => text).join('\n');

/** @param counted how many reads the limit of the route has counted already */
async function show(
  { db, search, demand, limits }: StorefrontParts,
  { req, res }: Pick<Call, 'req' | 'res'>,
  counted: number,
  lang: Language,
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
      rows.push(lineRow(lang, each, rows.length + 1));
      const as = COUNTED[each.outcome];
      if (as) counts[as]++;
    }
  }
  return shown;
}
