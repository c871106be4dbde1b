/**
 * What chemists write in more than one way. Each function takes text that is `readable` already, and is used for
 * documents and queries alike, so that different spellings of one thing match.
 */

const MULTIPLE = ['', '', 'di', 'tri', 'tetra', 'penta', 'hexa', 'hepta', 'octa', 'nona', 'deca'];
const CN_MULTIPLE = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/** Acids that the names of salts give by a formula or an abbreviation. */
const SALT_WORDS: Record<string, string> = {
  hcl: 'hydrochloride',
  hbr: 'hydrobromide',
  h2so4: 'sulfate',
  h3po4: 'phosphate',
  tfa: 'trifluoroacetate',
  cf3co2h: 'trifluoroacetate',
  cf3cooh: 'trifluoroacetate',
};
const SALT_WORD = new RegExp(
  String.raw`(?<=\S)[ .·*,/(-]+(\d*) ?(${Object.keys(SALT_WORDS).join('|')})\b\)?`,
  'g',
);

/** One spelling of salts, hydrates and British names in English, and of salts and hydrates in Chinese. */
export function saltForm(text: string): string {
  let form = text;
  if (SALTY_EN.test(form)) form = englishSalt(form);
  if (SALTY_CN.test(form)) form = chineseSalt(form);
  return form;
}

const SALTY_EN =
  /h(?:cl|br)\b|h2o|h2so4|h3po4|tfa\b|cf3co|\bsalt\b|monohydr|sulph|alumini|caesi|methanesulfon|toluenesulfon|benzenesulfon|\(1:1\)/;

function englishSalt(text: string): string {
  return text
    .replaceAll('sulph', 'sulf')
    .replaceAll('aluminium', 'aluminum')
    .replaceAll('caesium', 'cesium')
    .replace(/ ?\(1:1\)/g, '')
    .replace(
      SALT_WORD,
      (_whole, times: string, acid: string) => ` ${MULTIPLE[Number(times)] ?? times}${SALT_WORDS[acid]}`,
    )
    .replace(/(?<=\S)[ .·*,/(-]+(x|n|\d*|0\.5|1\/2) ?h2o\b\)?/g, (_whole, times: string) => {
      if (times === 'x' || times === 'n') return ' hydrate';
      if (times === '0.5' || times === '1/2') return ' hemihydrate';
      return ` ${MULTIPLE[Number(times)] || 'mono'}hydrate`;
    })
    .replace(/\bmono(hydrochloride|hydrobromide|sodium|potassium)/g, '$1')
    .replace(/\bmethanesulfonate\b/g, 'mesylate')
    .replace(/\b(?:p-|4-)?toluenesulfonate\b/g, 'tosylate')
    .replace(/\bbenzenesulfonate\b/g, 'besylate')
    .replace(/(?<=(?:ate|ide|ium|ine)),? \(?salt\)?(?![a-z])/g, '')
    .trim();
}

const CN_ACIDS =
  '盐酸|氢溴酸|氢碘酸|硫酸|磷酸|硝酸|马来酸|富马酸|酒石酸|枸橼酸|柠檬酸|甲磺酸|苯磺酸|对甲苯磺酸|醋酸|乙酸|琥珀酸|草酸|乳酸|苹果酸';
const SALTY_CN = new RegExp(
  `(?:${CN_ACIDS}|[钠钾钙镁锌铵])盐|枸橼酸|醋酸|水合?物|[半单一二三四五六七八九十]水|[\u4e00-\u9fff].*h(?:cl|2o|ydrochloride|ydrate)`,
  'u',
);
const CN_ACID_SALT = new RegExp(`^(.+?)(${CN_ACIDS})盐`, 'u');
const CN_HYDRATE_FIRST = /^([半单一二三四五六七八九十])水合?(?!物)(.{2,})$/u;
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
  return form.replace(CN_ACID_SALT, '$2$1');
}

// None contains a separator (`d,l` and `+/-` are two): if a text could match in two ways, each further descriptor would
// double the time that the expression takes to fail.
const DESCRIPTOR = String.raw`(?:(?:\d+[a-z]?'*)?[rsez]\*?|[+-]|\+-|±|rac|rel|dl?|l|all-[ez]|cis|trans)`;
const BRACKETED = new RegExp(String.raw`[([]${DESCRIPTOR}(?: ?[,;/] ?${DESCRIPTOR})*[)\]][- ]*`, 'g');
const PREFIXED =
  /(?<![a-z0-9\u4e00-\u9fff])(?:dl|d,l|d|l|r,s|r|s|e|z|cis|trans|rac|rel|racemic|\+\/-|±|\+)-(?=[a-z0-9([\u4e00-\u9fff])|\bracemic |^(?:外?消旋|左旋|右旋)(?:体)?-?/gu;

// At most a few separators: a run of hundreds would be gone over from each of its characters.
const TRADE =
  /(?<=.)[ ,;(]{0,4}(?:(?:\breference )?\bstandards?|\bprice|\bsupplier|\bmsds|\bcoa|\bimpurity standard|\btablets?|\binjection|\bpowder|标准品|对照品|标品|标准物质|试剂|分析纯|化学纯|优级纯|现货|价格|厂家|原料药|[>≥]? ?\d+(?:\.\d+)? ?(?:%|mg|g|kg|ug|ml|l)(?![a-z]))\)?$/u;

/** The text without what buyers add to a name: the grade, the amount, words like “price”. */
export function bareForm(text: string): string {
  let form = text;
  for (let before = ''; before !== form;) {
    before = form;
    form = form.replace(TRADE, '').trim();
  }
  return form;
}

type Side = 'sign' | 'letter' | 'double' | 'chiral';

/** The stereo descriptors of a text, by what they tell; of R and S those of all centres in the order of their locants. */
function stereoOf(text: string): Partial<Record<Side, string>> & { racemic?: true } {
  const found: ReturnType<typeof stereoOf> = {};
  const chiral: { at: number; is: string }[] = [];
  for (const [part] of [...text.matchAll(BRACKETED), ...text.matchAll(PREFIXED)]) {
    if (RACEMIC.test(part)) found.racemic = true;
    else if (/[+-](?=\))|^\+-/.test(part)) found.sign = part.includes('+') ? '+' : '-';
    else if (/cis|trans/.test(part)) found.double = part.includes('cis') ? 'cis' : 'trans';
    else if (/^[([]?[dl]\b|左旋|右旋/.test(part)) found.letter = /d|右旋/.test(part) ? 'd' : 'l';
    for (const [, at = '', is = ''] of part.matchAll(/(?<![a-z])(\d*)[a-z]?'*([rsez])\*?(?![a-z])/g))
      chiral.push({ at: Number(at), is });
  }
  if (chiral.length > 0)
    found.chiral = chiral
      .toSorted((a, b) => a.at - b.at)
      .map(({ is }) => is)
      .join('');
  return found;
}

const RACEMIC = /^[([]?(?:±|\+\/?-\)|rac|dl|d,l|r,s|外?消旋)/;

/** Whether two names of one constitution have stereo descriptors that cannot both be true. */
export function contradict(one: string, other: string): boolean {
  const [a, b] = [stereoOf(one), stereoOf(other)];
  const [aSides, bSides] = [a, b].map((each) =>
    Number('sign' in each || 'letter' in each || 'chiral' in each),
  );
  if ((a.racemic && !b.racemic && bSides) || (b.racemic && !a.racemic && aSides)) return true;
  const differ = (side: Side): boolean =>
    a[side] !== undefined && b[side] !== undefined && a[side] !== b[side];
  if (differ('sign') || differ('letter') || differ('double')) return true;
  return a.chiral?.length === b.chiral?.length && differ('chiral');
}

/**
 * What identifies a name: its letters and digits, a comma between two numbers, and the signs of rotation and charge.
 */
export function nameKey(form: string): string {
  return wordsOf(form)
    .map(({ text }) => text)
    .join('');
}

const WORD =
  /\((?:\d*[+-]|±|\+\/?-)\)|(?<=[\p{L}\p{N}])\+(?=$|[\s)\]])|\p{N}+|[^\P{L}\p{Script=Han}]+|\p{Script=Han}+/gu;

/** The words, numbers and signs of which {@link nameKey} consists, and where each begins in it. */
export function wordsOf(form: string): { text: string; at: number }[] {
  const words: { text: string; at: number }[] = [];
  let at = 0;
  for (const [word] of form.matchAll(WORD)) {
    const sign = word.startsWith('(') ? word.slice(1, -1).replace(/^\+\/?-$/, '±') : word;
    const between = /^\p{N}/u.test(sign) && /\p{N}$/u.test(words.at(-1)?.text ?? '') ? ',' : '';
    words.push({ text: between + sign, at: at + between.length });
    at += between.length + sign.length;
  }
  return words;
}

/** The text without stereo descriptors and without `anhydrous`, `free base`: for the tier of near names. */
export function flatForm(text: string): string {
  return text
    .replace(BRACKETED, '')
    .replace(PREFIXED, '')
    .replace(/[ ,(]*(?:\banhydrous\b|\bfree (?:base|acid)\b)\)?|^无水/g, '')
    .trim();
}

const HYDRATE =
  /[ ·,-]+(?:(?:mono|di|tri|tetra|penta|hexa|hepta|octa|nona|deca|hemi|sesqui)?hydrate)$|[半一二三四五六七八九十]?水合物$/;
const SALT = new RegExp(
  '[ ·,-]+(?:mono|di|tri|tetra|hemi)?(?:hydrochloride|hydrobromide|sulfate|phosphate|nitrate|mesylate|tosylate|besylate|' +
    'maleate|fumarate|tartrate|citrate|succinate|oxalate|acetate|trifluoroacetate|lactate|malate|sodium|potassium|' +
    `calcium|magnesium)$|^(?:${CN_ACIDS})(?=[\u4e00-\u9fff]{3})|(?<=[\u4e00-\u9fff]{2})[钠钾钙]$`,
);

/** The parents of a hydrate or salt, the nearest first: of `x sodium hydrate` they are `x sodium` and `x`. */
export function parentsOf(text: string): string[] {
  const parents: string[] = [];
  let form = text;
  for (const ending of [HYDRATE, SALT]) {
    const shorter = form.replace(ending, '');
    if (shorter !== form && shorter !== '') parents.push((form = shorter));
  }
  return parents;
}
