import { setImmediate as turn } from 'node:timers/promises';
import type { Database, Holder } from '../../platform/index.js';
import type { Demand } from '../demand/demand.js';
import { hashesOf, productsByCode } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import { meaningOf } from '../text/plan.js';
import type { Search } from '../text/search.js';
import type { Typed } from '../text/typed.js';
import { findingOf, isNoStructure, judge, MOST_FOUND } from './judge.js';
import type { Finding, Resolved } from './judge.js';
import { lackIn } from './lack.js';
import { readIdentifier } from './read.js';
import type { Ask, Facts, Identifier } from './read.js';

export { isFound, REASONS } from './judge.js';
export type { Resolved } from './judge.js';

/** The most identifiers in a call. */
export const MAX_RESOLVED = 1_000;
/** This many identifiers are looked up together, and count as one read. */
export const A_READ = 25;
/** The most texts in one search, so that reading them blocks the event loop for a few milliseconds only. */
const A_PIECE = 40;
/** How long structures are searched in a list, ms. The rest of the list is answered without them. */
const STRUCTURES_MS = 30_000;

export interface ResolveParts {
  db: Database;
  search: Search;
  /** counts unmet demand; without it nothing is counted */
  demand?: Pick<Demand, 'count'>;
  /** for whom */
  holder: Holder;
}

/** How many reads a list counts as. */
export const readsOf = (identifiers: number): number => Math.max(1, Math.ceil(identifiers / A_READ));

/**
 * Finds which product each identifier means, and how surely. Yields the results in order, {@link A_READ} at a time;
 * repeated texts are searched once.
 * @throws what the database throws; Problem 503 if other lists take too long
 */
export async function* resolve(
  { db, search, demand, holder }: ResolveParts,
  identifiers: readonly Identifier[],
): AsyncGenerator<{ resolved: Resolved[]; degraded: boolean }> {
  const known = new Map<string, Finding>();
  let degraded = false;
  const until = performance.now() + STRUCTURES_MS;
  let next = readSome(db, identifiers, 0);
  for (let start = 0; start < identifiers.length; start += A_READ) {
    const { some, facts, byCode } = await next;
    next = readSome(db, identifiers, start + A_READ);
    next.catch(() => undefined); // it is awaited only if the caller goes on
    const lookedUp = facts.filter(({ whole = '' }) => !byCode.has(whole));
    const asks = lookedUp.flatMap((each) => each.asks);
    const unknown = new Map<string, Typed>();
    for (const { typed } of asks) {
      const meaning = meaningOf(typed);
      if (!known.has(meaning)) unknown.set(meaning, typed);
    }
    const texts = [...unknown];
    for (let at = 0; at < texts.length; at += A_PIECE) {
      const piece = texts.slice(at, at + A_PIECE);
      const asked = piece.map(([, typed]) => typed);
      const answer = await search.findEach(asked, MOST_FOUND, until, holder);
      degraded ||= answer.degraded;
      for (const [n, [meaning]] of piece.entries()) known.set(meaning, findingOf(answer.found[n]!));
    }
    const findingOfAsk = (ask: Ask): Finding => known.get(meaningOf(ask.typed))!;
    const drawn = await drawnOf(db, lookedUp, findingOfAsk);
    const resolved = some.map((asked, n) => ({
      asked,
      facts: facts[n]!,
      ...judge(facts[n]!, { findingOfAsk, byCode, drawn, areFound: !degraded }),
    }));
    if (demand && !degraded) demand.count(resolved.flatMap((each) => lackIn(each) ?? []));
    yield { resolved, degraded };
    await turn();
  }
}

/** Reads some identifiers: the gateway does it while the database looks up those before them. */
async function readSome(db: Database, identifiers: readonly Identifier[], start: number) {
  const some = identifiers.slice(start, start + A_READ);
  const facts: Facts[] = [];
  for (const each of some) {
    facts.push(readIdentifier(each));
    await turn(); // reading a long structure takes milliseconds
  }
  return { some, facts, byCode: await productsOf(db, facts) };
}

/** The products that have a structure, among those found for an identifier whose own structure no product has. */
async function drawnOf(
  db: Database,
  facts: readonly Facts[],
  found: (ask: Ask) => Finding,
): Promise<Set<string>> {
  const inQuestion = facts.filter(({ asks }) =>
    asks.some((ask) => isNoStructure({ ask, tier: found(ask).tier })),
  );
  // A product may be known by its number and not be in the index yet.
  const codes = inQuestion.flatMap(({ asks }) =>
    asks.flatMap((ask) => [
      ...(ask.fact === 'code' ? [ask.given] : []),
      ...found(ask).products.map(({ code }) => code),
    ]),
  );
  return new Set((await hashesOf(db, codes)).keys());
}

/** The products whose numbers are given exactly, by number. */
async function productsOf(db: Database, facts: readonly Facts[]): Promise<Map<string, Product>> {
  const codes = facts.flatMap(({ whole, asks }) => [
    ...(whole === undefined ? [] : [whole]),
    ...asks.filter(({ fact }) => fact === 'code').map(({ given }) => given),
  ]);
  if (codes.length === 0) return new Map();
  const products = await productsByCode(db, [...new Set(codes)]);
  return new Map(products.map((product) => [product.code, product]));
}
