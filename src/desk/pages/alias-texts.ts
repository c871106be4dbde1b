import type { Texts } from './words.js';

/** The words of the page of aliases. */
export const ALIAS_TEXTS = {
  office: {
    new: ['添加别名', 'Add an alias'],
    hint: [
      '别名参与检索，但不属于产品字段。填 CAS 号则适用于所有带该号的产品，或填某一产品的货号。',
      'Aliases are searched but are not part of the product data. Give a CAS number to cover every product that has it, or the number of one product.',
    ],
    added: ['已添加“%{text}”', '“%{text}” added'],
    of_none: [
      '已添加“%{text}”，但目前没有产品的号码是 %{target}：请核对',
      '“%{text}” added, but no product has the number %{target} now: please check it',
    ],
    delete_of: ['删除别名“%{text}”', 'Delete the alias “%{text}”'],
    delete_text: ['检索将不再以此名称找到产品。', 'Searches will no longer find products by this name.'],
    starter: ['内置', 'Built in'],
    columns: [
      '首行为列名，以制表符分隔：text、cas 或 code，可另有 lang、kind；至多 8 MB',
      'Tab-separated, column names in the first line: text, cas or code, optionally lang and kind; 8 MB at most',
    ],
    export: ['导出为 TSV（按当前筛选）', 'Export as TSV (current filters)'],
    did: [
      '新增 %{added}，更新 %{updated}，未变 %{unchanged}，拒绝 %{invalid}',
      '%{added} added, %{updated} updated, %{unchanged} unchanged, %{invalid} rejected',
    ],
    kinds: {
      brand: ['商品名', 'Brand'],
      trade: ['行业名', 'Trade name'],
      old: ['旧称俗称', 'Old name'],
      foreign: ['外文名', 'Other language'],
      identifier: ['登记号', 'Registry number'],
    },
  },
  resource: {
    name: ['别名', 'Alias |||| Aliases'],
    fields: {
      text: ['别名', 'Alias'],
      cas: ['CAS 号', 'CAS number'],
      code: ['货号', 'Product number'],
      lang: ['语言', 'Language'],
      kind: ['种类', 'Kind'],
      source: ['来源', 'Source'],
      q: ['检索', 'Search'],
    },
  },
} satisfies Texts;
