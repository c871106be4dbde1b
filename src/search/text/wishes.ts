import { abbreviated, DYES, hasHan, isAboutImpurity, simplify, vocabulary } from '../../chemistry/index.js';
import { AMOUNT_ALONE, AMOUNT_FIRST, AMOUNT_LAST, PRICE_LAST } from './amounts.js';

/**
 * What people write around the name or number of a product: wishes (“do you have …”, …多少钱), words for products
 * (standard, 标准品), amounts and grades. Names that contain such words are searched as a whole text first (plan.ts).
 */

const WORDS = vocabulary('wishes');
/** The words of a kind. */
const around = (kind: string): string[] =>
  WORDS.flatMap(([of, words = '']) => (of === kind ? words.split('|') : []));

/** Suppliers, with one word and with several. They stand around a name as wishes do. */
const SUPPLIERS = around('supplier').join('|');
const LONGER_SUPPLIERS = around('longer_supplier').join('|');
const GRADE_WORDS = around('grade').join('|');
/**
 * Grades and suppliers in front of a name or a CAS number. Before other numbers they belong to a product number (AR
 * 231453).
 */
const LABEL_FIRST = new RegExp(
  String.raw`^(?:${LONGER_SUPPLIERS}|${SUPPLIERS}|${GRADE_WORDS})(?:,?\s+|:\s*)(?=\p{L}|\d{1,2}(?:,\d{1,2})*'?-\p{L}|\d{2,7}-\d{2}-\d)`,
  'iu',
);
/** “food grade”, 食品级 */
const GRADE =
  '(?:food|feed|technical|tech|pharma|pharmaceutical|industrial|electronic|reagent|pesticide|spectroscopic|spectrophotometric|' +
  `laboratory|lab|analytical|molecular biology|cell culture|usp|lcms|cp|ep|${GRADE_WORDS})[ -]grade`;
const GRADE_FIRST = new RegExp(String.raw`^${GRADE}[\s,:]+`, 'i');
const GRADE_LAST = new RegExp(`(?<![a-z])${GRADE}$`, 'i');
const HAN_GRADE =
  '(?:高效液相|液相|气相|色谱|质谱|光谱|食品|饲料|试剂|农残|电子|医药|药用|药品|工业|分析|化妆品|生化|生物|分子生物|细胞培养|科研|实验室|化学|' +
  '(?:HPLC|UPLC|LC-?MS|GC|ACS|AR|GR|CP|EP|USP)\\s?)级';
const HAN_GRADE_FIRST = new RegExp(`^${HAN_GRADE}`, 'iu');
const HAN_GRADE_LAST = new RegExp(`${HAN_GRADE}$`, 'iu');

/** Words that begin a wish, words that end one, and words that only connect them to a name. */
const FRONT = new Set(around('front'));
const BACK = new Set(['back', 'grade', 'supplier'].flatMap(around));
const JOINING = new Set(around('joining'));
/** Pharmacopoeias, which belong to the name of an impurity. */
const BOOKS = new Set(around('book'));

/** The number that a supplier gives it, of a batch or of a certified material, with the day on which it expires. */
const NUMBER_LAST = new RegExp(
  String.raw`(?:[\s,]+|\s*\()(?:(?:${LONGER_SUPPLIERS}|${SUPPLIERS})[ :#]{1,2}[a-z]{0,3}-?\d{3,9}(?:-[\da-z]{1,6})?|(?:lot|batch|批号)(?:[ #.:：]|no){0,4}[a-z\d-]{3,12}|gbw ?\(e\) ?\d{4,8}|gbw ?\d{4,8}|exp(?:\.|iry)? ?\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?)\)?$`,
  'iu',
);
/** The strength of a solution: `6N`, `0.1 M`. */
const STRENGTH_FIRST = /^\d{1,2}(?:\.\d{1,4})? ?[MN](?=\s|\p{Script=Han})/u;
/** Longer than any amount, and than any other text that is cut off in one piece. */
const LONGEST_AMOUNT = 30;
const LONGEST_FRONT = 60;

const longestFirst = (words: string[]): string[] => words.toSorted((a, b) => b.length - a.length);
const HAN_FRONT = longestFirst(around('han_front'));
/**
 * Removed only before something: 要 and 来 before an amount (来曲唑 is a name), 稀 and 发烟 before an acid, 有 and 号 behind a
 * wish.
 */
const BEFORE_AMOUNT = /^(?:要|来|拿|订)(?=\s*\d|[一两二三几][瓶克斤支公千个盒袋桶])/u;
const DILUTE = /^(?:稀|发烟)(?=\p{Script=Han}{1,3}酸$|氨水)/u;
const BEHIND_WISH = /^(?:有(?!机)|的(?!士宁|卡因|确良)|号(?=[\s:：\d]))/u;
const HAN_BACK = longestFirst(around('han_back'));
/** The solvent of a standard: “甲醇中……溶液标准物质”. */
const SOLVENT =
  '(?:水|空气|氮气?|甲醇|乙醇|异丙醇|乙腈|丙酮|正己烷|己烷|环己烷|正庚烷|异辛烷|石油醚|甲苯|二甲苯|二硫化碳|二氯甲烷|三氯甲烷|四氯化碳|乙酸乙酯|甲基叔丁基醚|二甲基亚砜)';
const DISSOLVED = new RegExp(
  String.raw`^${SOLVENT}中的?(?!间体|性|毒(?!死)|子|和)(?=[\p{Script=Han}\d].*(?:溶液|标准|标样|标气|对照|\d ?(?:mg|[uμ]g|g) ?\/ ?(?:ml|l)$))`,
  'iu',
);
/** Additives that keep a solvent from spoiling. */
const STABILISED = /[\s,;(]+(?:(?:un)?stabili[sz]ed\b[^()]*|inhibitor[- ]free)\)?$/i;
const GRADE_IN_BRACKETS = new RegExp(String.raw`\((?:${GRADE_WORDS})\)$`, 'i');
/** A tablet (片) of something; not opium (鸦片). */
const TABLET = /(?<=\p{Script=Han}{2})(?<!胶)片$/u;
/** The solvent behind the strength of a solution: “1 mg/mL in methanol”. */
const DISSOLVED_LAST =
  /(?<=\d ?(?:%|(?:mg|[uμ]g|g) ?\/ ?(?:ml|l)|ppm|mol\/l|mm?))\)?,? in [a-z][a-z :/()\d-]{2,30}$/iu;
/** The strength behind the solvent, or both in brackets: “in methanol 1000 µg/mL”, （100mg/L，溶剂：正己烷）. */
const STRENGTH_LAST = new RegExp(
  String.raw`(?: in [a-z][a-z /-]{2,24},? ?|[\s,，]+${SOLVENT}(?:溶液)?[\s,，]*|\s*[(（])\d{1,6}(?:\.\d{1,4})? ?(?:%|ppm|(?:mg|[uμ]g|ng|g) ?\/ ?(?:ml|l))(?:[,，;；] ?[^()（）]{1,30})?[)）]?$`,
  'iu',
);
const ENDS = [
  TABLET,
  STRENGTH_LAST,
  NUMBER_LAST,
  PRICE_LAST,
  DISSOLVED_LAST,
  AMOUNT_LAST,
  GRADE_LAST,
  HAN_GRADE_LAST,
  GRADE_IN_BRACKETS,
  STABILISED,
];
const FRONTS = [
  DISSOLVED,
  AMOUNT_FIRST,
  STRENGTH_FIRST,
  GRADE_FIRST,
  LABEL_FIRST,
  HAN_GRADE_FIRST,
  BEFORE_AMOUNT,
  DILUTE,
];

/** A primary standard. A primary phosphate is another substance. */
const PRIMARY = /\b(?:primary|secondary)(?= (?:reference )?(?:standards?|materials?|substances?)\b)/i;
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

/** Two names of one substance: “DEHP，也叫……”, “布洛芬（又名异丁苯丙酸）”. */
const OTHERWISE =
  /^(.{2,}?)[\s,，(（]*(?:就是|也叫做?|又[名称]|[俗亦]称|别名是?|also known as|a\.?k\.?a\.?)[\s:：]*([^()（）]{2,})[)）]?$/iu;

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
    if (word === undefined) return /^(?:有|要|的|做)$/u.test(rest);
    rest = (rest.startsWith(word) ? rest.slice(word.length) : rest.slice(0, -word.length)).trim();
  }
  return rest === '';
}

const GRADES = new Set('ar gr cp lr acs hplc gc usp ep bp chp 优级纯 分析纯 化学纯 色谱纯'.split(' '));

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

/** The part behind the last comma, unless the comma belongs to a number: “vitamin K 1,5 mg”. */
const LAST_PART = /(?:(?<!\d),|,(?= )|，) ?([^,，]+)$/;

/** “Do you have …?” in Chinese. 有 alone begins names. */
const ASKED = /^有(?!机|機)(.+)(?:吗|么)[\s?？]*$/u;
/** A shade at the end of a dye's name, written with a capital: “Rhodamine 6G”. In “methyl orange 5g” it is an amount. */
const DYE_LAST = new RegExp(`${DYES}[ \\d,-]*?(?<![\\d.])\\d[GL]$`, 'u');
/** The beginning of a dye's name: “solvent yellow 5”. */
const DYE = /^solvent\s+(?:yellow|orange|red|violet|blue|green|brown|black)\b/i;

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
  for (const expression of FRONTS) {
    const cut = expression.exec(beginning)?.[0];
    if (cut !== undefined) return cut;
  }
  const word = HAN_FRONT.find((each) => text.startsWith(each));
  return word ?? (begun ? BEHIND_WISH.exec(text)?.[0] : undefined);
}

function cutEnd(text: string, books: boolean): string {
  const isDye = DYE_LAST.test(text);
  const behind = LAST_PART.exec(text);
  const last = behind?.[1] ?? '';
  if (behind && !isDye && isAmountOrGrade(last) && !(books && BOOKS.has(last.toLowerCase())))
    return text.slice(0, behind.index);
  const amount = isDye
    ? undefined
    : ENDS.map((expression) => expression.exec(text.slice(-LONGEST_FRONT))?.[0]).find(Boolean);
  const han = amount === undefined ? HAN_BACK.find((word) => text.endsWith(word)) : undefined;
  const cut = amount ?? han;
  if (cut !== undefined) return text.slice(0, -cut.length).replace(/[\s,;:：，、(≥>]+$/, '');
  let begin = text.length;
  const words = [...text.matchAll(/[^\s,，]+/g)].reverse();
  for (const { 0: word, index } of words) {
    const lower = word.toLowerCase();
    if (isWish(lower, BACK, books)) begin = index;
    // A single letter at the end is a label: “related substance A”.
    else if (!JOINING.has(lower) || word.length === 1) break;
    else if (begin < text.length) begin = index;
  }
  return text.slice(0, begin).replace(/(?:[\s,;:，：]|(?<=\s)[-–—])+$/, '');
}

function isWish(word: string, wishes: ReadonlySet<string>, books: boolean): boolean {
  return wishes.has(word) || (!books && BOOKS.has(word));
}
