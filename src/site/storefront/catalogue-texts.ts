import type { SearchSort } from '../../search/index.js';
import type { Language } from './texts.js';

interface CatalogueTexts {
  resultsFor: (q: string) => string;
  more: (count: number) => string;
  from: string;
  to: string;
  apply: string;
  remove: (filter: string) => string;
  clear: string;
  sort: string;
  sorts: Record<'best' | SearchSort, string>;
  nothingFiltered: string;
  withoutFilters: string;
  notThere: string;
  end: (shown: string, total: string) => string;
  narrow: string;
  orTake: string;
  asFile: string;
  lead: (count: string) => string;
  examples: string;
  example: Record<'name' | 'number' | 'formula' | 'pinyin' | 'mistyped' | 'list', string>;
  pasteList: string;
  pasteHint: string;
  lookUp: string;
  categories: string;
  series: string;
  largestSeries: string;
  seriesExplain: string;
  noSeries: string;
  recent: string;
  allNewest: string;
  other: string;
}

/** The texts of the start page, of results and of the list of series. */
export const CATALOGUE_TEXTS: Record<Language, CatalogueTexts> = {
  zh: {
    resultsFor: (q) => `“${q}”的检索结果`,
    more: (count) => `更多（${count}）`,
    from: '最小',
    to: '最大',
    apply: '应用',
    remove: (filter) => `取消筛选：${filter}`,
    clear: '清除全部筛选',
    sort: '排序',
    sorts: { best: '最佳匹配', code: '货号', mw: '分子量 ↑', '-mw': '分子量 ↓', newest: '最新' },
    nothingFiltered: '在当前筛选条件下没有相符的产品。',
    withoutFilters: '不限筛选条件，重新检索',
    notThere: '目录中没有您要的产品？欢迎直接询价：',
    end: (shown, total) => `以上为 ${total} 个产品中的前 ${shown} 个，此处不再向后翻页。`,
    narrow: '请用筛选缩小范围',
    orTake: '，或',
    asFile: '下载完整清单（CSV）',
    lead: (count) =>
      `${count} 个产品，可按中英文名称、别名、CAS 号、货号、分子式或拼音检索；写错一两个字也能找到。`,
    examples: '试试这样检索',
    example: {
      name: '名称',
      number: 'CAS 号',
      formula: '分子式',
      pinyin: '拼音',
      mistyped: '有错字',
      list: '一张清单',
    },
    pasteList: '有一张清单？',
    pasteHint: '每行一个名称、CAS 号或货号，至多 1,000 行。',
    lookUp: '逐行检索',
    categories: '按类别浏览',
    series: '按系列浏览',
    largestSeries: '产品较多的系列',
    seriesExplain: '同一系列的产品彼此相关，例如一种药物及其杂质。',
    noSeries: '目录中还没有系列。',
    recent: '最近新增',
    allNewest: '查看全部新品',
    other: '其他',
  },
  en: {
    resultsFor: (q) => `Results for “${q}”`,
    more: (count) => `More (${count})`,
    from: 'Min.',
    to: 'Max.',
    apply: 'Apply',
    remove: (filter) => `Remove the filter ${filter}`,
    clear: 'Clear all filters',
    sort: 'Sort by',
    sorts: {
      best: 'Best match',
      code: 'Product number',
      mw: 'Weight ↑',
      '-mw': 'Weight ↓',
      newest: 'Newest',
    },
    nothingFiltered: 'No product matches with these filters.',
    withoutFilters: 'Search again without filters',
    notThere: 'Not in the catalogue? Request a quote: ',
    end: (shown, total) => `These are the first ${shown} of ${total} products. There are no further pages.`,
    narrow: 'Narrow the list with the filters',
    orTake: ', or ',
    asFile: 'download all of it (CSV)',
    lead: (count) =>
      `Search ${count} products by English or Chinese name, synonym, CAS number, product number, formula or pinyin. Typing errors are forgiven.`,
    examples: 'Try a search',
    example: {
      name: 'A name',
      number: 'A CAS number',
      formula: 'A formula',
      pinyin: 'Pinyin',
      mistyped: 'Mistyped',
      list: 'A list',
    },
    pasteList: 'Do you have a list?',
    pasteHint: 'One name, CAS number or product number per line, up to 1,000 lines.',
    lookUp: 'Look up',
    categories: 'Categories',
    series: 'Series A to Z',
    largestSeries: 'Largest series',
    seriesExplain: 'The products of a series belong together, such as a drug and its impurities.',
    noSeries: 'There are no series in the catalogue yet.',
    recent: 'Recently added',
    allNewest: 'All new products',
    other: 'Other',
  },
};
