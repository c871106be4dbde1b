import { badField, ConcurrentWrite, Problem } from '../../platform/index.js';
import type { Transaction, Writes } from '../../platform/index.js';
import { extCode } from './fields.js';
import type { ReadItems } from './item.js';
import * as store from './store.js';
import * as parts from './list-parts-store.js';
import type { ListPart } from './list-parts-store.js';

/** The most parts of a list, and the most that the lists of a source wait for: a limit of this service. */
export const MAX_PARTS = 1_000;
const MAX_LISTS = 10;
const MAX_WAITING = 2_000_000;
const MAX_CODES = 1_000;
const MAX_ERRORS = 100;

/** The products that a full list names, also by rows that were refused: a mistake in a row switches no product off. */
export interface NamedProducts {
  codes: Set<string>;
  casNumbers: Set<string>;
  /** the lines of rows that name no product */
  unidentified: Set<number>;
}

/** What the first of several pushes of a list adds to. */
export const nothingNamed = (): NamedProducts => ({
  codes: new Set(),
  casNumbers: new Set(),
  unidentified: new Set(),
});

/**
 * What the items of a push name.
 * @param codes of the accepted items
 * @param refused the indexes of the others
 */
export function namedBy(
  { items, lines, casOfRefused }: ReadItems,
  codes: string[],
  refused: number[],
): NamedProducts {
  const named = nothingNamed();
  for (const code of codes) named.codes.add(code);
  for (const index of refused) {
    const item = items[index]!;
    const cas = 'values' in item ? item.values.cas : casOfRefused.get(index);
    if (item.code != null) named.codes.add(item.code);
    else if (typeof cas === 'string') {
      named.casNumbers.add(cas);
      named.codes.add(extCode(cas)); // it may have been given another CAS number since such a row made it
    } else named.unidentified.add(lines[index]!);
  }
  return named;
}

/** Adds what a further push of the same list names. */
export function addNamed(named: NamedProducts, further: NamedProducts): void {
  for (const code of further.codes) named.codes.add(code);
  for (const cas of further.casNumbers) named.casNumbers.add(cas);
  for (const line of further.unidentified) named.unidentified.add(line);
}

/** What a full list switches off, or would. */
export interface SwitchedOff {
  /** in order; the first 1,000 */
  switched_off: string[];
  switched_off_total: number;
}

/** What is asked for with a full list, and whose it is. */
type Wish = FullList & { source: string; dryRun?: boolean | undefined };

/**
 * Switches off the products of a source that its full list does not name; of a list in parts once the last one is there.
 * @param confirm how many they are: needed where they are more than a tenth of those that are not off yet, and where the
 *   list names none
 * @param dryRun only reports what it would do, and needs no confirmation
 * @returns of a list in parts the numbers of those that have come, too
 * @throws Problem 400 where a row names no product, or a part has not come; 409 where the number is not confirmed
 */
export async function switchOffMissing(
  tx: Transaction,
  named: NamedProducts,
  { source, confirm, dryRun, part }: Wish,
): Promise<Partial<SwitchedOff> & { parts?: number[] }> {
  if (named.unidentified.size > 0) throw unidentified([...named.unidentified]);
  const holders = await store.holdersOfCas(tx, [...named.casNumbers]);
  const codes = [...new Set([...named.codes, ...holders.map(({ code }) => code)])];
  if (!part) return switchOff(tx, { source, part, codes }, { confirm, dryRun });
  if (!dryRun) await keepPart(tx, source, part, codes);
  const come = new Set([...(await parts.partsOf(tx, source, part.list)), part.part]);
  const shown = { parts: [...come].sort((a, b) => a - b) };
  if (!part.isLast) return shown;
  const others = Array.from({ length: part.part }, (_, i) => i + 1).filter((each) => !come.has(each));
  if (others.length > 0) throw partsAway(part.list, others);
  const done = await switchOff(tx, { source, part, codes }, { confirm, dryRun });
  if (!dryRun) await parts.endList(tx, source, part.list);
  return { ...shown, ...done };
}

async function switchOff(
  tx: Transaction,
  listed: parts.Listed,
  { confirm, dryRun }: Pick<Wish, 'confirm' | 'dryRun'>,
): Promise<SwitchedOff> {
  const { missing, all, first, empty } = await parts.missingOfSource(tx, listed, MAX_CODES);
  const done = { switched_off: first, switched_off_total: missing };
  if (dryRun) return done;
  const isMuch = missing * 10 > all || empty;
  if (confirm === undefined ? isMuch : confirm !== missing) throw unconfirmed(listed.source, all, done);
  if (missing > 0 && (await parts.switchOff(tx, listed)) !== missing)
    throw new ConcurrentWrite('other products are missing by now');
  return done;
}

/** @throws Problem 400 where the unfinished lists of the source are too many or too long */
async function keepPart(tx: Transaction, source: string, part: ListPart, codes: string[]): Promise<void> {
  await parts.keepPart(tx, source, part, codes);
  const { lists, products } = await parts.unfinishedLists(tx, source);
  if (lists > MAX_LISTS)
    throw badField('list', 'too_many', `${MAX_LISTS} lists of the source ${source} wait for their last part`);
  if (products > MAX_WAITING)
    throw badField(
      'list',
      'too_long',
      `the lists of the source ${source} that wait for their last part name more than ${MAX_WAITING} products`,
    );
}

/** {@link switchOffMissing} in its own transaction, after a list that came in several pushes. @throws Problem */
export const switchOffAfterwards = (
  writes: Writes,
  named: NamedProducts,
  wish: Wish,
): Promise<Partial<SwitchedOff>> => writes.tx((tx) => switchOffMissing(tx, named, wish));

function unidentified(lines: number[]): Problem {
  const rows = lines.length === 1 ? 'A row names' : `${lines.length} rows name`;
  return new Problem(
    'bad-request',
    `${rows} no product, so that nobody can tell which ones are missing. Nothing was switched off.`,
    {
      errors: lines.slice(0, MAX_ERRORS).map((line) => ({
        path: `line ${line}`,
        code: 'unidentified',
        message: 'has neither a code nor a CAS number that can be read',
      })),
    },
  );
}

function partsAway(list: string, numbers: number[]): Problem {
  const which = `${numbers.length === 1 ? 'part' : 'parts'} ${numbers.slice(0, MAX_ERRORS).join(', ')}`;
  return badField(
    'part',
    'missing_parts',
    `cannot be the last of ${list} yet: ${which} did not come in the last 24 hours. Nothing was stored of this part`,
  );
}

function unconfirmed(source: string, all: number, done: SwitchedOff): Problem {
  const missing = done.switched_off_total;
  return new Problem(
    'confirmation-needed',
    `${missing} of the ${all} products of the source ${source} that are not off are missing. If all of them are to be switched off, say so with confirm=${missing}. Nothing was switched off.`,
    { extra: { ...done } },
  );
}

/** What is asked for with a list: `missing=off`, its confirmation, and which part of the list it is. */
export interface FullList {
  confirm?: number | undefined;
  part?: ListPart | undefined;
}

interface FullListQuery {
  missing?: 'off' | undefined;
  confirm?: number | undefined;
  list?: string | undefined;
  part?: number | undefined;
  last?: boolean | undefined;
}

/** @throws Problem 400 where a parameter stands without the one by which it means something */
export function readFullList(query: FullListQuery): FullList | undefined {
  const { missing, confirm, list, part, last } = query;
  const refuse = (names: (keyof FullListQuery)[], other: string): void => {
    const code = other === 'list' ? 'needs_list' : 'needs_missing';
    const alone = names.find((name) => query[name] !== undefined);
    if (alone) throw badField(alone, code, `means something only with ${other}`);
  };
  if (missing === undefined) refuse(['confirm', 'list', 'part', 'last'], 'missing=off');
  if (list === undefined) refuse(['part', 'last'], 'list');
  if (part === undefined) refuse(['list'], 'part');
  if (list !== undefined && !last) refuse(['confirm'], 'last=true');
  if (missing === undefined) return undefined;
  return { confirm, ...(list !== undefined && { part: { list, part: part!, isLast: last === true } }) };
}
