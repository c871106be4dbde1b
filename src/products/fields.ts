/**
 * The table of product fields: the one place where a field is written down (API v1, section 2.1). The schemas
 * that validate, the alias map, what PUT may edit, the export header, the search document and the OpenAPI
 * document are all derived from it.
 */

export const STATUSES = ['in_stock', 'futures', 'custom', 'off'] as const;
export type Status = (typeof STATUSES)[number];
export const DEFAULT_STATUS: Status = 'futures';
export const DEFAULT_CATEGORY = '杂质对照品';
/** What a product without a CAS number stores. */
export const NO_CAS = 'N/A';

export interface Field {
  name: FieldName;
  /** how a value is read and stored */
  kind: 'code' | 'text' | 'lines' | 'list' | 'cas' | 'number' | 'status' | 'category' | 'url' | 'system';
  /** Unicode code points at most, counted in the stored form */
  max?: number;
  /** keys accepted on push beside the name, in the order in which they win */
  aliases?: readonly string[];
  /** may be given on push */
  pushed?: boolean;
  /** may be changed by PUT */
  editable?: boolean;
  title: { en: string; cn: string };
  example?: unknown;
}

export type FieldName =
  | 'code'
  | 'name_cn'
  | 'name_en'
  | 'synonyms'
  | 'cas'
  | 'formula'
  | 'mw'
  | 'category'
  | 'series'
  | 'status'
  | 'in_stock'
  | 'structure_url'
  | 'description'
  | 'ai_summary'
  | 'description_en'
  | 'ai_summary_en'
  | 'tags'
  | 'updated_at'
  | 'source';

const written = { pushed: true, editable: true } as const;

/** In the order of every output: JSON, CSV, documentation. `lines` is text that may hold line breaks; `list` is
 *  text of parts separated by semicolons. */
export const FIELDS: readonly Field[] = [
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
    title: { en: 'Chinese name', cn: '中文名称' },
    example: '阿司匹林',
  },
  {
    name: 'name_en',
    kind: 'text',
    max: 200,
    ...written,
    title: { en: 'English name', cn: '英文名称' },
    example: 'aspirin',
  },
  {
    name: 'synonyms',
    kind: 'list',
    max: 300,
    ...written,
    title: { en: 'Synonyms, separated by semicolons', cn: '同义词（分号分隔）' },
    example: '乙酰水杨酸;acetylsalicylic acid',
  },
  {
    name: 'cas',
    kind: 'cas',
    max: 40,
    ...written,
    aliases: ['cas_no', 'CAS号'],
    title: { en: 'CAS number, or N/A', cn: 'CAS号' },
    example: '50-78-2',
  },
  {
    name: 'formula',
    kind: 'text',
    max: 60,
    ...written,
    aliases: ['mf', '分子式'],
    title: { en: 'Molecular formula', cn: '分子式' },
    example: 'C9H8O4',
  },
  {
    name: 'mw',
    kind: 'number',
    ...written,
    aliases: ['mol_weight', 'molecular_weight', '分子量'],
    title: { en: 'Molecular weight, g/mol', cn: '分子量' },
    example: 180.16,
  },
  {
    name: 'category',
    kind: 'category',
    max: 50,
    ...written,
    title: { en: 'Category', cn: '类别' },
    example: DEFAULT_CATEGORY,
  },
  {
    name: 'series',
    kind: 'text',
    max: 50,
    ...written,
    title: { en: 'Drug series', cn: '系列' },
    example: '阿司匹林',
  },
  {
    name: 'status',
    kind: 'status',
    ...written,
    title: { en: 'Stock status', cn: '状态' },
    example: 'in_stock',
  },
  {
    name: 'in_stock',
    kind: 'system',
    title: { en: 'Whether the status is in_stock', cn: '是否现货' },
    example: true,
  },
  {
    name: 'structure_url',
    kind: 'url',
    max: 500,
    ...written,
    aliases: ['img', '结构式', '图片'],
    title: { en: 'Address of the structure image', cn: '结构式图片地址' },
    example: '/media/1',
  },
  {
    name: 'description',
    kind: 'lines',
    max: 1000,
    ...written,
    aliases: ['remark', '备注', '说明'],
    title: { en: 'Chinese description', cn: '产品说明' },
    example: '供含量测定用。',
  },
  {
    name: 'ai_summary',
    kind: 'lines',
    max: 4000,
    ...written,
    title: { en: 'Chinese summary', cn: 'AI 摘要' },
  },
  {
    name: 'description_en',
    kind: 'lines',
    max: 1000,
    ...written,
    title: { en: 'English description', cn: '英文说明' },
    example: 'For assay.',
  },
  {
    name: 'ai_summary_en',
    kind: 'lines',
    max: 4000,
    ...written,
    title: { en: 'English summary', cn: 'AI 英文摘要' },
  },
  {
    name: 'tags',
    kind: 'list',
    max: 300,
    ...written,
    title: { en: 'Tags, separated by semicolons', cn: '标签（分号分隔）' },
    example: 'HPLC;EP',
  },
  {
    name: 'updated_at',
    kind: 'system',
    title: { en: 'Time of the last write, UTC', cn: '更新时间' },
    example: '2026-01-02T03:04:05.678Z',
  },
  {
    name: 'source',
    kind: 'system',
    title: { en: 'Source label of the key that created the product', cn: '来源' },
    example: 'erp',
  },
];

/** The push-only input (section 2.1): above 0 the product is in stock. */
export const STOCK = { name: 'stock', aliases: ['qty', '库存'] } as const;

export const FIELD_NAMES: readonly FieldName[] = FIELDS.map((field) => field.name);
export const PUSHED_FIELDS = FIELDS.filter((field) => field.pushed);
export const EDITABLE_FIELDS = FIELDS.filter((field) => field.editable);

/** A product as every answer carries it: all 19 fields, in the order of the table. */
export interface Product {
  code: string;
  name_cn: string;
  name_en: string | null;
  synonyms: string | null;
  cas: string;
  formula: string | null;
  mw: number | null;
  category: string;
  series: string | null;
  status: Status;
  in_stock: boolean;
  structure_url: string | null;
  description: string | null;
  ai_summary: string | null;
  description_en: string | null;
  ai_summary_en: string | null;
  tags: string | null;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  source: string;
}
