import { abbreviated, Expressions, hasHan, isAboutImpurity, simplify } from '../../chemistry/index.js';

/**
 * What people write around the name or number of a product: wishes (“do you have …”, …多少钱), words for products
 * (standard, 标准品), amounts and grades. Names that contain such words are searched as a whole text first (plan.ts). The words are
 * in wishes.tsv and amounts.tsv.
 */

const AROUND = new Expressions('amounts', 'dyes', 'wishes');
const setOf = (...kinds: string[]): Set<string> => new Set(kinds.flatMap((kind) => AROUND.words(kind)));
const FRONT = setOf('front');
const BACK = setOf('back', 'grade', 'supplier');
const JOINING = setOf('joining');
const BOOKS = setOf('book');
const GRADES = setOf('grade_alone');
const longestFirst = (kind: string): string[] => AROUND.words(kind).toSorted((a, b) => b.length - a.length);
const HAN_FRONT = longestFirst('han_front');
const HAN_BACK = longestFirst('han_back');
/** What is cut from the beginning and the end by its form, not as a word; and behind a wish alone. */
const FRONTS = AROUND.all('at_front');
const ENDS = AROUND.all('at_end');
const ENDS_OF_NAME = AROUND.all('at_end_of_name');
const NAMELESS = AROUND.one('nameless');
const BEHIND_WISH = AROUND.one('behind_wish');
const AMOUNT_LAST = AROUND.one('amount_last');
const AMOUNT_ALONE = AROUND.one('amount_alone');
const DISSOLVED_LAST = AROUND.one('dissolved_last');
const PRIMARY = AROUND.one('primary');
const OTHERWISE = AROUND.one('otherwise');
const ASKED = AROUND.one('asked_for');
const DYE = AROUND.one('solvent_dye');
const DYE_LAST = AROUND.one('shade_in_capitals');
/** Longer than any amount, and than any other text that is cut off in one piece. */
const LONGEST_AMOUNT = 30;
const LONGEST_FRONT = 60;
/** More rounds than a wish has words. */
const MOST_ROUNDS = 30;

/** The text without wishes, amounts and grades at its ends; unchanged if nothing else would remain. */
export function withoutWishes(text: string): string {
  // The lists of wishes are in simplified characters. Simplifying keeps all positions.
  const whole = hasHan(text) ? simplify(text) : text;
  const books = isAboutImpurity(whole.toLowerCase());
  let rest = withoutEmptyClauses(whole)
    .replace(ASKED, '$1')
    .replace(/[\s?!？！。]+$/, '')
    .replace(PRIMARY, '');
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const shorter = cutEnd(cutBeginning(rest, { books, begun: rest !== whole }), books);
    if (shorter === rest || !NAMING.test(shorter)) break;
    rest = shorter;
  }
  rest = rest.replace(OTHERWISE, '$1 ($2)');
  return rest === '' || rest === whole ? text : rest;
}

/** The text without clauses that contain only wishes: “布洛芬，请报价”. */
function withoutEmptyClauses(text: string): string {
  if (!hasHan(text)) return text;
  const clauses = text.split(CLAUSE_END);
  const telling = clauses.filter((clause) => !isHanWish(clause));
  return telling.length === 0 || telling.length === clauses.length ? text : telling.join('，');
}
const CLAUSE_END = /[，。？！?!]+|,(?=\p{Script=Han})/u;

/** Whether Chinese text consists of wishes only. */
function isHanWish(text: string): boolean {
  let rest = text.trim().replace(AMOUNT_LAST, '');
  for (let round = 0; round < MOST_ROUNDS && rest !== ''; round++) {
    const word =
      HAN_FRONT.find((each) => rest.startsWith(each)) ?? HAN_BACK.find((each) => rest.endsWith(each));
    if (word === undefined) return /^(?:有|要|的|做)$/u.test(rest) || AMOUNT_ALONE.test(rest);
    rest = (rest.startsWith(word) ? rest.slice(word.length) : rest.slice(0, -word.length)).trim();
  }
  return rest === '';
}

/** Whether a text consists of amounts and grades, separated by commas. */
export const isAmountOrGrade = (text: string): boolean =>
  text.length <= LONGEST_AMOUNT &&
  text
    .replace(DISSOLVED_LAST, '')
    .split(/[,，] ?/)
    .every((part) => GRADES.has(part.toLowerCase()) || AMOUNT_ALONE.test(part));

/**
 * Whether a text only says that something is wanted: “dear sir”, “please quote”. In and NO may be elements and
 * formulas, SDS and CoA abbreviations.
 */
export function isOnlyWish(text: string): boolean {
  if (HAN_FRONT.includes(text)) return true;
  const words = text.toLowerCase().split(/[\s:：?？!！]+/);
  return (
    words.some((word) => FRONT.has(word)) &&
    words.every((word) => FRONT.has(word) || JOINING.has(word)) &&
    abbreviated(words.join('')).length === 0
  );
}

/** The part behind the last comma, unless the comma belongs to a number: “vitamin K 1,5 mg”, but “aflatoxin B1,10 mg”. */
const LAST_PART = /(?:(?<!(?<!\p{L})\d),|,(?= )|，) ?([^,，]+)$/u;

/** What may name a product: two letters or digits, or one Han character. */
const NAMING = /[\p{L}\p{N}].*[\p{L}\p{N}]|\p{Script=Han}/u;

/** Cuts wishes off the beginning. @param begun something was cut before, so that connecting words may go as well */
function cutBeginning(text: string, { books, begun }: { books: boolean; begun: boolean }): string {
  if (DYE.test(text)) return text;
  const cut = frontOf(text, begun);
  if (cut !== undefined) return text.slice(cut.length).replace(/^[\s,;:：，、。]+/, '');
  // Connecting words are cut only together with a wish: “in” may be indium.
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/[^\s:：?？,，]+/g)) {
    const lower = word.toLowerCase();
    if (isWish(lower, FRONT, books)) end = index + word.length;
    else if (!JOINING.has(lower)) break;
    else if (begun || end > 0) end = index + word.length;
  }
  return end === 0 ? text : text.slice(end).replace(/^[\s,;:?!，：？]+/, '');
}

/** Beginnings that are cut by their form, not as words. */
function frontOf(text: string, begun: boolean): string | undefined {
  const beginning = text.slice(0, LONGEST_FRONT);
  const word = firstOf(FRONTS, beginning)?.[0] ?? HAN_FRONT.find((each) => text.startsWith(each));
  return word ?? (begun ? BEHIND_WISH.exec(text)?.[0] : undefined);
}

function cutEnd(text: string, books: boolean): string {
  const isDye = DYE_LAST.test(text);
  const behind = LAST_PART.exec(text);
  const last = behind?.[1] ?? '';
  if (behind && !isDye && isAmountOrGrade(last) && !(books && BOOKS.has(last.toLowerCase())))
    return text.slice(0, behind.index);
  const amount = isDye ? undefined : endOf(text.slice(-LONGEST_FRONT));
  const cut = amount ?? HAN_BACK.find((word) => text.endsWith(word));
  if (cut !== undefined) return text.slice(0, -cut.length).replace(/[\s,;:：，、/(≥>]+$/, '');
  let begin = text.length;
  const words = [...text.matchAll(/[^\s,，]+/g)].reverse();
  for (const { 0: word, index } of words) {
    const lower = word.toLowerCase();
    if (isWish(lower, BACK, books)) begin = index;
    // A single letter at the end is a label: “related substance A”. The first word may be an element: “In standard”.
    else if (!JOINING.has(lower) || word.length === 1 || index === 0) break;
    else if (begin < text.length) begin = index;
  }
  return text.slice(0, begin).replace(/(?:[\s,;:，：]|(?<=\s)[-–—])+$/, '');
}

/** Endings that are cut by their form, not as words. */
function endOf(ending: string): string | undefined {
  const cut = firstOf(ENDS_OF_NAME, ending);
  return cut && !NAMELESS.test(ending.slice(0, cut.index)) ? cut[0] : firstOf(ENDS, ending)?.[0];
}

/** What the first expression finds that finds something. */
const firstOf = (expressions: readonly RegExp[], text: string) =>
  expressions.find((each) => each.test(text))?.exec(text);

const isWish = (word: string, wishes: ReadonlySet<string>, books: boolean): boolean =>
  wishes.has(word) || (!books && BOOKS.has(word));
