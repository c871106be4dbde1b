import { abbreviated, DYES, hasHan, isAboutImpurity, simplify } from '../../chemistry/index.js';
import { AMOUNT_ALONE, AMOUNT_FIRST, AMOUNT_LAST, PRICE_LAST } from './amounts.js';

/**
 * What people write around the name or number of a product: wishes (“do you have …”, …多少钱), words for products
 * (standard, 标准品), amounts and grades. Names that contain such words are searched as a whole text first (plan.ts).
 */

const set = (words: string): Set<string> => new Set(words.split(' '));

/** Suppliers, with one word and with several. They stand around a name as wishes do. */
const SUPPLIERS =
  'sigma|aldrich|sigma-aldrich|sigmaaldrich|supelco|fluka|merck|millipore|tci|aladdin|macklin|j&k|acros|alfa-aesar|vwr|avantor|' +
  'fisher|thermofisher|cayman|medchemexpress|selleck|selleckchem|targetmol|apexbio|trc|lgc|cerilliant|ehrenstorfer|chromadex|' +
  'phytolab|edqm|nifdc|bidepharm|wako|nacalai|abcr|fluorochem|combi-blocks|oakwood|honeywell|accustandard|' +
  'chemservice|restek|sinopharm';
const LONGER_SUPPLIERS =
  'alfa aesar|acros organics|dr[. ]{1,2}ehrenstorfer|toronto research chemicals|thermo fisher|thermo scientific|fisher scientific|' +
  'sigma aldrich|carl roth|energy chemical';
const GRADE_WORDS = 'hplc|uplc|uhplc|gc|lc-ms|lc/ms|ar|acs|gr';
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
const FRONT = set(
  'buy order purchase get find search show list give send quote offer supply sell want need seeking looking interested ' +
    'searching recommend check guys carry keep urgently bottle bottles vial vials price prices pricing cost quotation rfq inquiry enquiry availability stock supplier ' +
    'suppliers manufacturer manufacturers structure formula molecular weight msds sds coa cas purity datasheet product ' +
    'products item sample samples chemical compound substance solvent reagent catalog catalogue what which where who how ' +
    'do does have has can could would please pls hi hello dear cheap bulk standard standards reference analytical ' +
    'certified pure conc conc. fuming concentrated dilute diluted dil. glacial ordering buying purchasing material materials grade ' +
    "name chance what's what’s requesting require quoting similar alternative equivalent substitute replacement sir sirs madam " +
    'dry anhydrous melting boiling point solubility density number',
);
const BACK = set(
  'price prices pricing cost quote quotation supplier suppliers manufacturer manufacturers vendor vendors factory stock ' +
    'available availability sale please pls thanks thank online china india usa msds sds coa datasheet structure formula ' +
    'cas purity wholesale bulk buy order standard standards reference substance material crs rs crm ' +
    'certified analytical working std stds icp icp-ms icpms icp-oes aas grade glacial anhydrous solution solvent reagent powder tablet ' +
    'tablets capsule capsules injection crystals pellets pure dry superdry analysis research laboratory lab labs synthesis number ' +
    'asap urgent urgently needed required molecular weight melting boiling point solubility density biology ' +
    `${GRADE_WORDS}|${SUPPLIERS}`.replaceAll('|', ' '),
);
const JOINING = set(
  'of for the a an some any is are am me us you i we my our your with in to from and much many like about called named no ' +
    "no. high extra super by at it there got number i'm i’m we're we’re",
);
/** Pharmacopoeias, which belong to the name of an impurity. */
const BOOKS = set('ep usp bp jp chp ph.eur. ph.eur');

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

const longestFirst = (words: string): string[] => words.split(' ').sort((a, b) => b.length - a.length);
const HAN_FRONT = longestFirst(
  '请问 請問 急需 急求 还有 還有 你好 您好 你们 我 我们 我想 我要 我在找 在找 想 贵司 想要 需要 找 寻找 寻 一个 一些 几个 提供 求购 求 采购 购买 想买 要买 买 卖 询价 咨询 查询 查找 查一下 找一下 搜索 请 ' +
    '帮我 帮忙 给我 麻烦 求助 能不能 能否 可以 可不可以 哪里可以 要买点 想买点 来一瓶 来一支 做 价格 一下 有没有 有沒有 有无 是否有 有卖 哪里有 哪里买 哪里能买到 能买到 买到 订购 报价 推荐 关于 一瓶 一种 试剂 化学品 ' +
    '产品 优级纯 分析纯 化学纯 色谱纯 高纯 浓 进口 国产 贵公司 你家 你们家 你们公司 老师 老板 实验室 买点 买些 问一下 问下 想问 想问一下 ' +
    '查下 查一查 报一下 报下 货号 产品编号 编号 名称 品名 产品名 产品名称 化学名 化学名称 中文名 中文名称 英文名 英文名称 通用名 商品名 ' +
    '分子式 化学式 西格玛 奥德里奇 默克 梯希爱 阿拉丁 麦克林 国药集团 国药 沪试 百灵威 安耐吉 毕得医药 毕得 韶远 乐研 伊诺凯 源叶 索莱宝 ' +
    '阿法埃莎 赛默飞 中检院 中检所 坛墨质检 坛墨 曼哈格 阿尔塔 科密欧 西陇 凯玛特 迈瑞尔',
);
/**
 * Removed only before something: 要 and 来 before an amount (来曲唑 is a name), 稀 and 发烟 before an acid, 有 and 号 behind a
 * wish.
 */
const BEFORE_AMOUNT = /^(?:要|来|拿|订)(?=\s*\d|[一两二三几][瓶克斤支公千个盒袋桶])/u;
const DILUTE = /^(?:稀|发烟)(?=\p{Script=Han}{1,3}酸$|氨水)/u;
const BEHIND_WISH = /^(?:有(?!机)|的(?!士宁|卡因|确良)|号(?=[\s:：\d]))/u;
const HAN_BACK = longestFirst(
  '标准物质 标准品 標準品 有现货 CAS号 cas号 标准液 标准溶液 对照品 對照品 标品 标样 参考品 试剂 試劑 試藥 试药 分析纯 化学纯 优级纯 色谱纯 光谱纯 超干 ' +
    '现货 現貨 期货 有货 有没有 有沒有 有吗 有无 价格 價格 价钱 单价 报价 多少钱 多少錢 怎么卖 怎么买 哪里买 哪里有 厂家 厂商 供应商 ' +
    '供应 批发 采购 购买 求购 原料药 原料 产品 药品 药物 片剂 肠溶片 缓释片 控释片 分散片 咀嚼片 含片 注射液 滴眼液 软膏 乳膏 口服液 颗粒 胶囊 粉末 溶液 溶剂 无水 分子式 分子量 ' +
    '急用 急需 这个东西 库存 西格玛 默克 阿拉丁 麦克林 国药 百灵威 结构式 结构 熔点 沸点 密度 纯度 用途 说明书 货号 产品编号 产品号 编号 目录号 英文名 中文名 别名 分析用 检测用 含量测定用 科研用 规格 包装 是什么 是多少 吗 嗎 呢 吧 啊 呀 的 谢谢',
);
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

const GRADES = set('ar gr cp lr acs hplc gc usp ep bp chp 优级纯 分析纯 化学纯 色谱纯');

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
