import type { Request, Response } from 'express';
import { z } from 'zod';
import { holderOf } from '../../platform/index.js';
import type { Call, Database, Limits, Route, Site } from '../../platform/index.js';
import { readsOf } from '../../search/index.js';
import type { Demand, Search } from '../../search/index.js';
import { findLines, readText, receiveLines } from './list-lines.js';
import type { FoundLine, ListBounds, ReadLines } from './list-lines.js';
import { COUNTED, lineRow, linesTable, listPage } from './list-page.js';
import type { ShownList } from './list-page.js';
import { listWorkbook } from './list-workbook.js';
import { placeOf } from './layout.js';
import { pageQuery, pageRoute, sendPage } from './page-route.js';
import type { Language } from './texts.js';

interface ListPageParts extends ListBounds {
  db: Database;
  search: Search;
  demand: Pick<Demand, 'count'>;
  site: Site;
  siteOrigin: () => string;
  limits: Pick<Limits, 'countReads'>;
}

const STATUS = { listEmpty: 400, fileLarge: 413, fileForeign: 415, fileBroken: 400 } as const;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A request with a list in its body. */
type ListCall = Pick<Call, 'req' | 'res'> & { query: z.infer<typeof pageQuery> };

/** The page on which a visitor looks up a list. Each few dozen lines are a read, as they are for the API. */
export function listPages(parts: ListPageParts): Route[] {
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
      async send({ req, res, query: { lang, text } }) {
        const place = placeOf(req, lang, parts);
        if (text === undefined) return sendPage(res, listPage(place, '', undefined));
        const read = readText(text);
        const shown = await show(parts, { req, res, reads: 0 }, place.lang, read);
        sendPage(res, listPage(place, textIn(read), shown));
      },
    }),
    pageRoute({
      ...form,
      path: '/list',
      async send(call) {
        const { place, lang, read } = await receive(parts, call);
        const shown = await show(parts, { ...call, reads: 1 }, lang, read);
        call.res.type('html').send(listPage(place, textIn(read), shown));
      },
    }),
    pageRoute({
      ...form,
      path: '/storefront/list',
      async send(call) {
        const { lang, read } = await receive(parts, call);
        const shown = await show(parts, { ...call, reads: 1 }, lang, read);
        call.res.type('html').send(linesTable(lang, shown).text);
      },
    }),
    pageRoute({
      ...form,
      path: '/list.xlsx',
      send: (call) => sendWorkbook(parts, call),
    }),
  ];
}

async function sendWorkbook(parts: ListPageParts, call: ListCall): Promise<void> {
  const { db, search, siteOrigin, limits } = parts;
  const { place, lang, read } = await receive(parts, call);
  if (read.refusal) {
    const shown = await show(parts, { ...call, reads: 1 }, lang, read);
    call.res.type('html').send(listPage(place, '', shown));
    return;
  }
  await limits.countReads(call, readsOf(read.lines.length) - 1);
  const all: FoundLine[] = [];
  for await (const { found } of findLines({ db, search, holder: holderOf(call.req) }, read.lines))
    all.push(...found);
  const workbook = await listWorkbook(lang, siteOrigin(), all);
  call.res.attachment('list.xlsx').type(XLSX).send(workbook);
}

async function receive(parts: ListPageParts, { req, res, query }: ListCall) {
  res.vary('Accept-Language').set('Cache-Control', 'no-store');
  const place = placeOf(req, query.lang, parts);
  return { place, lang: place.lang, read: await receiveLines(req, res, parts) };
}

const textIn = ({ lines, beyond }: ReadLines): string =>
  [...lines, ...beyond].map(({ text }) => text).join('\n');

/** @param reads how many the limit of the route has counted already */
async function show(
  { db, search, demand, limits }: ListPageParts,
  { req, res, reads }: { req: Request; res: Response; reads: number },
  lang: Language,
  { lines, beyond, refusal }: ReadLines,
): Promise<ShownList> {
  const shown: ShownList = {
    ...(refusal && { refusal }),
    cut: beyond.length > 0,
    rows: [],
    counts: { sure: 0, check: 0, missing: 0 },
    degraded: false,
  };
  if (refusal) {
    res.status(STATUS[refusal]);
    return shown;
  }
  await limits.countReads({ req, res }, readsOf(lines.length) - reads);
  const rows: ShownList['rows'][number][] = [];
  // With a chosen product it is a list that was shown before.
  const isNew = lines.every(({ chosen }) => chosen === undefined);
  for await (const { found, degraded } of findLines(
    { db, search, holder: holderOf(req), ...(isNew && { demand }) },
    lines,
  )) {
    shown.degraded = degraded;
    for (const each of found) {
      rows.push(lineRow(lang, each, rows.length + 1));
      const counted = COUNTED[each.outcome];
      if (counted) shown.counts[counted]++;
    }
  }
  return { ...shown, rows };
}
