import type { Product } from '../../src/products/fields.js';

/** So many Han characters, none twice. */
export function rareHan(count: number): string {
  return Array.from({ length: count }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 11) % 20_000))).join('');
}

const filled = (text: string, length: number): string =>
  Array.from(text.repeat(Math.ceil(length / text.length)))
    .slice(0, length)
    .join('');

/** A product whose fields are as long as they may be, half of them made of a text. */
export function longestProduct(i: number, text: string): Product {
  return {
    code: `LONG-${i}`,
    name_cn: filled(text.slice(i % 7) || '甲', 200),
    name_en: filled(`acid ${i} acetylsalicylic `, 200),
    synonyms: filled(`酸${i}${rareHan(100)};${text.slice(0, 100)}`, 300),
    cas: 'N/A',
    formula: 'C9H8O4',
    mw: null,
    category: '标准品',
    series: null,
    status: 'in_stock',
    in_stock: true,
    structure_url: null,
    description: null,
    ai_summary: null,
    description_en: null,
    ai_summary_en: null,
    tags: filled(`${Array.from(text).reverse().join('').slice(0, 200)};t${i}`, 300),
    updated_at: '2026-01-01T00:00:00.000Z',
    source: 'erp',
  };
}
