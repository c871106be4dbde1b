import type { Texts } from './words.js';

/** The words of the page of English names. */
export const TERM_TEXTS = {
  office: {
    hint: [
      '英文页面以此显示类别、系列与标签，并可按此检索；产品中的值不变。留空即无英文名称，按回车或离开输入框即保存。',
      'English pages show categories, series and tags by these names, and searches find products by them; the products themselves do not change. Clear a name to remove it. Press Enter or leave the field to save.',
    ],
    name_of: ['“%{value}”的英文名称', 'English name of “%{value}”'],
    saved: ['已保存“%{value}”', '“%{value}” saved'],
    columns: [
      '首行为列名，以制表符分隔：kind（category、series、tag）、value、name_en；名称留空则删除；至多 2 MB',
      'Tab-separated, column names in the first line: kind (category, series, tag), value, name_en; an empty name removes the name; 2 MB at most',
    ],
    export: ['导出为 TSV（按当前筛选）', 'Export as TSV (current filters)'],
    did: [
      '已命名 %{named}，已删除 %{removed}，未变 %{unchanged}，拒绝 %{invalid}',
      '%{named} named, %{removed} removed, %{unchanged} unchanged, %{invalid} rejected',
    ],
    kinds: { category: ['类别', 'Category'], series: ['系列', 'Series'], tag: ['标签', 'Tag'] },
  },
  resource: {
    name: ['分类英文名', 'English name |||| English names'],
    fields: {
      kind: ['种类', 'Kind'],
      value: ['值', 'Value'],
      products: ['产品数', 'Products'],
      name_en: ['英文名称', 'English name'],
      unnamed: ['尚无英文名称', 'Without English name'],
      q: ['检索', 'Search'],
    },
  },
} satisfies Texts;
