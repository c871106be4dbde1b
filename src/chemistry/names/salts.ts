/**
 * Unifies what chemists write in more than one way. Documents and queries both pass through these functions, so that
 * different spellings match. All take `readable` text.
 */
import { hasHan } from './normalise.js';
import { dictionary } from './vocabulary.js';

/** Multiplying prefixes in English and Chinese, by their number. The one for 1 is often left out. */
export const MULTIPLE = ['', '', 'di', 'tri', 'tetra', 'penta', 'hexa', 'hepta', 'octa', 'nona', 'deca'];
/** Alums have twelve. */
const OF_WATER = [...MULTIPLE, 'undeca', 'dodeca'];
export const CN_MULTIPLE = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/** Words behind a base that stand for the acid of its salt. */
const SALT_WORDS = dictionary('salt-words');
const SALT_WORD = new RegExp(
  String.raw`(?<=\S)[ .·*,/(-]+(\d*) ?(${Object.keys(SALT_WORDS).join('|')})\b\)?`,
  'g',
);

/** One spelling of salts, hydrates and British names in English, and of salts and hydrates in Chinese. */
export function saltForm(text: string): string {
  let form = text
    .replace(SALT_OF, (_whole, ion: string, base: string) => `${base} ${ion}`)
    .replace(STEREO_LAST, '$2-$1');
  if (SALTY_EN.test(form)) form = englishSalt(form);
  if (hasHan(form) && SALTY_CN.test(form)) form = chineseSalt(form);
  return form;
}

/** “Sodium salt of diclofenac” is diclofenac sodium. */
const SALT_OF =
  /^(?:(?:the )?((?:di|tri)?(?:sodium|potassium|calcium|magnesium|lithium|ammonium)|[a-z]*(?:hydrochloride|hydrobromide|sulfate|phosphate|maleate|fumarate|tartrate|citrate|mesylate|besylate|tosylate))(?: salt)?) of (?=[a-z]{4})(.+)$/;

/** “Cyclononene, trans-”, where nothing else stands behind the parent. */
const STEREO_LAST = /^((?:[^,]|,(?=\d))+[a-z]), ?(cis|trans|\([ezrs]\))-?$/;

const SALTY_EN =
  /h(?:cl|br)\b|h2o|h2so4|h3po4|tfa\b|cf3co|\bsalt\b|mono(?:hydr|sodi|pota)|sulph|alumini|caesi|methanesulfon|toluenesulfon|benzenesulfon|\(1:1\)|silate\b|hydrogen ?sulfate|[ -]\d?(?:na|k)$|benz\[|\bvit\b/;

/** Acids that form more than one salt with the same metal. */
const POLYBASIC =
  /phosph|sulfat|sulfuric|sulfid|carbonat|carbonic|oxal|citr|tartr|tartar|phthal|malon|male|fumar|succin|glut|adip|aspart|edet|arsen|chrom|bor(?:at|ic)|silic|di(?:oic|oat|carbox|sulf)|tri(?:oic|carbox|sulf)/;

function englishSalt(text: string): string {
  const spelled = text
    .replaceAll('sulph', 'sulf')
    .replaceAll('aluminium', 'aluminum')
    .replaceAll('caesium', 'cesium')
    .replace(/benz(?=\[)/g, 'benzo')
    .replace(/\bvit\b\.? ?(?=[a-z]\d{0,2}\b)/g, 'vitamin ');
  // With these acids the amount of metal distinguishes salts, so that it stays.
  const salt = POLYBASIC.test(spelled)
    ? spelled.replace(/(?<!\bsalt ?) ?\(1:1\)/g, '')
    : spelled.replace(/\bmono(?=sodium|potassium)| ?\(1:1\)/g, '');
  return (
    salt
      .replace(/\b(mes|tos|bes|es|edis|naps|cams)ilate\b/g, '$1ylate')
      .replace(/\bhydrogen ?sulfate\b/g, 'bisulfate')
      .replace(
        /(?<=[a-z]{4})(?<!\b(?:vitamin|impurity|penicillin))[ -]([2-4]?)(na|k)(?: salt)?$/,
        (_whole, times: string, metal: string) =>
          ` ${MULTIPLE[Number(times)] ?? ''}${metal === 'k' ? 'potassium' : 'sodium'}`,
      )
      .replace(
        SALT_WORD,
        (_whole, times: string, acid: string) => ` ${MULTIPLE[Number(times)] ?? times}${SALT_WORDS[acid]}`,
      )
      .replace(/(?<=\S)[ .·*,/(-]+(x|n|\d*|0\.5|1\/2) ?h2o\b\)?/g, (_whole, times: string) => {
        if (times === 'x' || times === 'n') return ' hydrate';
        if (times === '0.5' || times === '1/2') return ' hemihydrate';
        return ` ${OF_WATER[Number(times)] || 'mono'}hydrate`;
      })
      .replace(/\bmono(hydrochloride|hydrobromide)/g, '$1')
      .replace(/\bmethanesulfonate\b/g, 'mesylate')
      .replace(/\b(?:p-|4-)?toluenesulfonate\b/g, 'tosylate')
      .replace(/\bbenzenesulfonate\b/g, 'besylate')
      // “Salt” adds nothing behind a counter-ion. Without one it does: “aniline salt” is the hydrochloride.
      .replace(/(?<=\S[ -][a-z]*(?:ate|ide|ium|ine)),? \(?salt\)?(?![a-z])/g, '')
      .trim()
  );
}

/** Chinese names of acids, and what the English name of a salt has for them behind the base. */
const CN_ACID_NAMES = dictionary('acids');
const CN_ACIDS = Object.keys(CN_ACID_NAMES).join('|');
const SALTY_CN = new RegExp(
  `(?:${CN_ACIDS}|[钠钾钙镁锌铵])盐|枸橼酸|醋酸|水合?物|^[一单双](?:盐酸|氢溴酸)|[半单一二三四五六七八九十]水(?!杨)|h(?:cl|2o|ydrochloride|ydrate)|^二?(?:${CN_ACIDS})[a-z]{5}`,
  'u',
);
/** Not where the acid is the end of another one: 三氟乙酸, 焦磷酸, 水杨酸. */
const CN_ACID_SALT = new RegExp(`^(.+?)([半一单二双三]?)(?<![氟氯溴焦亚过苯])(${CN_ACIDS})盐`, 'u');
/** 盐酸metformin */
const MIXED_SALT = new RegExp(`^(二?)(${CN_ACIDS}) ?([a-z][a-z -]{4,})$`);
const ONE_ACID = new RegExp(`^[一单](?=${CN_ACIDS})`, 'u');
const CN_HYDRATE_FIRST = /^([半单一二三四五六七八九十])水合?(?![物杨])(.{2,})$/u;
const CN_HYDRATE_LAST = /[ ·.]*([半单一二三四五六七八九十])水(?:合物|物|合)?$/u;

function chineseSalt(text: string): string {
  let form = text
    .replace(/[ ·.(-]*hydrochloride\)?$/, '盐酸盐')
    .replace(/[ ·.(-]*hydrobromide\)?$/, '氢溴酸盐')
    .replace(/[ ·.]*(\d*)h2o$/, (_whole, times: string) => `${CN_MULTIPLE[Number(times || 1)] ?? ''}水合物`)
    .replaceAll('枸橼酸', '柠檬酸')
    .replaceAll('醋酸', '乙酸')
    .replace(CN_HYDRATE_FIRST, '$2$1水合物')
    .replace(CN_HYDRATE_LAST, '$1水合物')
    .replace('单水合物', '一水合物');
  form = form.replace(/([钠钾钙镁锌铵])盐/gu, '$1');
  return form
    .replace(CN_ACID_SALT, '$2$3$1')
    .replace(/^双(?=盐酸|氢溴酸)/, '二')
    .replace(ONE_ACID, '')
    .replace(
      MIXED_SALT,
      (_whole, two: string, acid: string, base: string) => `${base} ${two && 'di'}${CN_ACID_NAMES[acid]}`,
    );
}

// A bounded number of separators: with a run of hundreds the expression would take quadratic time.
const TRADE =
  /(?<=.)[ ,;(]{0,4}(?:(?:\breference )?\bstandards?|\bprice|\bsupplier|\bmsds|\bcoa|\bimpurity standard|\btablets?|\binjection|\bpowder|标准品|对照品|标品|标准物质|试剂|分析纯|化学纯|优级纯|现货|价格|厂家|原料药|[>≥]? ?(?<!\d,)\d+(?:\.\d+)? ?(?:%|mg|g|kg|ug|ml|l)(?![a-z]))\)?$/u;

/** The last word of a dye's name. A shade behind it looks like an amount: “Alizarine Yellow 5G”. */
export const DYES =
  '(?:[Rr]hodamine?|[Ff]lavine|[Yy]ellow|[Oo]range|[Rr]ed|[Ss]carlet|[Pp]ink|[Pp]onceau|[Vv]iolet|[Bb]lue|[Gg]reen|[Oo]live|[Bb]rown|[Bb]lack|[罗若]丹明|[黄橙红紫蓝绿棕黑])';
const SHADE = new RegExp(`${DYES}[ \\d,-]*?(?<![\\d.])\\d[gl]$`, 'u');

/** The text without what buyers add to a name: grade, amount, words such as “price”. */
export function bareForm(text: string): string {
  let form = text;
  for (let before = ''; before !== form && !SHADE.test(form);) {
    before = form;
    form = form.replace(TRADE, '').trim();
  }
  return form;
}

const HYDRATE =
  /[ ·,-]+(?:(?:mono|di|tri|tetra|penta|hexa|hepta|octa|nona|(?:un|do)?deca|hemi|sesqui)?hydrate)$|[半一二三四五六七八九十]?水合物$/;
const SALT = new RegExp(
  '[ ·,-]+(?:mono|di|tri|tetra|hemi)?(?:hydrochloride|hydrobromide|(?:bi)?sulfate|phosphate|nitrate|mesylate|tosylate|besylate|' +
    'maleate|fumarate|tartrate|citrate|succinate|oxalate|acetate|trifluoroacetate|lactate|malate|sodium|potassium|' +
    `calcium|magnesium)$|^二?(?:${CN_ACIDS})(?=[\u4e00-\u9fff]{3})|(?<=[\u4e00-\u9fff]{2})[钠钾钙]$`,
);

const COUNTED = `(?<![a-z])((?:hemi|sesqui|mono|un|do|${MULTIPLE.slice(2).join('|')})+)hydrate\\b`;
const CN_COUNTED = `(?<!十)([半${CN_MULTIPLE.slice(1).join('')}])水合物`;
const WATER = new RegExp(`${COUNTED}|${CN_COUNTED}`, 'u');

/** How much water a name in the usual spelling gives for its substance; undefined if it gives none. */
export function waterOf(form: string): string | undefined {
  const [, english, han = ''] = WATER.exec(form) ?? [];
  if (han === '半') return 'hemi';
  return han === '' ? english : MULTIPLE[CN_MULTIPLE.indexOf(han)] || 'mono';
}

/** The base of a Chinese salt, and its acid as English names have it behind the base. */
export function chineseSaltOf(form: string): { base: string; acid: string } | undefined {
  const [, times = '', acid = '', base = ''] = CN_SALT.exec(form) ?? [];
  const english = CN_ACID_NAMES[acid];
  return english === undefined ? undefined : { base, acid: `${times === '' ? '' : 'di'}${english}` };
}

const CN_SALT = new RegExp(
  `^(二?)(${CN_ACIDS})((?:(?:dl|[dl])-)?[\u4e00-\u9fff]{2,}(?:[a-z]\\d{0,2})?)$`,
  'u',
);

/**
 * Elements that a salt contains and its base need not: if a formula of “streptomycin sulfate” has no sulfur, it is
 * that of streptomycin.
 */
const ELEMENTS: [RegExp, string][] = [
  [/hydrochloride$/, 'Cl'],
  [/hydrobromide$/, 'Br'],
  [/(?:sulfate|mesylate|tosylate|besylate)$/, 'S'],
  [/phosphate$/, 'P'],
  [/ \w*sodium$|^(?:di|tri)?sodium [^ ]+[ai]te$|钠$/, 'Na'],
  [/ \w*potassium$|^(?:di|tri)?potassium [^ ]+[ai]te$|钾$/, 'K'],
  [/ calcium$|^calcium [^ ]+[ai]te$|钙$/, 'Ca'],
  [/ magnesium$|^magnesium [^ ]+[ai]te$|镁$/, 'Mg'],
  [/ zinc$|^zinc [^ ]+[ai]te$|锌$/, 'Zn'],
];

/** The symbol of an element that a salt of this name must contain; undefined if the name gives none. */
export function elementOfSalt(form: string): string | undefined {
  const name = chineseSaltOf(form)?.acid ?? form;
  return ELEMENTS.find(([ending]) => ending.test(name))?.[1];
}

/** What a salt or hydrate is made of, step by step: `x sodium hydrate` gives `x sodium`, then `x`. */
export function parentsOf(text: string): string[] {
  const parents: string[] = [];
  let form = text;
  for (const ending of [HYDRATE, SALT]) {
    const shorter = form.replace(ending, '');
    if (shorter !== form && shorter !== '') parents.push((form = shorter));
  }
  return parents;
}
