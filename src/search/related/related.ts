import { isAnyIncomplete, otherForms, shownSmiles, structureOf } from '../../catalogue/index.js';
import type { OtherForm, StoredStructure } from '../../catalogue/index.js';
import {
  BELONGINGS,
  isOfItsOwn,
  bearingNames,
  belongingKeys,
  impurityOf,
  keysOfBelonging,
  lettersOf,
  parentKeys,
  readable,
} from '../../chemistry/index.js';
import type { Belonging } from '../../chemistry/index.js';
import { Problem, TimedOut, within, wordsIn } from '../../platform/index.js';
import type { Database, Holder, Language } from '../../platform/index.js';
import { findByStructure } from '../structure/find.js';
import { DEFAULT_THRESHOLD } from '../structure/find-modes.js';
import type { StructureLibrary } from '../structure/find-library.js';
import type { Search } from '../text/search.js';
import { keysOfOthers, namedProduct, productsOfKeys } from './store.js';
import type { NamedProduct, RelatedProduct } from './store.js';
import texts from './texts.json' with { type: 'json' };

/** Why a product is among those that belong to another one: by its name, by the same skeleton, or as its structure is alike. */
export const WHYS = [...BELONGINGS, 'form', 'similar'] as const;

/** How it is answered, in this order. */
export const RELATIONS = ['impurity', 'metabolite', 'form', 'series', 'similar'] as const;

/** A product that belongs to another one. */
export type Related = RelatedProduct & {
  why: (typeof WHYS)[number];
  /** the name that says so */
  named: string | null;
  similarity: number | null;
} & Pick<Partial<OtherForm>, 'differs_in' | 'stereo'>;

/** In what a form differs, in words. */
export function formWords({ differs_in = [], stereo }: Related, lang: Language): string {
  const { same, and, ...words } = wordsIn(texts, lang);
  const said = differs_in.map((by) => (by === 'stereo' ? words.stereo[stereo ?? 'unknown'] : words[by]));
  return said.join(and) || same;
}

export interface RelatedParts {
  db: Database;
  search: Search;
  structures: StructureLibrary;
}

const MOST_NAMED = 200;
const MOST_SIMILAR = 12;

/**
 * What belongs to a product, its impurities first. Null where there is no product of this number.
 * @param patience how long similar structures are waited for, ms
 */
export async function relatedTo(parts: RelatedParts, code: string, holder: Holder, patience: number) {
  const { db, search } = parts;
  const product = await namedProduct(db, code);
  if (!product) return null;
  const structure = await structureOf(db, code);
  const { forms, isCut } = await otherForms(db, structure);
  const { text } = await search.cache.answer(
    () => JSON.stringify(['related', code]),
    async () => {
      const named = await namedAfter(db, product, structure);
      const most = 1 + named.length + forms.length + MOST_SIMILAR;
      const similar = await similarTo(parts, structure, { holder, patience, most });
      const value = { named, similar: similar ?? [], isWhole: similar !== null };
      return { value: { text: JSON.stringify(value), lacks: [] }, keep: value.isWhole };
    },
  );
  const { named, similar, isWhole } = JSON.parse(text) as {
    named: Related[];
    similar: Related[];
    isWhole: boolean;
  };
  const ofForm = forms.map((form): Related => ({ ...form, why: 'form', named: null, similarity: null }));
  // A salt may be called like an ester.
  const isForm = new Set(forms.map((form) => form.code));
  const byName = named.filter((each) => each.why !== 'derivative' || !isForm.has(each.code));
  const isNamed = new Set(byName.map((each) => each.code));
  const related = [
    // Of one kind, what is no longer sold comes last.
    ...byName.toSorted((a, b) => WHYS.indexOf(a.why) - WHYS.indexOf(b.why) || isOff(a) - isOff(b)),
    ...ofForm.filter((each) => !isNamed.has(each.code)),
    ...similar
      .filter((each) => each.code !== code && !isNamed.has(each.code) && !isForm.has(each.code))
      .slice(0, MOST_SIMILAR),
  ];
  // Before all structures are worked out a salt may be taken for one that is alike.
  const isSure = isWhole && !(await isAnyIncomplete(db));
  return { related, isWhole: isSure, isCut: isCut || named.length === MOST_NAMED };
}

const isOff = ({ status }: RelatedProduct): number => Number(status === 'off');

/** Products that are named after this one: their names were made from its own, and from none that means another substance. */
async function namedAfter(
  db: Database,
  product: NamedProduct,
  structure: StoredStructure | null,
): Promise<Related[]> {
  const own = new Set(bearingNames([product.name_en ?? '', product.name_cn]));
  const bearing = bearingNames(product.names);
  const parent = structure?.parent ?? null;
  const ofOthers = new Set(await keysOfOthers(db, bearing.map(lettersOf), parent));
  const names = bearing.filter(
    (name) => own.has(name) || (parent !== null && !ofOthers.has(lettersOf(name))),
  );
  const whys = new Map(belongingKeys(names).toReversed());
  if (whys.size === 0) return [];
  const found = await productsOfKeys(db, [...whys.keys()], { id: product.id, most: MOST_NAMED });
  const said = found.map((each) => sayingName(each.names, whys));
  // An impurity under another name of the substance, in the series that is called like it.
  const stems = new Set(names.map(lettersOf));
  const inSeries = found.flatMap(({ series, names: its }, at) =>
    said[at] === undefined && series !== null && parentKeys(readable(series)).some((key) => stems.has(key))
      ? its.flatMap((named) => ({ at, named, parent: lettersOf(impurityOf(readable(named))?.parent ?? '') }))
      : [],
  );
  const others = new Set(
    await keysOfOthers(
      db,
      inSeries.map((each) => each.parent),
      parent,
    ),
  );
  for (const { at, named, parent: its } of inSeries)
    if (its !== '' && !others.has(its)) said[at] ??= { why: 'impurity', named };
  return found.flatMap(({ id: _id, names: _names, series: _series, ...shown }, at): Related[] =>
    said[at] ? [{ ...shown, ...said[at], similarity: null }] : [],
  );
}

/** The name that says that a product belongs to the one whose keys these are; that of an impurity first. */
function sayingName(
  names: readonly string[],
  whys: ReadonlyMap<string, Belonging>,
): { why: Belonging; named: string } | undefined {
  const isOwn = isOfItsOwn(names.map(readable));
  const said = names.flatMap((named) =>
    keysOfBelonging(readable(named)).flatMap((key) => {
      const why = whys.get(key);
      return why === undefined || (isOwn && why === 'metabolite') ? [] : [{ why, named }];
    }),
  );
  return said.toSorted((a, b) => BELONGINGS.indexOf(a.why) - BELONGINGS.indexOf(b.why))[0];
}

/** The products that are alike in structure and offered, the most alike first; null where that is not known in time. */
async function similarTo(
  parts: RelatedParts,
  structure: StoredStructure | null,
  { holder, patience, most }: { holder: Holder; patience: number; most: number },
): Promise<Related[] | null> {
  if (structure === null) return [];
  const text = shownSmiles(structure);
  if (text === null) return null;
  const asked = { kind: 'smiles', text } as const;
  const wanted = { asked, mode: 'similarity', threshold: DEFAULT_THRESHOLD } as const;
  const page = { offset: 0, limit: most };
  try {
    const { hits, isWhole } = await within(
      patience,
      findByStructure(parts, { wanted, q: '', filters: {}, page, facets: false, holder }),
    );
    if (!isWhole) return null;
    const offered = hits.filter(({ product }) => product.status !== 'off');
    // Without the long texts, which need not be kept.
    return offered.map(({ product, similarity = null }) => {
      const { description: _, description_en: __, ai_summary: _a, ai_summary_en: _b, ...shown } = product;
      return { ...shown, why: 'similar', named: null, similarity };
    });
  } catch (error) {
    // The library is being loaded, is busy, or does not know the structure: the rest is worth showing.
    if (error instanceof Problem || error instanceof TimedOut) return null;
    throw error;
  }
}
