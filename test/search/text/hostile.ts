import { FIELD_NAMES } from '../../../src/catalogue/products/fields.js';
import type { Product } from '../../../src/catalogue/products/fields.js';
import examples from './hostile.json' with { type: 'json' };

/** All fields of a product, without values. */
export const NO_FIELDS = Object.fromEntries(FIELD_NAMES.map((name) => [name, null])) as unknown as Product;

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
    ...NO_FIELDS,
    code: `LONG-${i}`,
    name_cn: filled(text.slice(i % 7) || '甲', 200),
    name_en: filled(`acid ${i} acetylsalicylic `, 200),
    synonyms: filled(`酸${i}${rareHan(100)};${text.slice(0, 100)}`, 300),
    cas: 'N/A',
    formula: 'C9H8O4',
    category: '标准品',
    status: 'in_stock',
    in_stock: true,
    tags: filled(`${Array.from(text).reverse().join('').slice(0, 200)};t${i}`, 300),
    updated_at: '2026-01-01T00:00:00.000Z',
    source: 'erp',
  };
}

const LONG = 5_000;
const repeated = (part: string, length = LONG): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Texts that made quadratic or exponential work of a search, or could. */
export const HOSTILE_TEXTS: [what: string, text: string][] = [
  ...Object.entries(examples.repeated).map(([what, part]): [string, string] => [what, repeated(part)]),
  ['characters that NFKC makes four of', `acid ${'㍿'.repeat(1_711)}`],
  ['rare Han characters', rareHan(1_740)],
  ['misspelt words', Array.from({ length: 1_600 }, (_, i) => `acetylsalicilic${i.toString(36)}`).join(' ')],
  [
    'words of four letters',
    Array.from({ length: 1_600 }, (_, i) => `ac${(1_296 + i).toString(36)}`).join(' '),
  ],
  ['descriptors that could be read in two ways', `${repeated('(d,l,+/-,', 280)}!`],
  ['a descriptor that never ends', `(${repeated('d,l,')}`],
  ['signs without an end', `(${repeated('+/-,')}`],
  ['numbers of a CAS number', `cas${repeated('/')}`],
  ['amounts behind brackets', `x${repeated('(', 150)}${repeated('1g', 140)}`],
  ['letters of formulas', repeated('COSN', 80)],
];
