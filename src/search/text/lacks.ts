import { isLonger } from '../../platform/index.js';
import { readCas } from './cas.js';
import type { SearchAnswer } from './find-best.js';
import type { Outcome } from './match.js';
import { isCas, lettersOf } from '../../chemistry/index.js';
import { readTyped } from './typed.js';
import { isStructure } from './structure.js';
import type { Typed } from './typed.js';
import { weightOf } from './weight.js';
import type { Lack } from '../demand/demanded.js';

/** Longer texts are not names that are searched for again, in code points. */
const LONGEST = 100;

const E_MAIL =
  /(?:@|[([] ?at ?[)\]]) ?[\p{L}\p{N}-]+ ?(?:\.|[([] ?dot ?[)\]]) ?[\p{L}\p{N}]|e-?mail ?:|邮箱/iu;
/** What is written before a telephone or chat number. */
const CALLED =
  /(?:(?<!\p{Script=Latin})(?:tel|telephone|phone|mobile|mob|cell|fax|whatsapp|wechat|weixin|wx|qq)|微信|电话|手机|传真)[^\p{L}\p{N}]*\d/iu;
/** Seven digits and more, however they are grouped: telephone numbers, network addresses, identity cards. */
const MANY_DIGITS = /(?:\p{L}-?)?\d(?:[ ()./+-]*\d){6,}/gu;
/** A product number is letters with no more digits than these. */
const CODE = /^\p{L}-?\d{7,8}$/u;
const CAS_WITHIN = /(?<![\d-])\d{2,7} ?- ?\d{2} ?- ?\d(?![\d-])/g;
/** EC numbers have seven digits, too. */
const EC_NUMBER = /^\d{3}-\d{3}-\d$/;

/** Whether a `readable` text may be personal: who asks, or how to reach a person. */
export function isPersonal(read: string): boolean {
  if (E_MAIL.test(read) || CALLED.test(read)) return true;
  if (EC_NUMBER.test(read) || readCas(read)?.kind === 'whole') return false;
  const rest = read.replace(CAS_WITHIN, (number) => (isCas(number.replaceAll(' ', '')) ? 'CAS' : number));
  return (rest.match(MANY_DIGITS) ?? []).some((digits) => !CODE.test(digits));
}

/**
 * What is to be counted where a text found no more than this. Nothing where it was found, where it says nothing, where it
 * is too long, or where it may be personal.
 */
export function lackOf(typed: Typed, match: Outcome): Lack | undefined {
  if (match !== 'none' && match !== 'similar') return undefined;
  const { text: whole, name, form, structure } = typed;
  const reading = readCas(form);
  const number = reading?.kind === 'whole' ? reading.cas : undefined;
  const text = number ?? form;
  if (isLonger(whole, LONGEST) || isLonger(text, LONGEST)) return undefined;
  if ([...lettersOf(text)].length < 2 || /[\p{Cc}\p{Cs}]/u.test(text + name)) return undefined;
  if (weightOf(form)) return undefined; // asks for no product by name
  if (isPersonal(typed.whole ?? form)) return undefined;
  // In small letters a structure would be another one, or none.
  if (structure && isStructure(structure))
    return { text: structure.text, typed: structure.text, sureness: match };
  return { text, typed: number ?? name, sureness: match };
}

/** Whether a search tells what is missing: with a filter a product may be there all the same, and a page is read once. */
export function isDemand(page: number, filters: object): boolean {
  return page === 1 && Object.values(filters).every((value) => value === undefined);
}

/** What a search did not find, or the parts of a list that did. Only an engine that answered knows. */
export function lacksOf(
  typed: Typed,
  found: Pick<SearchAnswer, 'best' | 'items' | 'degraded' | 'isCutOff'>,
): Lack[] {
  if (found.degraded || found.isCutOff) return [];
  if (found.items)
    return found.items.flatMap(({ text, match, isShared }) =>
      isShared ? [] : (lackOf(readTyped(text), match) ?? []),
    );
  const [best] = found.best;
  const isFound = found.best.some(({ match }) => match !== 'similar');
  return isFound ? [] : [lackOf(typed, best ? 'similar' : 'none') ?? []].flat();
}
