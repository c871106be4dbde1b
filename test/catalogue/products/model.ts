/**
 * What a push does, told once more as plainly as can be, to hold the service against: no locks, no batches, every
 * question answered by looking through all products. It knows no aliases and expects texts in stored form.
 */

export interface PushedItem {
  code?: string | undefined;
  cas?: string | undefined;
  stock?: number | undefined;
  [field: string]: string | number | undefined;
}

export type Row = Record<string, string | number | boolean | null>;

export interface Outcome {
  created: number;
  updated: number;
  unchanged: number;
  invalid: number;
  codes: string[];
  /** `index: reason` of each invalid item */
  refused: string[];
}

const STATUSES = new Set(['in_stock', 'futures', 'custom', 'off']);

export class Model {
  readonly products = new Map<string, Row>();
  readonly categories: Set<string>;

  constructor(categories = ['杂质对照品', '标准品', '中间体']) {
    this.categories = new Set(categories);
  }

  push(items: PushedItem[], skipUnchanged = false): Outcome {
    const outcome: Outcome = { created: 0, updated: 0, unchanged: 0, invalid: 0, codes: [], refused: [] };
    items.forEach((item, index) => {
      const result = this.apply(item);
      if ('refused' in result) {
        outcome.invalid++;
        outcome.refused.push(`${index}: ${result.refused}`);
        return;
      }
      if (result.before === undefined) outcome.created++;
      else if (
        skipUnchanged &&
        JSON.stringify(result.before) === JSON.stringify(this.products.get(result.code))
      )
        outcome.unchanged++;
      else outcome.updated++;
      if (!outcome.codes.includes(result.code)) outcome.codes.push(result.code);
    });
    return outcome;
  }

  private apply(item: PushedItem): { code: string; before: Row | undefined } | { refused: string } {
    // Of several faults the first in the order of the fields is named.
    if (item['name_cn'] === '') return { refused: 'required' };
    if (item['status'] && !STATUSES.has(String(item['status']))) return { refused: 'unknown_status' };
    const found = this.codeOf(item);
    if ('refused' in found) return found;
    const { code } = found;
    const before = this.products.get(code);
    if (!before && item['name_cn'] === undefined) return { refused: 'required' };
    if (item['category'] && !this.categories.has(String(item['category'])))
      if (before?.['category'] !== item['category']) return { refused: 'unknown_category' };

    const after: Row = { ...(before ?? { ...EMPTY, code }) };
    for (const [field, value] of Object.entries(item))
      if (value !== undefined && field !== 'stock' && field !== 'code')
        after[field] = value === '' ? null : value;
    if (item['stock'] !== undefined && item['stock'] > 0 && !item['status']) after['status'] = 'in_stock';
    after['status'] ??= 'futures';
    if (
      item['stock'] !== undefined &&
      item['stock'] <= 0 &&
      !item['status'] &&
      after['status'] === 'in_stock'
    )
      after['status'] = 'futures';
    after['category'] ??= '杂质对照品';
    after['cas'] ??= 'N/A';
    after['in_stock'] = after['status'] === 'in_stock';
    this.products.set(code, after);
    return { code, before };
  }

  private codeOf({ code, cas }: PushedItem): { code: string } | { refused: string } {
    if (code) return { code };
    if (!cas || cas === 'N/A') return { refused: 'required' };
    const holders = [...this.products.values()]
      .filter((row) => row['cas'] === cas)
      .map((row) => row['code'] as string);
    const own = `EXT-${cas}`;
    if (holders.length === 1) return { code: holders[0]! };
    if (holders.includes(own)) return { code: own };
    if (holders.length > 1) return { refused: 'ambiguous_cas' };
    if (this.products.has(own)) return { refused: 'code_taken' };
    return [...own].length > 30 ? { refused: 'code_too_long' } : { code: own };
  }
}

const EMPTY: Row = {
  code: '', name_cn: null, name_en: null, synonyms: null, cas: null, formula: null, mw: null, category: null, series: null,
  status: null, in_stock: false, structure_url: null, description: null, ai_summary: null, description_en: null,
  ai_summary_en: null, tags: null, source: 'erp',
}; // prettier-ignore

/** An answer of the service in the words of the model. */
export function outcomeOf(
  answer: Omit<Outcome, 'refused'> & { errors: { index: number; reason: string }[] },
): Outcome {
  const { created, updated, unchanged, invalid, codes, errors } = answer;
  return {
    created,
    updated,
    unchanged,
    invalid,
    codes,
    refused: errors.map((e) => `${e.index}: ${e.reason}`),
  };
}
