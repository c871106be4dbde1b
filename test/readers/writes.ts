import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/connect.js';
import { PASSWORD } from '../desk/office.js';
import { Away } from './site.js';
import type { Site, SiteAnswer } from './site.js';

export interface WriteParts {
  site: Site;
  db: Database;
  /** of the source `erp` */
  key: string;
  /** of a source whose list is always a full one */
  listKey: string;
  /** of a member of staff who is signed in */
  cookie: string;
  dice: () => number;
  /** how many products there are to choose among */
  products: number;
}

export const STAFF = 'wang';
/** As a page of the back office sends it. */
const PAGE = { Origin: 'http://catalogue.test', 'Sec-Fetch-Site': 'same-origin' };
const STATUSES = ['in_stock', 'futures', 'custom', 'off'];
const SMILES = ['CCO', 'CC(=O)Oc1ccccc1C(=O)O', 'c1ccccc1', 'CCN', 'OCC(O)CO'];

/** Signs a member of staff in. @returns the cookie */
export async function signedIn(site: Site): Promise<string> {
  const json = { name: STAFF, password: PASSWORD };
  const { headers } = await site.read('//back-office/api/session', { method: 'POST', headers: PAGE, json });
  return String(headers['set-cookie']).split(';', 1)[0]!;
}

/**
 * Random writes of every kind, each a call (or a few) through one of the gateways.
 * @returns the kinds by their names, each to be done again and again; they throw {@link Away}
 */
export function writesOf(parts: WriteParts): Record<string, () => Promise<SiteAnswer | void>> {
  const { site, key, dice } = parts;
  const roll = (sides: number): number => Math.floor(dice() * sides);
  const pick = <T>(of: readonly T[]): T => of[roll(of.length)]!;
  const word = (): string => `w${roll(1e9).toString(36)}`;
  const code = (): string => `P-${1 + roll(parts.products)}`;
  const codes = (most: number): string[] => [...new Set(Array.from({ length: 1 + roll(most) }, code))];
  const tags = (): string[] => [...new Set([pick(TAGS), pick(TAGS)])];
  const path = (): string => `/products/${code()}`;
  const category = (): string => pick(CATEGORIES);
  const item = (number: string) => ({
    code: number,
    name_cn: `产品${word()}`,
    name_en: word(),
    mw: roll(5_000) / 10,
    status: pick(STATUSES),
    series: `series ${roll(5)}`,
    category: pick(CATEGORIES.slice(0, 3)),
    tags: tags().join(';'),
    description: 'x'.repeat(roll(400)),
  });
  const call = (method: string, to: string, json?: unknown) => site.ask(to, { method, key, json });
  const staff = (method: string, to: string, json?: unknown) =>
    site.ask(to, { method, json, headers: { ...PAGE, 'X-Back-Office': '1', Cookie: parts.cookie } });
  const office = (method: string, to: string, json?: unknown) =>
    staff(method, `//back-office/api${to}`, json);

  /** Counts a bulk edit, and does it if nobody else is at one. */
  const bulk = async (wish: object): Promise<SiteAnswer> => {
    const counted = await office('POST', '/bulk-edits/count', wish);
    if (counted.status !== 200) return counted;
    const { total, merges } = counted.body.data;
    return office('POST', '/bulk-edits', { ...wish, confirm: total, merge: merges !== undefined });
  };
  return {
    push: () => call('POST', '/sync/push', codes(5).map(item)),
    'large push': () => call('POST', '/products', codes(parts.products).map(item)),
    file: () => call('POST', '/sync/file', codes(20).map(item)),
    PUT: () => call('PUT', path(), { name_en: word(), ai_summary: word() }),
    delete: () => call('DELETE', path()),
    'batch delete': () => call('DELETE', '/products/batch', { codes: codes(6) }),
    'tags/apply': () =>
      call('POST', '/tags/apply', { codes: codes(10), tags: tags(), mode: pick(['append', 'replace']) }),
    categories: () => call(pick(['POST', 'DELETE']), '/categories', { name: category() }),
    'bulk edit': () =>
      bulk({ change: { status: pick(STATUSES), category: pick(CATEGORIES.slice(0, 3)) }, codes: codes(40) }),
    rename: () => {
      const [from, to] = pick([TAGS, TAGS.toReversed()]);
      return bulk({ rename: { kind: 'tag', from, to } });
    },
    async undo() {
      const { body } = await office('GET', '/bulk-edits');
      const [last] = body?.data ?? [];
      return last && office('POST', `/bulk-edits/${last.id}/undo`);
    },
    structure: () =>
      dice() < 0.7
        ? call('PUT', `${path()}/structure`, { smiles: pick(SMILES) })
        : call('DELETE', `${path()}/structure`),
    'staff edit': () => staff('PUT', path(), { name_en: word(), status: pick(STATUSES) }),
    'staff push': () => office('POST', '/products', item(code())),
    'staff delete': () => staff('DELETE', '/products/batch', { codes: codes(3) }),
    'staff tags': () => staff('POST', '/tags/apply', { codes: codes(5), tags: tags(), mode: 'append' }),
    async 'bring back'() {
      const product = path();
      const { body } = await staff('GET', `${product}/history`);
      return body?.data?.length
        ? office('POST', `${product}/bring-back`, { id: pick(body.data as { id: number }[]).id })
        : undefined;
    },
    async 'missing=off'() {
      const json = LISTED.filter(() => dice() < 0.8).map(item);
      const send = (query: string) =>
        site.ask(`/sync/file?missing=off${query}`, { method: 'POST', key: parts.listKey, json });
      const answer = await send('');
      return answer.status === 409 ? send(`&confirm=${answer.body.switched_off_total}`) : answer;
    },
    'slow transaction': () => slowTransaction(parts.db, `SLOW-${roll(20)}`, 1_500 * dice()),
  };
}

const TAGS = ['EP', 'USP', 'BP', 'JP', 'ChP'];
const CATEGORIES = ['杂质对照品', '标准品', '中间体', '试剂', '耗材'];
/** The products of the source that sends full lists. */
const LISTED = Array.from({ length: 30 }, (_, n) => `L-${n}`);

/** Somebody at psql, who takes his time before the commit: what others write meanwhile is there before. */
async function slowTransaction(db: Database, code: string, ms: number): Promise<void> {
  try {
    await db.tx(async (tx) => {
      await tx.none(
        `INSERT INTO products (code, name_cn, source) VALUES ($1, '慢', 'psql')
         ON CONFLICT (code) DO UPDATE SET name_en = md5(random()::text), updated_at = DEFAULT`,
        [code],
      );
      await sleep(ms);
    });
  } catch (error) {
    throw new Away('a slow transaction', { cause: error });
  }
}
