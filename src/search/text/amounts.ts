// Amounts as people write them, for searches and lists alike: `10 mg`, `2 x 10 mg`, 两瓶, 半克, `two bottles`.

const HAN_MEASURES = '毫?克|千克|公?斤|微[克升]|毫?升';
const HAN_PACKS = '瓶|支|盒|个|份|袋|桶|罐|包|套|箱|管';
const MEASURES = `mg|[uμ]?g|kg|[uμ]l|ml|l|lb|oz|grams?|lit(?:er|re)s?|${HAN_MEASURES}`;
const WORDS = 'bottles?|vials?|packs?|box(?:es)?|units?|bags?|tubes?|tins?|ampou?les?|flacons?|stück|stk';
const PACKS = `${WORDS}|pcs|pks?|ea|each|${HAN_PACKS}|個|本|안瓿|安瓿|병|개`;

/** A number in words: digits of Chinese that stand for one before a unit alone. 二甲苯 and 半枝莲 are names. */
const HAN_NUMBER =
  '[一两二三四五六七八九十百半几壹贰叁肆伍陆柒捌玖拾佰][一两二三四五六七八九十百千零壹贰叁肆伍陆柒捌玖拾佰仟]{0,6}';
const ENGLISH_NUMBER = '(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|half(?: an?)?)';
const HAN_AMOUNT = `${HAN_NUMBER}[大小]?(?:${HAN_MEASURES}|${HAN_PACKS})半?`;
const WORDED = String.raw`${HAN_AMOUNT}|(?<!\p{L})${ENGLISH_NUMBER} (?:${WORDS}|grams?|lit(?:er|re)s?)`;

/** What a text ends or begins with: an amount, a share or a strength. */
const AMOUNT = String.raw`(?:[>≥~<≤]{0,2}=? ?\d{1,7}(?:\.\d{1,4})? ?(?:%|(?:mg|[uμ]g|g|mol|mmol) ?\/ ?(?:ml|l)|mol|mmol|ppm|${MEASURES}|${PACKS})(?: ?[x*×] ?\d{1,4})?|${WORDED})`;
/** 半支莲, 一支黄花, 一包针, 九管血 and 三支枪 are herbs. */
const NO_HERB = '(?![莲拔针箭血枪]|黄花)';

export const AMOUNT_ALONE = new RegExp(`^${AMOUNT}$`, 'iu');
export const AMOUNT_FIRST = new RegExp(String.raw`^${AMOUNT}(?![\p{Script=Latin}\p{N}-])${NO_HERB}`, 'iu');
export const AMOUNT_LAST = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{N}.,-])${AMOUNT}(?:以上)?$|${HAN_AMOUNT}$`,
  'iu',
);
/** What a price list has behind a name: a price of an amount, or none yet. */
export const PRICE_LAST = new RegExp(
  String.raw`[\s,]+(?:(?:[$€£¥￥]|usd|eur|rmb|cny) ?\d{1,7}(?:[.,]\d{1,3})*|\d{1,7}(?:[.,]\d{1,3})* ?(?:元|usd|eur|rmb|cny|[$€£¥￥])|面议|询价) ?\/ ?(?:${AMOUNT}|[${HAN_PACKS.replaceAll('|', '')}])$`,
  'iu',
);

const COUNT = String.raw`(?:\d{1,7}(?:[.,]\d{1,4})?|\.\d{1,4}|\d{1,2}\/\d{1,2})`;
/** What is asked for within a line. A number behind a letter, or behind 杂质, is a part of the name. */
const ASKED = new RegExp(
  String.raw`(?:(?:数量|qty|quantity)[.:：= ]{0,2}|需?要|各要?|共|买)?((?<![\p{Script=Latin}\p{N}.-]|\d,|杂质|化合物|异构体|中间体)(?:\d{1,4} ?[x*×] ?)?${COUNT}(?: ?[~至-] ?${COUNT})? ?(?:${MEASURES}|${PACKS})半?(?: ?/ ?(?:bottle|vial|pack|[瓶支盒]|\d{1,4} ?m?g))?(?: ?[x*×] ?\d{1,4}(?: ?(?:${PACKS}))?)?|${WORDED})(?![\p{Script=Latin}\p{N}/-])${NO_HERB}(?: of(?= ))?`,
  'giu',
);
const IN_PACKS = new RegExp(`(?:${PACKS})半?$`, 'iu');

/** How many, where no unit says of what: “阿司匹林*2”, “aspirin x 2”, “2 × aspirin”, “数量：两”, “aspirin (x2)”. */
const TIMES = new RegExp(
  [
    String.raw`(?:(?<=\p{Script=Han}|\s|\d\)?)[x*×✕]|(?<=[\p{L})])[*×✕]|(?<=\p{Script=Han} ?)(?<!杂质 ?)X) ?(\d{1,4})\s*$`,
    String.raw`^(\d{1,4}) ?(?:[*×✕] ?|x )(?=\p{L})`,
    String.raw`(?<=\s)(\d{1,4}) ?[x*×✕]\s*$`,
    String.raw`[([] ?[x*×✕] ?(\d{1,4}) ?[)\]]\s*$`,
    String.raw`(?:数量|[Qq]uantity|[Qq]ty|QTY)[.:：= ]{0,2}(\d{1,5}(?!\d)|${HAN_NUMBER}|${ENGLISH_NUMBER})`,
  ].join('|'),
  'u',
);
/** A number in brackets, or behind a comma, which may be a part of the name: “aspirin (2)”, “aspirin, 2”. */
const BESIDE =
  /(?<=\p{L}\s*|^\s*)(?<!(?:杂质|异构体|吐温|司盘|聚乙二醇|impurity|isomer|compound|tween|span|brij|triton|peg|polysorbate|copper|iron|tin|yellow|red|blue|green)\s*)(?:[([] ?(\d{1,3}) ?[)\]]|, ?(\d{1,3}))\s*$/iu;

export interface Wanted {
  quantity: string | undefined;
  /** what is left of the text */
  rest: string;
  /** a number alone says how many: the whole text is no name */
  isCount: boolean;
}

/** How much a text asks for. */
export function amountIn(text: string): Wanted {
  const amounts: string[] = [];
  let rest = text.replace(ASKED, (_, amount: string) => {
    amounts.push(amount.trim());
    return ' ';
  });
  const times = TIMES.exec(rest);
  const count = times ?? BESIDE.exec(rest);
  if (count) {
    rest = rest.replace(count[0], ' ');
    amounts.push(count.slice(1).find((found) => found !== undefined)!);
  }
  return { quantity: together(amounts), rest, isCount: times !== null };
}

/** Amounts of one line as one: those of packs, and numbers, are of the amount before them. */
export function together(amounts: readonly string[]): string | undefined {
  const [first, ...more] = amounts;
  return more.reduce(
    (all, amount) =>
      `${all}${IN_PACKS.test(all!) || IN_PACKS.test(amount) || /^\d+$/.test(amount) ? ' x ' : ', '}${amount}`,
    first,
  );
}
