import { FIELD_NAMES, STATUSES } from '../../catalogue/index.js';
import { definitionSchema } from './definition.js';
import type { ProfileDefinition } from './definition.js';

const csv = {
  title: 'All fields · 全部字段',
  public: true,
  format: 'csv',
  language: 'en',
  columns: FIELD_NAMES.map((field) => ({ header: field, field })),
  order: 'created',
  filter: { status: [...STATUSES] },
};

/**
 * No template of the marketplace is published; the labels follow its product pages, and this table is the one place to
 * change once a real one is at hand.
 */
export const CHEMICALBOOK = definitionSchema.parse({
  title: 'ChemicalBook',
  public: true,
  format: 'csv',
  columns: [
    { header: '货号', field: 'code' },
    { header: 'CAS号', field: 'cas', map: { 'N/A': '' } },
    { header: '中文名称', field: 'name_cn', format: 'line' },
    { header: '英文名称', field: 'name_en', format: 'line' },
    { header: '中文同义词', field: 'synonyms_cn', format: 'pipes' },
    { header: '英文同义词', field: 'synonyms_en', format: 'pipes' },
    { header: '分子式', field: 'formula' },
    { header: '分子量', field: 'mw' },
    { header: '相关类别', field: 'category' },
    { header: '库存状态', field: 'status', map: { in_stock: '现货', futures: '期货', custom: '定制' } },
    { header: '结构式图片', field: 'picture_url' },
    { header: '产品说明', field: 'description', format: 'line' },
    { header: '更新时间', field: 'updated_at' },
  ],
});

/** A table as registries of suppliers take it: ASCII, tabs, one row an item. */
const casSupplier = {
  title: 'CAS supplier table · CAS 供应商表',
  public: true,
  format: 'tsv',
  encoding: 'ascii',
  language: 'en',
  columns: [
    { header: 'Catalog Number', field: 'code' },
    { header: 'CAS Registry Number', field: 'cas', map: { 'N/A': '' } },
    { header: 'Chemical Name', field: 'name_en', format: 'line' },
    { header: 'Synonyms', field: 'synonyms_en' },
    { header: 'Molecular Formula', field: 'formula' },
    { header: 'Molecular Weight', field: 'mw' },
    {
      header: 'Availability',
      field: 'status',
      map: { in_stock: 'In stock', futures: 'Available on order', custom: 'Custom synthesis' },
    },
    { header: 'Structure Image', field: 'picture_url' },
    { header: 'Product Page', field: 'product_url' },
    { header: 'Last Updated', field: 'updated_at', format: 'date' },
  ],
};

/** Structures as PubChem takes them of depositors, with the names of its data items. */
const pubchem = {
  title: 'PubChem deposit · PubChem 结构文件',
  public: true,
  format: 'sdf',
  language: 'en',
  columns: [
    { header: 'PUBCHEM_EXT_DATASOURCE_REGID', field: 'code' },
    { header: 'PUBCHEM_GENERIC_REGISTRY_NAME', field: 'cas', map: { 'N/A': '' } },
    { header: 'PUBCHEM_SUBSTANCE_SYNONYM', field: 'all_names', format: 'lines' },
    { header: 'PUBCHEM_SUBSTANCE_COMMENT', field: 'description', format: 'line' },
    { header: 'PUBCHEM_EXT_SUBSTANCE_URL', field: 'product_url' },
  ],
};

/** What a Chinese marketplace takes: a workbook with the addresses of its images. */
const cnMarketplace = {
  title: 'Chinese marketplace · 国内电商平台',
  public: true,
  format: 'xlsx',
  columns: [
    { header: '货号', field: 'code' },
    { header: '产品名称', field: 'name_cn' },
    { header: '英文名称', field: 'name_en' },
    { header: 'CAS号', field: 'cas', map: { 'N/A': '' } },
    { header: '分子式', field: 'formula' },
    { header: '分子量', field: 'mw' },
    { header: '产品分类', field: 'category' },
    {
      header: '库存状态',
      field: 'status',
      map: { in_stock: '现货', futures: '期货', custom: '定制', off: '下架' },
    },
    { header: '产品图片', field: 'picture_url' },
    { header: '产品说明', field: 'description' },
    { header: '产品链接', field: 'product_url' },
  ],
};

/** Products as the Agentic Commerce Protocol has them (2026-04-17: `products.jsonl`, without prices), one offer each. */
const agentFeed = {
  title: 'Feed of agents (ACP) · 智能体商品目录（ACP）',
  public: true,
  format: 'ndjson',
  language: 'en',
  columns: [
    { header: 'id', field: 'code' },
    { header: 'title', field: 'name' },
    { header: 'description', field: 'feed_description' },
    { header: 'url', field: 'product_url' },
    { header: 'media', field: 'feed_media' },
    { header: 'variants', field: 'feed_variants' },
  ],
};

/** The profiles that come with the service: they cannot be changed or deleted, only copied. */
export const BUILT_IN: ReadonlyMap<string, ProfileDefinition> = new Map(
  Object.entries({
    csv,
    chemicalbook: CHEMICALBOOK,
    'cas-supplier': casSupplier,
    pubchem,
    'cn-marketplace': cnMarketplace,
    'agent-feed': agentFeed,
  }).map(([name, definition]) => [name, definitionSchema.parse(definition)]),
);
