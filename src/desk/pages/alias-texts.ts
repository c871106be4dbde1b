/** The words of the page of aliases. */
export const ALIAS_TEXTS = {
  zh: {
    office: {
      new: '添加别名',
      hint: '别名参与检索，但不属于产品字段。填 CAS 号则适用于所有带该号的产品，或填某一产品的货号。',
      added: '已添加“%{text}”',
      of_none: '已添加“%{text}”，但目前没有产品的号码是 %{target}：请核对',
      delete_of: '删除别名“%{text}”',
      delete_text: '检索将不再以此名称找到产品。',
      starter: '内置',
      tables: '表格',
      import: '把 TSV 文件拖到这里，或点击选择',
      columns: '首行为列名，以制表符分隔：text、cas 或 code，可另有 lang、kind；至多 8 MB',
      export: '导出为 TSV（按当前筛选）',
      did: '新增 %{added}，更新 %{updated}，未变 %{unchanged}，拒绝 %{invalid}',
      kinds: { brand: '商品名', trade: '行业名', old: '旧称俗称', foreign: '外文名', identifier: '登记号' },
    },
    resource: {
      name: '别名',
      fields: {
        text: '别名',
        cas: 'CAS 号',
        code: '货号',
        lang: '语言',
        kind: '种类',
        source: '来源',
        q: '搜索',
      },
    },
  },
  en: {
    office: {
      new: 'Add an alias',
      hint: 'Aliases are searched but are not part of the product data. Give a CAS number to cover every product that has it, or the number of one product.',
      added: '“%{text}” added',
      of_none: '“%{text}” added, but no product has the number %{target} now: please check it',
      delete_of: 'Delete the alias “%{text}”',
      delete_text: 'Searches will no longer find products by this name.',
      starter: 'Built in',
      tables: 'Tables',
      import: 'Drop a TSV file here, or click to choose one',
      columns:
        'Tab-separated, column names in the first line: text, cas or code, optionally lang and kind; 8 MB at most',
      export: 'Export as TSV (current filters)',
      did: '%{added} added, %{updated} updated, %{unchanged} unchanged, %{invalid} rejected',
      kinds: {
        brand: 'Brand',
        trade: 'Trade name',
        old: 'Old name',
        foreign: 'Other language',
        identifier: 'Registry number',
      },
    },
    resource: {
      name: 'Alias |||| Aliases',
      fields: {
        text: 'Alias',
        cas: 'CAS number',
        code: 'Product number',
        lang: 'Language',
        kind: 'Kind',
        source: 'Source',
        q: 'Search',
      },
    },
  },
};
