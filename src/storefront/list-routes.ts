import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Limits } from '../access/limits.js';
import type { Database } from '../database/connect.js';
import { route } from '../http/route.js';
import type { BodyBounds, Route } from '../http/route.js';
import type { Demand } from '../demand/demand.js';
import { readsOf } from '../lists/resolve.js';
import type { Search } from '../search/search.js';
import type { Site } from '../site.js';
import { findLines, readText, receiveLines } from './list-lines.js';
import type { FoundLine, ReadLines } from './list-lines.js';
import { COUNTED, lineRow, listed, listPage } from './list-page.js';
import type { ShownList } from './list-page.js';
import { listWorkbook } from './list-workbook.js';
import { placeOf } from './layout.js';
import { pageDoc, pageQuery } from './page-route.js';
import type { Language } from './texts.js';

interface ListPageParts {
  db: Database;
  search: Search;
  demand: Pick<Demand, 'count'>;
  site: Site;
  siteOrigin: () => string;
  limits: Pick<Limits, 'countReads'>;
  bodies: BodyBounds;
}

const STATUS = { listEmpty: 400, fileLarge: 413, fileForeign: 415, fileBroken: 400 } as const;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The page on which a visitor looks up a list. Each few dozen lines are a read, as they are for the API. */
export function listPages(parts: ListPageParts): Route[] {
  const { db, search, demand, siteOrigin, limits, bodies } = parts;

  /** @param reads how many the limit of the route has counted already */
  async function show(
    { req, res, reads }: { req: Request; res: Response; reads: number },
    lang: Language,
    read: ReadLines,
  ): Promise<ShownList> {
    const { lines, beyond, refusal } = read;
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
    for await (const { found, degraded } of findLines({ db, search, ...(isNew && { demand }) }, lines)) {
      shown.degraded = degraded;
      for (const each of found) {
        rows.push(lineRow(lang, each, rows.length + 1));
        const counted = COUNTED[each.outcome];
        if (counted) shown.counts[counted]++;
      }
    }
    return { ...shown, rows };
  }

  const asked = async (req: Request, res: Response, lang: Language | undefined) => {
    res.vary('Accept-Language').set('Cache-Control', 'no-store');
    const place = placeOf(req, lang, parts);
    return { place, lang: place.lang, read: await receiveLines(req, res, bodies) };
  };
  const given = ({ lines, beyond }: ReadLines): string =>
    [...lines, ...beyond].map(({ text }) => text).join('\n');
  const streamBody = { types: ['multipart/form-data'] };
  const form = { access: 'open' as const, limit: 'read' as const, streamBody };
  return [
    route({
      method: 'get',
      path: '/list',
      access: 'open',
      limit: 'page',
      query: pageQuery.extend({ text: z.string().optional() }),
      doc: pageDoc('list'),
      async handle({ req, res, query: { lang: asked, text } }) {
        const place = placeOf(req, asked, parts);
        const read = text === undefined ? undefined : readText(text);
        const shown = read && (await show({ req, res, reads: 0 }, place.lang, read));
        res
          .vary('Accept-Language')
          .type('html')
          .send(listPage(place, read ? given(read) : '', shown));
        return undefined;
      },
    }),
    route({
      ...form,
      method: 'post',
      path: '/list',
      query: pageQuery,
      doc: pageDoc('lookedUp'),
      async handle({ req, res, query }) {
        const { place, lang, read } = await asked(req, res, query.lang);
        const shown = await show({ req, res, reads: 1 }, lang, read);
        res.type('html').send(listPage(place, given(read), shown));
        return undefined;
      },
    }),
    route({
      ...form,
      method: 'post',
      path: '/storefront/list',
      query: pageQuery,
      doc: pageDoc('listTable'),
      async handle({ req, res, query }) {
        const { lang, read } = await asked(req, res, query.lang);
        res.type('html').send(listed(lang, await show({ req, res, reads: 1 }, lang, read)).text);
        return undefined;
      },
    }),
    route({
      ...form,
      method: 'post',
      path: '/list.xlsx',
      query: pageQuery,
      doc: pageDoc('listWorkbook'),
      async handle({ req, res, query }) {
        const { place, lang, read } = await asked(req, res, query.lang);
        if (read.refusal) {
          const shown = await show({ req, res, reads: 1 }, lang, read);
          res.type('html').send(listPage(place, '', shown));
          return undefined;
        }
        await limits.countReads({ req, res }, readsOf(read.lines.length) - 1);
        const all: FoundLine[] = [];
        for await (const { found } of findLines({ db, search }, read.lines)) all.push(...found);
        res
          .attachment('list.xlsx')
          .type(XLSX)
          .send(await listWorkbook(lang, siteOrigin(), all));
        return undefined;
      },
    }),
  ];
}
