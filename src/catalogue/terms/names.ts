import type { Connection } from '../../platform/index.js';
import { lettersOf, readable } from '../../chemistry/index.js';
import { allTerms } from './store.js';
import type { TermKind } from './term.js';

/** Values by their kind. */
export type Values = Record<TermKind, readonly string[]>;

/** The English names of categories, series and tags, in memory. */
export type Terms = ReturnType<typeof openTerms>;

/** Opens the names: none until they are loaded. */
export function openTerms(db: Connection) {
  let names = new Map<string, string>();
  let meanings = new Map<string, Record<TermKind, string[]>>();
  let loads = 0;
  return {
    /** the English name of a value; undefined where it has none */
    nameOf: (kind: TermKind, value: string): string | undefined => names.get(`${kind}:${value}`),
    /** the values whose English name a `readable` text is, in the singular or the plural; undefined for none */
    meant: (form: string): Values | undefined => meanings.get(keyOf(form)),
    /** Reads the names anew. */
    async load(): Promise<void> {
      const load = ++loads;
      const terms = await allTerms(db);
      if (load !== loads) return; // another one has begun since, which knows more
      names = new Map(terms.map(({ kind, value, name_en }) => [`${kind}:${value}`, name_en]));
      meanings = new Map();
      for (const { kind, value, name_en: name } of terms) {
        const key = keyOf(readable(name));
        const values = meanings.get(key) ?? { category: [], series: [], tag: [] };
        values[kind].push(value);
        if (key !== '') meanings.set(key, values);
      }
    },
  };
}

const keyOf = (form: string): string => lettersOf(form).replace(/(?<=[a-z]{3})s$/, '');
