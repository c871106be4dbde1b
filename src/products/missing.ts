import type { Transaction } from '../database/connect.js';
import type { Writes } from '../database/writes.js';
import { badField, Problem } from '../http/problem.js';
import { extCode } from './fields.js';
import type { ReadItems } from './item.js';
import * as store from './store.js';
import { ConcurrentWrite, undisturbed } from './undisturbed.js';

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

/**
 * Switches off the products of a source that its full list does not name.
 * @param confirm how many they are: needed where they are more than half of those that are not off yet, and where the
 *   list names none
 * @param dryRun only reports what it would do, and needs no confirmation
 * @throws Problem 400 where a row names no product, 409 where the number is not confirmed
 */
export async function switchOffMissing(
  tx: Transaction,
  named: NamedProducts,
  { source, confirm, dryRun }: { source: string; confirm?: number | undefined; dryRun?: boolean | undefined },
): Promise<SwitchedOff> {
  if (named.unidentified.size > 0) throw unidentified([...named.unidentified]);
  const holders = await store.holdersOfCas(tx, [...named.casNumbers]);
  const codes = [...new Set([...named.codes, ...holders.map(({ code }) => code)])];
  const { missing, all, first } = await store.missingOfSource(tx, source, codes, MAX_CODES);
  const done = { switched_off: first, switched_off_total: missing };
  if (dryRun) return done;
  const isMuch = missing * 2 > all || codes.length === 0;
  if (confirm === undefined ? isMuch : confirm !== missing) throw unconfirmed(source, all, done);
  if (missing > 0 && (await store.switchOff(tx, source, codes)) !== missing)
    throw new ConcurrentWrite('other products are missing by now');
  return done;
}

/** {@link switchOffMissing} in its own transaction, after a list that came in several pushes. @throws Problem */
export const switchOffAfterwards = (
  writes: Writes,
  named: NamedProducts,
  wish: FullList & { source: string },
): Promise<SwitchedOff> => undisturbed(writes, (tx) => switchOffMissing(tx, named, wish));

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

function unconfirmed(source: string, all: number, done: SwitchedOff): Problem {
  const missing = done.switched_off_total;
  return new Problem(
    'confirmation-needed',
    `${missing} of the ${all} products of the source ${source} that are not off are missing. If all of them are to be switched off, say so with confirm=${missing}. Nothing was switched off.`,
    { extra: { ...done } },
  );
}

/** What is asked for with a list: `missing=off` and its confirmation. */
export interface FullList {
  confirm?: number | undefined;
}

/** @throws Problem 400 where there is a number to confirm and nothing that it could confirm */
export function readFullList(missing: 'off' | undefined, confirm: number | undefined): FullList | undefined {
  if (missing === 'off') return { confirm };
  if (confirm === undefined) return undefined;
  throw badField('confirm', 'needs_missing', 'means something only with missing=off');
}
