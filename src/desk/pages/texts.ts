import raMessages from 'ra-language-english';
import { labelsOf, STATUS_NAMES } from '../../catalogue/products/fields.js';
import { wordsIn } from '../../platform/values/words.js';
import type { Language, Text, Texts } from '../../platform/values/words.js';
import { FAULT_CODES, WARNING_WORDS } from '../../platform/http/fault-codes.js';
import FAILURES from '../../exchange/failures.json' with { type: 'json' };
import ACTIONS from './actions.json' with { type: 'json' };
import OWN from './texts.json' with { type: 'json' };

/** Names that the service has in both languages, as texts. */
const namesIn = <K extends string>(cn: Record<K, string>, en: Record<K, string>) =>
  Object.fromEntries(
    Object.keys(cn).map((id): [string, Text] => [id, { zh: cn[id as K], en: en[id as K] }]),
  ) as Record<K, Text>;

/** All texts: those of the pages, those of react-admin that they show (`ra`), and the names that the service has. */
const TEXTS = {
  ...OWN,
  actions: { ...OWN.actions, ...ACTIONS },
  failures: FAILURES,
  status: namesIn(STATUS_NAMES.cn, STATUS_NAMES.en),
  warnings: WARNING_WORDS,
  reasons: FAULT_CODES,
  resources: {
    ...OWN.resources,
    products: {
      ...OWN.resources.products,
      fields: { ...namesIn(labelsOf('cn'), labelsOf('en')), ...OWN.resources.products.fields },
    },
  },
} satisfies Texts;

/** The ids of the texts in a tree of them. */
type IdsIn<T> = {
  [K in keyof T & string]: T[K] extends Text ? K : `${K}.${IdsIn<T[K]>}`;
}[keyof T & string];
/** The id of a text. */
export type TextId = IdsIn<typeof TEXTS>;
/** An id that is used: `never` for one that no text has. Of a composed one, as `key.${state}`, what is fixed is compared. */
export type Known<Id extends string> = Id extends string
  ? [Extract<TextId, Id>] extends [never]
    ? never
    : Id
  : never;

/** All texts in a language. What react-admin says that is not among them is never seen. */
function inLanguage(language: Language) {
  const { ra: shown, ...own } = wordsIn(TEXTS, language);
  const ra = Object.entries(raMessages.ra).map(([group, words]) => [
    group,
    { ...words, ...shown[group as keyof typeof shown] },
  ]);
  return { ...own, ra: Object.fromEntries(ra) as (typeof raMessages)['ra'] };
}
export const WORDS = { zh: inLanguage('zh'), en: inLanguage('en') };
