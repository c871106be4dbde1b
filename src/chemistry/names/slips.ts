import { hasHan } from './normalise.js';

/**
 * Characters of Chinese chemical names, each followed by those typed or recognised in its place because they look or
 * sound alike. A name that differs by one of these comes before names that differ by any other character.
 */
const MISTAKEN = new Map<string, string[]>();
for (const [right = '', ...wrong] of (
  '膦磷 腈晴睛精 酯脂醋指 酸醋 砜枫风飒 烷完烧院 烯希稀 炔快决 苯笨本 酚粉芬酌 胺氨铵安 铵胺氨 氨胺铵安 钠纳呐内 钾甲 钙丐盖 镁美 铵按 醇淳纯 醛荃全 酮铜同 ' +
  '铜酮 醚迷谜 肼井 胍瓜孤 双霜 脲尿 肽太态 酞钛太 嘧密 啶定锭 唑坐座 嗪秦 吡比 噻塞 哌派 呋夫 喃南楠 吲引 哚朵 喹奎 啉林 咪米 嘌漂 呤令 酰先醯 巯疏 ' +
  '羟轻 羧梭 羰碳 氯绿录 溴臭 碘典 氟弗 硝消销 磺黄 硫流 磷鳞 硼朋 硅归 烃径 萘奈 蒽恩 菲非 丙炳柄 丁叮 己已巳 乙已己 辛新 壬任 癸葵 ' +
  '杨扬 霉梅莓 素索宿塑 苷甙 平苹评 林淋琳灵 匹批 洛络落 氢轻 碳谈炭 银眼 盐眼 柠宁拧 檬蒙 槲斛 芘花 菌茵 胆但 固因困 茴回'
).split(' '))
  for (const each of wrong) MISTAKEN.set(each, [...(MISTAKEN.get(each) ?? []), right]);

/** Letters and digits within words that text recognition confuses. `rn` looks like m, `rm` like `nn`. */
const PRINTED: [RegExp, string][] = [
  [/(?<=[a-z])0|0(?=[a-z]{2})/g, 'o'],
  [/(?<=[a-z])1(?=[a-z])/g, 'l'],
  [/(?<=[a-z])1(?=[a-z])/g, 'i'],
  [/^l(?=[a-z]{3})/g, 'i'],
  [/(?<![a-z0-9])8(?=[a-z]{3})/g, 'b'],
  [/(?<![a-z0-9])5(?=[a-z]{3})/g, 's'],
  [/nn/g, 'rm'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];
/** Latin letters typed for Greek ones they resemble, in front of a name and behind a locant. */
const GREEK: Record<string, string> = {
  a: 'alpha',
  b: 'beta',
  r: 'gamma',
  g: 'gamma',
  d: 'delta',
  e: 'epsilon',
  w: 'omega',
};
const LIKE_GREEK = /^[abdegrw](?=-[a-z\u4e00-\u9fff]{3})|(?<=\d)[ab](?=-)/g;
/** The sounds of Greek letters, and what Chinese names may leave out (正) or vary (代). */
const SAID: [RegExp, string][] = [
  [/阿尔法-?/, 'alpha-'],
  [/贝塔-?/, 'beta-'],
  [/[伽加][马玛]-?/, 'gamma-'],
  [/正(?=[丙丁戊己庚辛壬癸十])/g, ''],
  [/(?<=[氟氯溴碘])代(?=.)/g, ''],
];
const LONGEST = 40;

/** The spellings of a `readable` text with one confused character corrected; never the text itself. */
export function withoutSlip(form: string): string[] {
  if (form.length > LONGEST) return [];
  const characters = Array.from(form).flatMap((character, at, all) =>
    (MISTAKEN.get(character) ?? []).map((right) => all.with(at, right).join('')),
  );
  const spellings = hasHan(form) ? SAID : PRINTED;
  const read = spellings.map(([written, is]) => form.replace(written, is));
  read.push(spellings.reduce((text, [written, is]) => text.replace(written, is), form));
  const greek = form.replace(LIKE_GREEK, (letter) => GREEK[letter]!);
  return [...new Set([...characters, ...read, greek])].filter((each) => each !== form);
}

/** Spellings of the same sound, replaced in this order. */
const SOUNDS: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/rh/g, 'r'],
  [/qu/g, 'cv'],
  [/kh|ch(?=[rlao])|ck|k|q/g, 'c'],
  [/x/g, 'cs'],
  [/c(?=[eiy])/g, 's'],
  [/z/g, 's'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/ae|oe/g, 'e'],
  [/[^a-z]/g, ''],
  [/(.)\1+/g, '$1'],
  [/e$/, ''],
];
/** Words with blanks and dashes. Names with digits are not compared by sound. */
const SPELLED = /^[a-z][a-z -]{4,29}$/;

/**
 * The sound of a `readable` name, with a mark in front: klorpromazin sounds like chlorpromazine. Undefined if it is
 * not made of words.
 */
export function soundOf(form: string): string | undefined {
  if (!SPELLED.test(form)) return undefined;
  return `^${SOUNDS.reduce((sound, [spelling, as]) => sound.replace(spelling, as), form)}`;
}
