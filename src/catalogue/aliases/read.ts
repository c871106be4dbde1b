import { faultOfName } from '../../platform/index.js';
import type { Refusal } from '../../platform/index.js';
import { NO_CAS } from '../products/fields.js';
import { readStored } from '../products/values.js';
import { ALIAS_KINDS } from './alias.js';
import type { Alias } from './alias.js';

/** What is wrong with an item, and in which of its fields; null where it is the whole. */
interface AliasFault extends Refusal {
  index: number;
  field: string | null;
}

/** Items as they were read, with their places in what was given: those that can be stored, and what is wrong with the others. */
export interface ReadAliases {
  aliases: (Alias & { index: number })[];
  faults: AliasFault[];
}

const MAX_TEXT = 200;
const LANG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;
const MAX_LANG = 35;

/** Reads items as callers and files bring them. An item that repeats an earlier one's name and product is at fault. */
export function readAliases(items: readonly unknown[]): ReadAliases {
  const aliases: ReadAliases['aliases'] = [];
  const faults: AliasFault[] = [];
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const alias = readAlias(item);
    if ('reason' in alias) {
      faults.push({ index, ...alias });
      continue;
    }
    const name = JSON.stringify([alias.cas, alias.code, alias.text]);
    if (seen.has(name))
      faults.push({ index, field: 'text', reason: 'repeated', message: 'is given twice for this product' });
    else {
      seen.add(name);
      aliases.push({ ...alias, index });
    }
  }
  return { aliases, faults };
}

type Fault = Omit<AliasFault, 'index'>;

function readAlias(item: unknown): Alias | Fault {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return { field: null, reason: 'not_an_object', message: 'must be an object' };
  const given = item as Record<string, unknown>;
  const cas = stored('cas', given['cas']);
  const code = stored('code', given['code']);
  if (typeof cas === 'object' && cas !== null) return cas;
  if (typeof code === 'object' && code !== null) return code;
  if ((cas === null) === (code === null))
    return { field: 'cas', reason: 'one_of_two', message: 'give either cas or code' };
  const text = readText(given['text']);
  if (typeof text === 'object') return text;
  const lang = given['lang'] ?? '';
  if (typeof lang !== 'string' || (lang !== '' && (lang.length > MAX_LANG || !LANG.test(lang))))
    return {
      field: 'lang',
      reason: 'bad_language',
      message: 'must be a language as in BCP 47, such as zh-Hant',
    };
  const kind = ALIAS_KINDS.find((known) => known === (given['kind'] || 'trade'));
  if (kind === undefined)
    return { field: 'kind', reason: 'unknown_kind', message: `must be one of ${ALIAS_KINDS.join(', ')}` };
  return { cas, code, text, lang: lang || null, kind };
}

/** A CAS number or product number as products have it; null where none is given. */
function stored(field: 'cas' | 'code', value: unknown): string | null | Fault {
  if (value === undefined || value === null) return null;
  const read = readStored(field, value);
  if (!('stored' in read)) return { field, ...read };
  return read.stored === NO_CAS ? null : (read.stored as string | null);
}

function readText(value: unknown): string | Fault {
  if (typeof value !== 'string') return { field: 'text', reason: 'required', message: 'must be a text' };
  const text = value.trim();
  const fault =
    faultOfName(text, { max: MAX_TEXT }) ??
    // Without any it would have no key to be found by.
    (/[\p{L}\p{N}]/u.test(text)
      ? undefined
      : { reason: 'no_letter', message: 'must contain a letter or digit' });
  return fault ? { field: 'text', ...fault } : text;
}
