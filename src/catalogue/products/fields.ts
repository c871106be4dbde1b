/**
 * The table of product fields: the one place where a field is written down (API v1, section 2.1), beside its column in
 * the database. The types, the lists of columns, the schemas that validate, the alias map, what PUT may edit, the
 * export header, what searches filter by, the form of the back office and the OpenAPI document are derived from it.
 */

import type { StructureKey } from '../../chemistry/structures/structure-key.js';

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
  /** keys accepted on push beside the name, in the order in which they win */
  aliases?: readonly string[];
  /** names of a column in a file that are read as this field beside those, in the order in which they win */
  headers?: readonly string[];
  /** names of columns that hold some of a list each, divided by semicolons or `|`: they are joined */
  partHeaders?: readonly string[];
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
  /** what the pages of staff call it; its title without this */
  label?: { en?: string; cn?: string };
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
    // prettier-ignore
    headers: [
      '产品编号', '产品货号', '产品编码', '产品代码', '商品编号', '商品编码', '商品货号', '目录号', '物料编码', '物料代码', '物料号', '物料编号', '存货编码', '存货代码',
      'product_code', 'product_no', 'product_number', 'item_no', 'item_number', 'catalog_no', 'catalog_number',
      'catalogue_number', 'cat_no', 'part_number', 'number', 'material', 'material_no', 'material_number', 'matnr',
      'catalog', 'catalogue', 'cat', 'item', 'item_id', 'product_id', 'part_no', 'article_no', 'article_number', 'art_no', 'ref_no', 'reference_no', 'stock_no', 'sku_no',
      '产品号', '编码', '代码', 'sku编码', 'catalogue_no', 'art_nr', 'artikelnummer', '目录编号', '商品代码', '品号', '料号', '存货编号', '产品目录号', '品番', '製品番号', '商品コード', 'カタログ番号', '제품번호', '품번', '제품코드', '카탈로그번호', 'référence', 'referencia', 'código', 'артикул',
    ],
    title: { en: 'Product number, unique', cn: '货号' },
    label: { en: 'Product number' },
    example: 'PDS-001859',
  },
  {
    name: 'name_cn',
    kind: 'text',
    max: 200,
    ...written,
    aliases: ['name', '品名', '名称', 'productname'],
    // prettier-ignore
    headers: [
      '中文名', '中文品名', '产品名称', '产品中文名', '产品中文名称', '品名（中文）', '名称（中文）', '商品名称', '物料名称', '物料描述', '存货名称', 'chinese_name',
      'name_zh', 'item_name', 'material_description', 'maktx',
      '化学名', '产品名', '品名规格', 'product', '化学名称', '化合物名称', '中文化学名', '中文通用名', '通用名', '药品名称', '商品名', '产品品名', '中文产品名称', 'product_description_cn', 'chemical_name', 'compound_name',
      'compound', 'substance', 'material_name', '製品名', '化合物名', '품명', '제품명', '화합물명', 'désignation', 'bezeichnung', 'nombre', 'наименование',
    ],
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
    // prettier-ignore
    headers: [
      '英文名', '英文品名', '产品英文名', '产品英文名称', '品名（英文）', '名称（英文）', 'name (english)', 'product_name_en', 'english', 'en_name', 'name_eng', '英文', '英文通用名',
      '英文化学名', 'product_name_english',
    ],
    group: 'names',
    title: { en: 'English name', cn: '英文名称' },
    example: 'aspirin',
  },
  {
    name: 'synonyms',
    kind: 'list',
    max: 300,
    ...written,
    headers: [
      'synonym',
      'alias',
      'aliases',
      'other_name',
      'other_names',
      '别名',
      '其他名称',
      '其它名称',
      '俗名',
      '又名',
      '同义名',
    ],
    partHeaders: ['中文同义词', '英文同义词', '中文别名', '英文别名'],
    group: 'names',
    title: { en: 'Synonyms, separated by semicolons', cn: '同义词（分号分隔）' },
    label: { en: 'Synonyms', cn: '同义词' },
    example: '乙酰水杨酸;acetylsalicylic acid',
  },
  {
    name: 'cas',
    kind: 'cas',
    max: 40,
    ...written,
    aliases: ['cas_no', 'CAS号'],
    // prettier-ignore
    headers: [
      'cas', 'cas_number', 'cas_rn', 'cas_registry_number', 'cas编号', 'cas登记号', 'cas号码', 'CAS 登录号', 'cas_registry_no', 'cas_registry', 'cas_nr',
      'registry_number', '登录号', 'cas_nummer', 'no_cas', 'n°_cas', 'cas番号', 'cas번호', '카스번호', 'numéro_cas', 'número_cas',
    ],
    blank: NO_CAS,
    group: 'chemistry',
    title: { en: 'CAS number, or N/A', cn: 'CAS号' },
    label: { en: 'CAS number', cn: 'CAS 号' },
    example: '50-78-2',
  },
  {
    name: 'formula',
    kind: 'text',
    max: 60,
    ...written,
    aliases: ['mf', '分子式'],
    // prettier-ignore
    headers: [
      'molecular_formula', 'mol_formula', 'chemical_formula', 'empirical_formula', '化学式', 'summenformel', '분자식',
    ],
    group: 'chemistry',
    title: { en: 'Molecular formula', cn: '分子式' },
    label: { en: 'Formula' },
    example: 'C9H8O4',
  },
  {
    name: 'mw',
    kind: 'number',
    ...written,
    aliases: ['mol_weight', 'molecular_weight', '分子量'],
    // prettier-ignore
    headers: [
      'mol_wt', 'mwt', 'fw', 'formula_weight', 'molecular_mass', 'molar_mass', '分子量 (g/mol)', 'molecular weight (g/mol)', 'mw (g/mol)', '摩尔质量',
      '相对分子质量', '式量', 'molgewicht', '분자량',
    ],
    group: 'chemistry',
    title: { en: 'Molecular weight, g/mol', cn: '分子量' },
    label: { en: 'Molecular weight' },
    example: 180.16,
  },
  {
    name: 'category',
    kind: 'category',
    max: 50,
    ...written,
    // prettier-ignore
    headers: [
      '相关类别', '产品类别', '商品类别', '分类', '产品分类', '商品分类', '类目', 'product_category', '分類',
    ],
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
    headers: ['产品系列', '药物系列', '母药', 'drug_series', 'product_series', 'parent_drug'],
    faceted: true,
    group: 'placing',
    title: { en: 'Drug series', cn: '系列' },
    label: { en: 'Series' },
    example: '阿司匹林',
  },
  {
    name: 'status',
    kind: 'status',
    ...written,
    headers: ['库存状态', '产品状态', '供货状态', 'stock_status', 'availability'],
    blank: DEFAULT_STATUS,
    group: 'placing',
    title: { en: 'Stock status', cn: '状态' },
    label: { en: 'Status' },
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
    // prettier-ignore
    headers: [
      '图片地址', '图片链接', '结构图', '结构式地址', '结构图片', 'image', 'image_url', 'image_link', 'img_url', 'picture', 'structure', 'structure_image',
    ],
    group: 'structure',
    title: { en: 'Address of the structure image', cn: '结构式图片地址' },
    label: { en: 'Structure image', cn: '结构式图片' },
    example: '/media/1',
  },
  {
    name: 'description',
    kind: 'lines',
    max: 1000,
    ...written,
    aliases: ['remark', '备注', '说明'],
    // prettier-ignore
    headers: [
      '描述', '产品描述', '商品描述', '中文说明', '用途', 'remarks', 'notes', 'comments', 'product_description',
    ],
    group: 'texts',
    title: { en: 'Chinese description', cn: '产品说明' },
    label: { en: 'Description (Chinese)', cn: '产品说明（中文）' },
    example: '供含量测定用。',
  },
  {
    name: 'ai_summary',
    kind: 'lines',
    max: 4000,
    ...written,
    headers: ['摘要', '中文摘要'],
    group: 'texts',
    title: { en: 'Chinese summary', cn: 'AI 摘要' },
    label: { en: 'Summary (Chinese)', cn: '摘要（中文）' },
  },
  {
    name: 'description_en',
    kind: 'lines',
    max: 1000,
    ...written,
    headers: ['英文描述', '英文用途', 'english_description'],
    group: 'texts',
    title: { en: 'English description', cn: '英文说明' },
    label: { en: 'Description (English)', cn: '产品说明（英文）' },
    example: 'For assay.',
  },
  {
    name: 'ai_summary_en',
    kind: 'lines',
    max: 4000,
    ...written,
    headers: ['英文摘要', 'english_summary'],
    group: 'texts',
    title: { en: 'English summary', cn: 'AI 英文摘要' },
    label: { en: 'Summary (English)', cn: '摘要（英文）' },
  },
  {
    name: 'tags',
    kind: 'list',
    max: 300,
    ...written,
    headers: ['标记', '关键词', 'tag', 'keywords'],
    faceted: true,
    group: 'placing',
    title: { en: 'Tags, separated by semicolons', cn: '标签（分号分隔）' },
    label: { en: 'Tags', cn: '标签' },
    example: 'HPLC;EP',
  },
  {
    name: 'updated_at',
    kind: 'time',
    headers: ['最后更新', '更新日期'],
    title: { en: 'Time of the last write, UTC', cn: '更新时间' },
    label: { en: 'Updated' },
    example: '2026-01-02T03:04:05.678901Z',
  },
  {
    name: 'source',
    kind: 'text',
    title: { en: 'Source label of the key that created the product', cn: '来源' },
    label: { en: 'Source' },
    example: 'erp',
  },
] as const satisfies readonly FieldDefinition[];

type Row = (typeof TABLE)[number];
export type FieldName = Row['name'];
export type EditableName = Extract<Row, { editable: true }>['name'];
type ComputedName = Extract<Row, { kind: 'flag' | 'time' }>['name'];
/** Fields that a search can be filtered by, of one value a product or of several. */
export type FacetedName = Extract<Row, { faceted: true }>['name'];

export type Field = FieldDefinition & { name: FieldName };
export const FIELDS: readonly Field[] = TABLE;

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

/** What a structure may be given by. It is no field: it is stored and answered beside the product (src/chemistry/structures/). */
export const STRUCTURES = [
  {
    name: 'smiles',
    headers: ['smiles_code', 'canonical_smiles', 'isomeric_smiles', 'smiles_string', '结构式 SMILES'],
    title: { en: 'Structure as SMILES', cn: '结构（SMILES）' },
    example: 'CC(=O)Oc1ccccc1C(=O)O',
  },
  {
    name: 'molfile',
    headers: ['mol_file', 'molblock', 'mol_block', 'ctab'],
    title: { en: 'Structure as molfile, V2000 or V3000', cn: '结构（molfile，V2000 或 V3000）' },
    example: undefined,
  },
  {
    name: 'inchi',
    headers: ['inchi_string', 'standard_inchi', 'std_inchi'],
    title: { en: 'Structure as InChI', cn: '结构（InChI）' },
    example: undefined,
  },
] as const satisfies { name: StructureKey; [key: string]: unknown }[];

/** Which of them, in the order in which they win. */
export const STRUCTURE_KEYS = STRUCTURES.map(({ name }) => name);

/** The push-only input (API v1, section 2.1): above 0 the product is in stock, else no longer. */
export const STOCK = {
  name: 'stock',
  title: { en: 'Stock quantity', cn: '库存数量' },
  aliases: ['qty', '库存'],
  headers: ['库存数量', '库存量', '现存量', '可用量', '可用库存', '即时库存', '结存数量', 'stock_quantity', 'stock_qty', 'qty_in_stock', '现有库存', 'quantity_in_stock', 'on_hand', 'inventory', 'qty_on_hand', 'available_quantity', '库存数', '在库数量', '剩余库存', '在庫数', '재고', '재고수량', 'unrestricted', 'unrestricted_stock', '非限制使用', '非限制使用的库存', 'labst'],
} as const; // prettier-ignore
