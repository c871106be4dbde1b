/** The words of the page of aliases. */
export const ALIAS_TEXTS = {
  zh: {
    office: {
      new: '添加别名',
      hint: '别名参与检索，但不属于产品字段。填 CAS 号则适用于所有带该号的产品，或填某一产品的编号。',
      added: '已添加“%{text}”',
      delete_of: '删除别名“%{text}”',
      delete_text: '检索将不再以此名称找到产品。',
      starter: '随服务提供',
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
        code: '产品编号',
        lang: '语言',
        kind: '种类',
        source: '来源',
        q: '搜索',
      },
    },
  },
  en: {
    office: {
      new: 'Add a name',
      hint: 'Aliases are searched, and are no field of a product. With a CAS number a name holds for every product that has it; or give the number of one product.',
      added: '“%{text}” was added',
      delete_of: 'Delete the alias “%{text}”',
      delete_text: 'Searches no longer find its products by this name.',
      starter: 'came with the service',
      tables: 'Tables',
      import: 'Drop a TSV file here, or click to choose one',
      columns:
        'The first line names the columns, tabs between them: text, cas or code, and lang and kind; 8 MB at most',
      export: 'Export as TSV (as filtered)',
      did: '%{added} added, %{updated} updated, %{unchanged} unchanged, %{invalid} rejected',
      kinds: {
        brand: 'Brand',
        trade: 'Name in trade',
        old: 'Old name',
        foreign: 'Other language',
        identifier: 'Other number',
      },
    },
    resource: {
      name: 'Alias |||| Aliases',
      fields: {
        text: 'Name',
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
