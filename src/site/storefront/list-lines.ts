import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { setImmediate as turn } from 'node:timers/promises';
import {
  goneSignal,
  holderOf,
  Problem,
  receiveAnyForm,
  receiveStream,
  UnreadableFile,
} from '../../platform/index.js';
import type { Body } from '../../platform/index.js';
import { readLines } from '../../exchange/index.js';
import { A_READ, MAX_RESOLVED, partsOfList, resolve } from '../../search/index.js';
import type { Outcome, Resolved, ResolveParts } from '../../search/index.js';
import { productsByCode, withDrawings } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import type { StorefrontParts } from './page-route.js';

/** A line of a visitor's list, and the product number chosen for it. */
interface ListLine {
  text: string;
  chosen?: string;
}

/** What became of a line. `heading`: it names columns. */
export interface FoundLine {
  text: string;
  outcome: Outcome | 'chosen' | 'heading';
  product: Product | null;
  /** products that it may mean as well */
  others: Product[];
  conflict: Resolved['conflict'];
  didYouMean: string[];
  quantity: string | undefined;
}

/** Why a list cannot be read, in words of the page. */
export type ListRefusal = 'empty' | UnreadableFile['kind'];

export interface ReadLines {
  lines: ListLine[];
  /** there were more than are looked up: those */
  beyond: ListLine[];
  /** the size of the text that was read of a file, as its memory is reckoned */
  size?: number;
  refusal?: ListRefusal;
}

/** Bytes of a file, and of a text that was pasted. */
const MAX_BYTES = 1024 * 1024;
/** The longest line, code points: longer than any name. */
const LONGEST = 500;
/** What the cut of a line goes through: its last column, or else its last word. */
const HALF = /[\t|;；][^\t|;；]*$|\s\S*$/;
/** The longest line that is read as a list itself: it is read at once. */
const LONGEST_ONE = 20_000;
/** Other products that are shown for a line. */
const MOST_OTHERS = 5;

/**
 * Reads the form of a list: its file, or else its text, with the products that were chosen line by line.
 * @throws Problem 400, 503
 */
export async function receiveLines(
  req: Request,
  res: Response,
  { bodies, listFiles }: Pick<StorefrontParts, 'bodies' | 'listFiles'>,
): Promise<ReadLines> {
  let body: Body | undefined;
  let size = 0;
  const onText = (piece: number): void => void (size += piece);
  const holder = holderOf(req);
  const bounds = { ...bodies, signal: goneSignal(res) };
  const take = async (part: Readable): Promise<void> => {
    body = await receiveStream(part, holder, { ...bounds, limit: MAX_BYTES, inMemory: 0 });
  };
  // Beside the text the numbers that were chosen, which are shorter.
  const form = { ...bounds, texts: ['text', 'codes'], longestText: MAX_BYTES, most: 2 * MAX_BYTES };
  try {
    const { texts } = await receiveAnyForm(req, res, take, form);
    const { file } = body ?? {};
    if (file) {
      const lines = await listFiles.during(holder, () => readLines(file, MAX_RESOLVED + 1, onText));
      return { ...linesOf(lines), size };
    }
    return readText(textOf(texts['text']), texts['codes'] === undefined ? undefined : textOf(texts['codes']));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return { lines: [], beyond: [], size, refusal };
  } finally {
    await body?.discard();
  }
}

function refusalOf(error: unknown): ListRefusal | undefined {
  if (error instanceof UnreadableFile) return error.kind;
  if (!(error instanceof Problem)) return undefined;
  return error.slug === 'too-large' || error.errors?.some(({ code }) => code === 'too_long')
    ? 'large'
    : undefined;
}

/** A text of a form, without what the database refuses. */
export const textOf = (given: unknown): string =>
  typeof given === 'string' ? given.replaceAll('\0', '').toWellFormed() : '';

/** Reads a pasted list. @param codes of the chosen products, a line each; without it one line may be a list */
export function readText(text: string, codes?: string): ReadLines {
  const chosen = codes?.split(/\r?\n/) ?? [];
  const texts = text.split(/\r\n|[\r\n]/, MAX_RESOLVED * 10);
  const isOne = codes === undefined && texts.length === 1 && text.length <= LONGEST_ONE;
  const parts = isOne ? partsOfList(text, MAX_RESOLVED + 1) : undefined;
  return linesOf(parts?.sure ? parts.texts : texts, chosen);
}

function linesOf(texts: readonly string[], chosen: readonly string[] = []): ReadLines {
  const lines = texts.flatMap((given, at): ListLine[] => {
    const characters = Array.from(given.trim().slice(0, 2 * LONGEST + 1));
    // The beginning of a structure is another one, half a number or name may be another's: a cut line shows that it is one.
    const cut =
      characters.length > LONGEST
        ? `${characters.slice(0, LONGEST).join('').replace(HALF, '')} …`
        : characters.join('');
    const text = textOf(cut).trim();
    return text === '' ? [] : [{ text, ...(chosen[at] && { chosen: chosen[at] }) }];
  });
  const beyond = lines.slice(MAX_RESOLVED);
  if (lines.length === 0) return { lines, beyond, refusal: 'empty' };
  return { lines: lines.slice(0, MAX_RESOLVED), beyond };
}

/**
 * Looks up the lines of a list, a few dozen at a time and in their order, with the other products that each may mean.
 * @throws what the database throws; Problem 503 where other lists take too long
 */
export async function* findLines(
  parts: ResolveParts,
  lines: readonly ListLine[],
): AsyncGenerator<{ found: FoundLine[]; degraded: boolean }> {
  let start = 0;
  const identifiers = lines.map(({ text }) => text);
  for await (const { resolved, degraded } of resolve(parts, identifiers)) {
    const some = lines.slice(start, (start += A_READ));
    const codes = resolved.flatMap(({ others }, at) => [
      ...others.slice(0, MOST_OTHERS),
      some[at]!.chosen ?? '',
    ]);
    const more = await productsByCode(parts.db, [...new Set(codes)].filter(Boolean));
    const products = await withDrawings(parts.db, [
      ...more,
      ...resolved.flatMap(({ product }) => product ?? []),
    ]);
    const byCode = new Map(products.map((product) => [product.code, product]));
    yield { found: resolved.map((each, at) => foundLine(some[at]!, each, byCode)), degraded };
    await turn();
  }
}

function foundLine(
  { text, chosen = '' }: ListLine,
  { match, reason, product: found, others, conflict, didYouMean, facts }: Resolved,
  byCode: ReadonlyMap<string, Product>,
): FoundLine {
  const product = found && byCode.get(found.code)!;
  const choice = chosen === product?.code ? product : byCode.get(chosen);
  const near = others.slice(0, MOST_OTHERS).flatMap((code) => byCode.get(code) ?? []);
  return {
    text,
    outcome: choice
      ? 'chosen'
      : facts.heading
        ? 'heading'
        : reason === 'several_substances'
          ? 'similar'
          : match,
    product: choice ?? product,
    others: [...(choice && product ? [product] : []), ...near].filter(({ code }) => code !== chosen),
    conflict: choice ? [] : conflict,
    didYouMean: choice ? [] : didYouMean,
    quantity: facts.quantity,
  };
}
