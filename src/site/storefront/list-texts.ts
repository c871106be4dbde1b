import type { FoundLine, ListRefusal } from './list-lines.js';
import type { Language } from './texts.js';

type ListTexts = Record<ListRefusal, string> & {
  title: string;
  explain: string;
  label: string;
  example: string;
  file: string;
  fileHint: string;
  lookUp: string;
  searching: string;
  busy: string;
  failed: string;
  cut: string;
  degraded: string;
  lines: string;
  /** which lines are shown */
  show: string;
  order: string;
  orders: Record<'list' | 'check' | 'product', string>;
  filter: string;
  sure: string;
  check: string;
  missing: string;
  line: string;
  asked: string;
  found: string;
  sureness: string;
  change: string;
  outcome: Record<FoundLine['outcome'], string>;
  conflict: string;
  facts: Record<FoundLine['conflict'][number], string>;
  didYouMean: string;
  others: (count: number) => string;
  choose: string;
  edit: string;
  remove: string;
  save: string;
  cancel: string;
  copy: string;
  share: string;
  download: string;
  askForAll: string;
  askForIt: string;
  inBasket: string;
  /** before the number of lines, and the lines */
  notAdded: string;
  quantity: string;
  page: string;
};

/** The texts of the page of lists. */
export const LIST_TEXTS: Record<Language, ListTexts> = {
  zh: {
    title: '批量检索',
    explain:
      '粘贴货号、CAS 号、中英文名称或结构（SMILES、InChIKey），每行一个（至多 1,000 行），或选择文件。',
    label: '您的清单',
    example: '阿司匹林 100 mg\n58-08-2\nibuprofen',
    file: '文件（CSV、Excel 或文本）',
    fileHint: '也可将文件拖到此处；至多 1 MB。',
    lookUp: '逐行检索',
    searching: '正在检索…',
    busy: '检索过于频繁，请稍候片刻。',
    failed: '暂时无法检索，请稍后再试。',
    listEmpty: '没有可检索的内容：请粘贴清单或选择文件。',
    fileLarge: '内容过大：文件或文本至多 1 MB。',
    fileForeign: '无法识别此文件：请使用 CSV、Excel（xlsx）或文本文件。',
    fileBroken: '文件已损坏，无法读取：请另存为 CSV 或文本文件后重试。',
    cut: '清单过长：仅检索了前 1,000 行。',
    degraded: '检索服务暂时受限：目前只能找到与名称或号码完全一致的产品。',
    lines: '全部',
    show: '显示',
    order: '排序',
    orders: { list: '按清单顺序', check: '需核对者在前', product: '按产品名称' },
    filter: '在清单中筛选',
    sure: '已找到',
    check: '需核对',
    missing: '未找到',
    line: '行',
    asked: '检索内容',
    found: '产品',
    sureness: '匹配程度',
    change: '操作',
    outcome: {
      exact: '完全一致',
      partial: '仅名称部分相同，请核对',
      similar: '仅相近，请核对',
      none: '未找到',
      chosen: '由您选定',
      heading: '表头，未检索',
    },
    conflict: '与此产品不符：',
    facts: { code: '货号', cas: 'CAS 号', structure: '结构', name: '名称', formula: '分子式' },
    didYouMean: '号码可能有误，是否为：',
    others: (count) => `其他可能的产品（${count}）`,
    choose: '选择',
    edit: '修改',
    remove: '删除',
    save: '保存',
    cancel: '取消',
    copy: '复制表格',
    share: '复制此清单的链接',
    download: '下载 Excel',
    askForAll: '全部加入询价单',
    askForIt: '加入询价单',
    inBasket: '已加入',
    notAdded: '询价单已满，未加入：',
    quantity: '数量',
    page: '网页',
  },
  en: {
    title: 'Bulk search',
    explain:
      'Paste product numbers, CAS numbers, names or structures (SMILES, InChIKey), one per line (up to 1,000 lines), or choose a file.',
    label: 'Your list',
    example: 'aspirin 100 mg\n58-08-2\n布洛芬',
    file: 'File (CSV, Excel or text)',
    fileHint: 'You can also drop a file here. 1 MB at most.',
    lookUp: 'Look up',
    searching: 'Searching…',
    busy: 'Too many searches. Please wait a moment.',
    failed: 'Search is not available at the moment. Please try again later.',
    listEmpty: 'There is nothing to look up: paste a list or choose a file.',
    fileLarge: 'This is too large: a file or text may have 1 MB at most.',
    fileForeign: 'This type of file cannot be read: use CSV, Excel (xlsx) or text.',
    fileBroken: 'This file is damaged: save it as CSV or text and try again.',
    cut: 'The list is too long: only its first 1,000 lines were looked up.',
    degraded: 'Search is limited at the moment: only exact names and numbers can be found.',
    lines: 'All',
    show: 'Show',
    order: 'Sort by',
    orders: { list: 'Your order', check: 'To check first', product: 'Product' },
    filter: 'Filter these lines',
    sure: 'Found',
    check: 'To check',
    missing: 'Not found',
    line: 'Line',
    asked: 'Your entry',
    found: 'Product',
    sureness: 'Match',
    change: 'Change',
    outcome: {
      exact: 'Exact',
      partial: 'Part of a name: please check',
      similar: 'Only similar: please check',
      none: 'Not found',
      chosen: 'Chosen by you',
      heading: 'Column names: not looked up',
    },
    conflict: 'Does not match this product: ',
    facts: {
      code: 'product number',
      cas: 'CAS number',
      structure: 'structure',
      name: 'name',
      formula: 'formula',
    },
    didYouMean: 'The number may be mistyped. Did you mean: ',
    others: (count) => `Other possible products (${count})`,
    choose: 'Use this',
    edit: 'Edit',
    remove: 'Remove',
    save: 'Save',
    cancel: 'Cancel',
    copy: 'Copy table',
    share: 'Copy link to this list',
    download: 'Download as Excel',
    askForAll: 'Add all to quote list',
    askForIt: 'Add to quote list',
    inBasket: 'Added',
    notAdded: 'Quote list is full. Not added: ',
    quantity: 'Quantity',
    page: 'Page',
  },
};
