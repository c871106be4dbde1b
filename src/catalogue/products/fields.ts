/**
 * The table of product fields: the one place where a field is written down (API v1, section 2.1), beside its words
 * (field-words.json) and its column in the database. The types, the lists of columns, the values that are taken, the alias map, what PUT may edit, the
 * export header, what searches filter by, the form of the back office and the OpenAPI document are derived from it.
 */

import type { StructureKey } from '../../chemistry/structures/structure-key.js';
import words from './field-words.json' with { type: 'json' };

/** The values of `status`; `in_stock` alone counts as in stock (API v1, section 3). */
export const STATUSES = ['in_stock', 'futures', 'custom', 'off'] as const;
export type Status = (typeof STATUSES)[number];

/** What the statuses are called, on every page. */
export const STATUS_NAMES = {
  cn: { in_stock: '现货', futures: '期货', custom: '定制', off: '下架' },
  en: { in_stock: 'In stock', futures: 'Available to order', custom: 'Made to order', off: 'Withdrawn' },
} as const satisfies Record<'cn' | 'en', Record<Status, string>>;
/** The status of a product that was given none. */
export const DEFAULT_STATUS = 'futures' satisfies Status;
/** The category of a product that was given none: impurity reference materials. */
export const DEFAULT_CATEGORY = '杂质对照品';
/** What a product without a CAS number stores. */
export const NO_CAS = 'N/A';
/** The number that a product without one is given. */
export const extCode = (cas: string): string => `EXT-${cas}`;

/** What is said of a field: its words in field-words.json. */
export interface FieldWords {
  title: { en: string; cn: string };
  /** what the pages of staff call it; its title without this */
  label?: { en?: string; cn?: string };
  /** keys accepted on push beside the name, in the order in which they win */
  aliases?: readonly string[];
  /** names of a column in a file that are read as this field beside those, in the order in which they win */
  headers?: readonly string[];
  /** names of columns that hold some of a list each, divided by semicolons or `|`: they are joined */
  partHeaders?: readonly string[];
  example?: string | number | boolean;
}

/** What the table says of a field. */
interface FieldDefinition {
  name: string;
  /**
   * How a value is read and stored. `lines` is text that may hold line breaks; `list` is text of parts separated by
   * semicolons; `flag` and `time` are computed when a product is read.
   */
  kind:
    'code' | 'text' | 'lines' | 'list' | 'cas' | 'number' | 'status' | 'category' | 'url' | 'flag' | 'time';
  /** Unicode code points at most, counted in the stored form */
  max?: number;
  /** may be given on push */
  pushed?: true;
  /** may be changed by PUT */
  editable?: true;
  /** a new product needs it, and nothing clears it */
  required?: true;
  /** what an editable field holds where nothing was given, or where it was cleared; null without this */
  blank?: string;
  /** searches can be filtered by it, and count its values */
  faceted?: true;
  /** SQL that computes it; a column of its name without this */
  sql?: string;
  /** where the form of the back office shows it */
  group?: 'names' | 'chemistry' | 'placing' | 'structure' | 'texts';
}

const written = { pushed: true, editable: true } as const;

/** In the order of every output: JSON, CSV, documentation. */
const TABLE = [
  { name: 'code', kind: 'code', max: 30, pushed: true },
  { name: 'name_cn', kind: 'text', max: 200, ...written, required: true, group: 'names' },
  { name: 'name_en', kind: 'text', max: 200, ...written, group: 'names' },
  { name: 'synonyms', kind: 'list', max: 300, ...written, group: 'names' },
  { name: 'cas', kind: 'cas', max: 40, ...written, blank: NO_CAS, group: 'chemistry' },
  { name: 'formula', kind: 'text', max: 60, ...written, group: 'chemistry' },
  { name: 'mw', kind: 'number', ...written, group: 'chemistry' },
  {
    name: 'category',
    kind: 'category',
    max: 50,
    ...written,
    blank: DEFAULT_CATEGORY,
    faceted: true,
    group: 'placing',
  },
  { name: 'series', kind: 'text', max: 50, ...written, faceted: true, group: 'placing' },
  { name: 'status', kind: 'status', ...written, blank: DEFAULT_STATUS, group: 'placing' },
  { name: 'in_stock', kind: 'flag', sql: `status = 'in_stock'` },
  { name: 'structure_url', kind: 'url', max: 500, ...written, group: 'structure' },
  { name: 'description', kind: 'lines', max: 1000, ...written, group: 'texts' },
  { name: 'ai_summary', kind: 'lines', max: 4000, ...written, group: 'texts' },
  { name: 'description_en', kind: 'lines', max: 1000, ...written, group: 'texts' },
  { name: 'ai_summary_en', kind: 'lines', max: 4000, ...written, group: 'texts' },
  { name: 'tags', kind: 'list', max: 300, ...written, faceted: true, group: 'placing' },
  { name: 'updated_at', kind: 'time' },
  { name: 'source', kind: 'text' },
] as const satisfies readonly FieldDefinition[];

type Row = (typeof TABLE)[number];
export type FieldName = Row['name'];
export type EditableName = Extract<Row, { editable: true }>['name'];
type ComputedName = Extract<Row, { kind: 'flag' | 'time' }>['name'];
/** Fields that a search can be filtered by, of one value a product or of several. */
export type FacetedName = Extract<Row, { faceted: true }>['name'];

export type Field = FieldDefinition & FieldWords & { name: FieldName };
const WORDS: Record<FieldName | StructureKey | 'stock', FieldWords> = words;
export const FIELDS: readonly Field[] = TABLE.map((field) => ({ ...field, ...WORDS[field.name] }));

type Only<Name extends FieldName> = Field & { name: Name };
const having = <Name extends FieldName>(flag: 'pushed' | 'editable' | 'faceted'): readonly Only<Name>[] =>
  FIELDS.filter((field): field is Only<Name> => field[flag] === true);

export const FIELD_NAMES: readonly FieldName[] = FIELDS.map((field) => field.name);
export const PUSHED_FIELDS = having('pushed');
export const EDITABLE_FIELDS = having<EditableName>('editable');
export const FACETED_FIELDS = having<FacetedName>('faceted');

/** What the pages of staff call each field, by its name. */
export const labelsOf = (language: 'en' | 'cn') =>
  Object.fromEntries([
    ...FIELDS.map(({ name, title, label }) => [name, label?.[language] ?? title[language]]),
    ...[...STRUCTURES, STOCK].map(({ name, title }) => [name, title[language]]),
  ]) as Record<FieldName | StructureKey | typeof STOCK.name, string>;

/** Whether a product may be without a value of a field. */
export const isNullable = (field: Field): boolean =>
  field.editable === true && !field.required && field.blank === undefined;

type Other = { number: number; flag: boolean; status: Status };
type Value<Kind> = Kind extends keyof Other ? Other[Kind] : string;
type Nullable<Of> = Of extends { editable: true }
  ? Of extends { required: true } | { blank: string }
    ? never
    : null
  : never;

/** A product as every answer carries it: all fields, in the order of the table. Times are ISO 8601 UTC with microseconds. */
export type Product = { [Of in Row as Of['name']]: Value<Of['kind']> | Nullable<Of> };

/** What a write stores of a product: everything but what the database computes. */
export type WritableProduct = Omit<Product, ComputedName> & {
  /** of a product that a full list switched off: its status before */
  listed_status?: Status | null;
};

const BLANK = Object.fromEntries(
  EDITABLE_FIELDS.map(({ name, required, blank }) => [name, blank ?? (required ? '' : null)]),
);

/** A new product before anything is set. */
export const blankProduct = (code: string, source: string): WritableProduct =>
  ({ ...BLANK, code, source }) as unknown as WritableProduct;

/** What a structure may be given by, in the order in which they win. It is no field: it is stored and answered beside the product. */
export const STRUCTURE_KEYS = ['smiles', 'molfile', 'inchi'] as const satisfies StructureKey[];
export const STRUCTURES = STRUCTURE_KEYS.map((name) => ({ name, ...WORDS[name] }));

/** The push-only input (API v1, section 2.1): above 0 the product is in stock, else no longer. */
export const STOCK = { name: 'stock', ...words.stock } as const;
