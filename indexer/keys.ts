import { NO_CAS } from '../src/catalogue/index.js';
import type { StoredProduct } from '../src/catalogue/index.js';
import {
  aliasKeys,
  bookOf,
  capBytes,
  flatForm,
  formulaKey,
  fromEnd,
  halvesOf,
  hasHan,
  impurityKeys,
  impurityOf,
  lettersOf,
  oneOff,
  pairsOf,
  parentKeys,
  pinyinOf,
  readable,
  saltForm,
  signedKey,
  soundOf,
  systematicKey,
  withoutPlaces,
} from '../src/chemistry/index.js';
import { KEY_BYTES } from '../src/search/index.js';
import type { KeyKind } from '../src/search/index.js';
import { STOCK_RANK } from './document.js';

/** The keys of a product, and how often it is probably asked for ({@link fameOf}). */
export interface KeyedProduct {
  id: number;
  fame: number;
  /** `whole`: of a half, the name */
  keys: { kind: KeyKind; text: string; whole?: string }[];
}

type Add = (kind: KeyKind, ...texts: string[]) => void;

/** Makes the keys of a product. A text is kept once, as the surest kind that it is. */
export function keysOf(product: StoredProduct): KeyedProduct {
  const keys = new Map<string, KeyedProduct['keys'][number]>();
  const whole = new Set<string>();
  const add: Add = (kind, ...texts) => {
    for (const each of texts) {
      const text = capBytes(each, KEY_BYTES);
      const isName = NAMING.has(kind);
      if (text === '' || (isName && whole.has(text))) continue;
      if (isName) whole.add(text);
      keys.set(`${kind} ${text}`, { kind, text });
    }
  };
  const names = [product.name_en ?? '', product.name_cn].map(readable);
  const synonyms = partsOf(product.synonyms).map(readable);
  const aliases = product.aliases.map(({ text }) => text);
  const cas = product.cas === NO_CAS ? '' : readable(product.cas);
  add('number', lettersOf(readable(product.code)));
  add('cas', cas);
  add('digits', lettersOf(cas));
  if (product.formula !== null) add('formula', formulaKey(product.formula));
  for (const name of names) add('name', lettersOf(name), signedKey(name));
  for (const synonym of synonyms) add('synonym', signedKey(synonym));
  const keysOfAliases = product.aliases.flatMap(({ text, lang }) => aliasKeys(text, lang));
  add('alias', ...keysOfAliases);
  const parents = product.series === null ? [] : parentKeys(readable(product.series));
  const book = bookOf(partsOf(product.tags));
  for (const name of [...names, ...synonyms]) addByRule(name, parents, book, add);
  for (const alias of aliases) {
    const form = readable(alias);
    add('gap', ...oneOff(saltForm(form)));
    addImpurity(form, parents, book, add);
  }
  const pinyin = pinyinOf(product.name_cn);
  add('pinyin', ...pinyin.slice(0, -1));
  add('initials', ...pinyin.slice(-1));
  for (const other of [...partsOf(product.synonyms), ...aliases])
    if (hasHan(other))
      add(
        'sound',
        ...pinyinOf(other)
          .slice(0, -1)
          .map((each) => `%${each}`),
      );
  const [english = ''] = names;
  if (!hasHan(english)) add('spelled', saltForm(english));
  const key = lettersOf(english);
  if (/^[a-z]+$/.test(key)) add('ending', fromEnd(key));
  add('pair', ...pairsOf([names[1], ...synonyms].join(' ')));
  for (const whole of new Set([
    ...names.map(lettersOf),
    ...synonyms.filter(isPlain).map(lettersOf),
    ...keysOfAliases,
  ]))
    if (!hasHan(whole) && !whole.startsWith('#'))
      for (const text of halvesOf(whole)) keys.set(`half ${text} ${whole}`, { kind: 'half', text, whole });
  return { id: product.id, fame: fameOf(product), keys: [...keys.values()] };
}

/** The kinds of which a text needs only one. */
const NAMING = new Set<KeyKind>(['number', 'digits', 'name', 'synonym', 'salt', 'pinyin']);

/** Adds the keys that follow from a `readable` name. */
function addByRule(form: string, series: readonly string[], book: string | undefined, add: Add): void {
  const salt = saltForm(form);
  add('salt', signedKey(salt));
  const han = hasHan(form);
  if (han) add('gap', ...oneOff(salt));
  const flat = flatForm(salt);
  const key = lettersOf(flat);
  if (key !== '' && key !== signedKey(form) && key !== signedKey(salt)) add('flat', `~${key}`);
  if (!han) {
    add('systematic', systematicKey(salt) ?? '');
    const systematic = flat === salt ? undefined : systematicKey(flat);
    if (systematic !== undefined) add('flat', `~${systematic}`);
  }
  add('sound', soundOf(salt) ?? '');
  const anywhere = withoutPlaces(flat);
  if (anywhere !== undefined) add('places', `*${lettersOf(anywhere)}`);
  addImpurity(form, series, book, add);
}

/** Adds the keys of an impurity, where a `readable` name or alias is that of one. */
function addImpurity(form: string, series: readonly string[], book: string | undefined, add: Add): void {
  const impurity = impurityOf(form);
  if (!impurity) return;
  const parents = [...parentKeys(impurity.parent), ...series];
  for (const each of [impurity.book ?? book ?? 'unnamed', 'any'])
    add('impurity', ...impurityKeys(impurity.label, parents, each));
}

/** Whether a synonym is an ordinary word, which people know and mistype. */
const isPlain = (form: string): boolean => /^[a-z][a-z ]{4,23}$/.test(form);

const partsOf = (list: string | null): string[] => (list === null ? [] : list.split(';').filter(Boolean));

/**
 * How often a product is probably asked for, in hundredths: many aliases, a series of its own, inquiries, names in both
 * languages and stock make it more.
 */
function fameOf(product: StoredProduct): number {
  const { aliases, series_size: mates, inquiries, name_en: english, name_cn: chinese, status } = product;
  const fame =
    3 * Math.log2(1 + aliases.length) +
    2 * Math.log2(1 + mates) +
    2 * Math.log2(1 + inquiries) +
    (english !== null && english !== chinese ? 2 : 0) -
    2 * STOCK_RANK[status];
  return Math.round(100 * fame);
}
