/**
 * The table of product fields: the one place where a field is written down (API v1, section 2.1), beside its column in
 * the database. The types, the lists of columns, the schemas that validate, the alias map, what PUT may edit, the
 * export header, what searches filter by, the form of the back office and the OpenAPI document are derived from it.
 */

export const STATUSES = ['in_stock', 'futures', 'custom', 'off'] as const;
export type Status = (typeof STATUSES)[number];
export const DEFAULT_STATUS = 'futures' satisfies Status;
export const DEFAULT_CATEGORY = '杂质对照品';
/** What a product without a CAS number stores. */
export const NO_CAS = 'N/A';

/** What the table says of a field. */
interface Definition {
  name: string;
  /**
   * How a value is read and stored. `lines` is text that may hold line breaks; `list` is text of parts separated by
   * semicolons; `flag` and `time` are computed when a product is read.
   */
  kind:
    'code' | 'text' | 'lines' | 'list' | 'cas' | 'number' | 'status' | 'category' | 'url' | 'flag' | 'time';
  /** Unicode code points at most, counted in the stored form */
  max?: number;
  /** keys accepted on push beside the name, in the order in which they win */
  aliases?: readonly string[];
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
  title: { en: string; cn: string };
  example?: string | number | boolean;
}

const written = { pushed: true, editable: true } as const;

/** In the order of every output: JSON, CSV, documentation. */
const TABLE = [
  {
    name: 'code',
    kind: 'code',
    max: 30,
    pushed: true,
    aliases: ['item_code', 'sku', '货号', '编号'],
    title: { en: 'Product number, unique', cn: '货号' },
    example: 'PDS-000100',
  },
  {
    name: 'name_cn',
    kind: 'text',
    max: 200,
    ...written,
    aliases: ['name', '品名', '名称', 'productname'],
    required: true,
    group: 'names',
    title: { en: 'Chinese name', cn: '中文名称' },
    example: '阿司匹林',
  },
  {
    name: 'name_en',
    kind: 'text',
    max: 200,
    ...written,
    group: 'names',
    title: { en: 'English name', cn: '英文名称' },
    example: 'aspirin',
  },
  {
    name: 'synonyms',
    kind: 'list',
    max: 300,
    ...written,
    group: 'names',
    title: { en: 'Synonyms, separated by semicolons', cn: '同义词（分号分隔）' },
    example: '乙酰水杨酸;acetylsalicylic acid',
  },
  {
    name: 'cas',
    kind: 'cas',
    max: 40,
    ...written,
    aliases: ['cas_no', 'CAS号'],
    blank: NO_CAS,
    group: 'chemistry',
    title: { en: 'CAS number, or N/A', cn: 'CAS号' },
    example: '50-78-2',
  },
  {
    name: 'formula',
    kind: 'text',
    max: 60,
    ...written,
    aliases: ['mf', '分子式'],
    group: 'chemistry',
    title: { en: 'Molecular formula', cn: '分子式' },
    example: 'C9H8O4',
  },
  {
    name: 'mw',
    kind: 'number',
    ...written,
    aliases: ['mol_weight', 'molecular_weight', '分子量'],
    group: 'chemistry',
    title: { en: 'Molecular weight, g/mol', cn: '分子量' },
    example: 180.16,
  },
  {
    name: 'category',
    kind: 'category',
    max: 50,
    ...written,
    blank: DEFAULT_CATEGORY,
    faceted: true,
    group: 'placing',
    title: { en: 'Category', cn: '类别' },
    example: DEFAULT_CATEGORY,
  },
  {
    name: 'series',
    kind: 'text',
    max: 50,
    ...written,
    faceted: true,
    group: 'placing',
    title: { en: 'Drug series', cn: '系列' },
    example: '阿司匹林',
  },
  {
    name: 'status',
    kind: 'status',
    ...written,
    blank: DEFAULT_STATUS,
    group: 'placing',
    title: { en: 'Stock status', cn: '状态' },
    example: 'in_stock',
  },
  {
    name: 'in_stock',
    kind: 'flag',
    sql: `status = 'in_stock'`,
    title: { en: 'Whether the status is in_stock', cn: '是否现货' },
    example: true,
  },
  {
    name: 'structure_url',
    kind: 'url',
    max: 500,
    ...written,
    aliases: ['img', '结构式', '图片'],
    group: 'structure',
    title: { en: 'Address of the structure image', cn: '结构式图片地址' },
    example: '/media/1',
  },
  {
    name: 'description',
    kind: 'lines',
    max: 1000,
    ...written,
    aliases: ['remark', '备注', '说明'],
    group: 'texts',
    title: { en: 'Chinese description', cn: '产品说明' },
    example: '供含量测定用。',
  },
  {
    name: 'ai_summary',
    kind: 'lines',
    max: 4000,
    ...written,
    group: 'texts',
    title: { en: 'Chinese summary', cn: 'AI 摘要' },
  },
  {
    name: 'description_en',
    kind: 'lines',
    max: 1000,
    ...written,
    group: 'texts',
    title: { en: 'English description', cn: '英文说明' },
    example: 'For assay.',
  },
  {
    name: 'ai_summary_en',
    kind: 'lines',
    max: 4000,
    ...written,
    group: 'texts',
    title: { en: 'English summary', cn: 'AI 英文摘要' },
  },
  {
    name: 'tags',
    kind: 'list',
    max: 300,
    ...written,
    faceted: true,
    group: 'placing',
    title: { en: 'Tags, separated by semicolons', cn: '标签（分号分隔）' },
    example: 'HPLC;EP',
  },
  {
    name: 'updated_at',
    kind: 'time',
    title: { en: 'Time of the last write, UTC', cn: '更新时间' },
    example: '2026-01-02T03:04:05.678Z',
  },
  {
    name: 'source',
    kind: 'text',
    title: { en: 'Source label of the key that created the product', cn: '来源' },
    example: 'erp',
  },
] as const satisfies readonly Definition[];

type Row = (typeof TABLE)[number];
export type FieldName = Row['name'];
export type EditableName = Extract<Row, { editable: true }>['name'];
type ComputedName = Extract<Row, { kind: 'flag' | 'time' }>['name'];
/** Fields that a search can be filtered by, of one value a product or of several. */
export type FacetedName = Extract<Row, { faceted: true }>['name'];

export type Field = Definition & { name: FieldName };
export const FIELDS: readonly Field[] = TABLE;

type Only<Name extends FieldName> = Field & { name: Name };
const having = <Name extends FieldName>(flag: 'pushed' | 'editable' | 'faceted'): readonly Only<Name>[] =>
  FIELDS.filter((field): field is Only<Name> => field[flag] === true);

export const FIELD_NAMES: readonly FieldName[] = FIELDS.map((field) => field.name);
export const PUSHED_FIELDS = having('pushed');
export const EDITABLE_FIELDS = having<EditableName>('editable');
export const FACETED_FIELDS = having<FacetedName>('faceted');

/** What each field is called, by its name. */
export const titlesOf = (language: 'en' | 'cn') =>
  Object.fromEntries(FIELDS.map(({ name, title }) => [name, title[language]])) as Record<FieldName, string>;

/** Whether a product may be without a value of a field. */
export const isNullable = (field: Field): boolean =>
  field.editable === true && !field.required && field.blank === undefined;

type Value<Kind> = Kind extends 'number'
  ? number
  : Kind extends 'flag'
    ? boolean
    : Kind extends 'status'
      ? Status
      : string;
type Nullable<Of> = Of extends { editable: true }
  ? Of extends { required: true } | { blank: string }
    ? never
    : null
  : never;

/** A product as every answer carries it: all fields, in the order of the table. Times are ISO 8601 UTC with milliseconds. */
export type Product = { [Of in Row as Of['name']]: Value<Of['kind']> | Nullable<Of> };

/** What a write stores of a product: everything but what the database computes. */
export type WritableProduct = Omit<Product, ComputedName>;

const BLANK = Object.fromEntries(
  EDITABLE_FIELDS.map(({ name, required, blank }) => [name, blank ?? (required ? '' : null)]),
);

/** A new product before anything is set. */
export const blankProduct = (code: string, source: string): WritableProduct =>
  ({ ...BLANK, code, source }) as unknown as WritableProduct;

/** The push-only input (section 2.1): above 0 the product is in stock, else no longer. */
export const STOCK = { name: 'stock', aliases: ['qty', '库存'] } as const;
