import type { Request } from 'express';
import { STATUS_NAMES } from '../../catalogue/products/fields.js';
import type { Status } from '../../catalogue/products/fields.js';

export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of the URL, else the browser's preferred one. */
export function languageOf(req: Request, asked: Language | undefined): Language {
  return asked ?? (req.acceptsLanguages('zh', 'en') === 'en' ? 'en' : 'zh');
}

/** A whole number with its thousands apart. */
export const numberIn = (lang: Language, number: number): string =>
  number.toLocaleString(lang === 'zh' ? 'zh-CN' : 'en');

interface StorefrontTexts {
  product: string;
  /** what is wrong with a form, by the code that the service answers */
  faults: Record<
    'required' | 'contact' | 'email' | 'too_long' | 'unreadable' | 'check' | 'busy' | 'failed',
    string
  >;
  close: string;
  askFor: (name: string) => string;
  htmlLang: string;
  tagline: string;
  otherLanguage: string;
  searchLabel: string;
  placeholder: string;
  search: string;
  suggestions: string;
  results: (total: number, lang: Language) => string;
  about: string;
  namesWithIt: string;
  namesAlike: string;
  didYouMean: string;
  missing: string;
  askedAs: string;
  degraded: string;
  nothing: string;
  tryInstead: string;
  filters: string;
  previous: string;
  next: string;
  pages: string;
  category: string;
  series: string;
  tag: string;
  status: Record<Status, string>;
  picture: string;
  structureOf: (name: string) => string;
  code: string;
  cas: string;
  formula: string;
  weight: string;
  weightShort: string;
  synonyms: string;
  tags: string;
  updated: string;
  sameCas: string;
  seriesMates: (series: string) => string;
  copy: (what: string) => string;
  copied: string;
  description: string;
  notFound: string;
  searchFor: (text: string) => string;
  inquiry: string;
  basket: string;
  basketEmpty: string;
  basketHint: string;
  basketFull: string;
  /** before what a visitor wrote, and before a product that may be meant by it */
  yourWords: string;
  perhaps: string;
  add: string;
  added: string;
  remove: string;
  unit: string;
  purity: string;
  note: string;
  name: string;
  company: string;
  email: string;
  phone: string;
  quantity: string;
  message: string;
  send: string;
  /** the same with how many products; `{n}` stands for the number */
  sendMany: [one: string, many: string];
  sent: string;
  notSent: string;
  contactHint: string;
  needsScript: string;
  busy: string;
  failed: string;
  api: string;
  list: string;
  structure: string;
  asList: string;
  stock: string;
  skip: string;
  site: string;
  catalogue: string;
  allProducts: string;
  allSeries: string;
  data: string;
  wholeAsCsv: string;
  contact: string;
}

/** The texts of the public pages. */
export const TEXTS: Record<Language, StorefrontTexts> = {
  zh: {
    product: '产品',
    faults: {
      required: '请填写此项。',
      contact: '请填写电子邮箱或电话。',
      email: '请填写有效的电子邮箱，例如 name@example.com。',
      too_long: '内容过长，请缩短。',
      unreadable: '此项内容无法识别，请修改。',
      check: '请检查标出的内容。',
      busy: '提交过于频繁，请一分钟后再试。',
      failed: '暂时无法提交，请稍后再试。',
    },
    close: '关闭',
    askFor: (name) => `将“${name}”加入询价单`,
    htmlLang: 'zh-CN',
    tagline: '杂质对照品、标准品与中间体',
    otherLanguage: 'English',
    searchLabel: '检索产品',
    placeholder: '中英文名称、CAS 号、货号、分子式、拼音…',
    search: '检索',
    suggestions: '建议',
    results: (total, lang) => `${numberIn(lang, total)} 个产品`,
    about: '约 ',
    namesWithIt: '没有完全匹配的产品；名称中含有它的：',
    namesAlike: '没有完全匹配的产品；相近的名称：',
    missing: '未找到：',
    askedAs: '检索内容：',
    degraded: '检索服务暂时受限，结果可能不全。',
    didYouMean: '此号码不正确或不在目录中。您要找的是不是：',
    nothing: '没有找到相符的产品。',
    tryInstead: '可以试试：',
    filters: '筛选',
    previous: '上一页',
    next: '下一页',
    pages: '翻页',
    category: '类别',
    series: '系列',
    tag: '标签',
    status: STATUS_NAMES.cn,
    picture: '结构图',
    structureOf: (name) => `${name} 的结构式`,
    code: '货号',
    cas: 'CAS 号',
    formula: '分子式',
    weight: '分子量',
    weightShort: '分子量',
    synonyms: '同义词',
    tags: '标签',
    updated: '更新时间',
    sameCas: '相同 CAS 号的产品',
    seriesMates: (series) => `“${series}”系列的其他产品`,
    copy: (what) => `复制${what}`,
    copied: '已复制',
    description: '产品说明',
    notFound: '没有这个产品',
    searchFor: (text) => `检索“${text}”`,
    inquiry: '询价',
    basket: '询价单',
    basketEmpty: '询价单中还没有产品。',
    basketHint: '可加入至多 100 个产品，一并询价；提交之前，询价单只保存在此浏览器中。',
    basketFull: '询价单已满',
    yourWords: '您的原文：',
    perhaps: '可能是（未确认）：',
    add: '加入询价单',
    added: '已加入',
    remove: '移除',
    unit: '单位',
    purity: '纯度',
    note: '备注',
    name: '姓名',
    company: '公司',
    email: '电子邮箱',
    phone: '电话',
    quantity: '数量',
    message: '留言',
    send: '提交询价',
    sendMany: ['提交询价（1 项）', '提交询价（{n} 项）'],
    sent: '已收到您的询价，询价编号 ',
    notSent: '未能提交：',
    contactHint: '电子邮箱和电话请至少填写一项。',
    needsScript: '询价单需启用 JavaScript；未启用时可在产品页面逐个询价。',
    busy: '检索过于频繁，请稍候片刻。',
    failed: '暂时无法检索，请稍后再试。',
    api: '接口文档',
    list: '批量检索',
    structure: '结构检索',
    asList: '逐行检索此清单',
    stock: '供货状态',
    skip: '跳到内容',
    site: '本站',
    catalogue: '产品目录',
    allProducts: '全部产品',
    allSeries: '全部系列',
    data: '数据与接口',
    wholeAsCsv: '下载全部产品（CSV）',
    contact: '联系我们',
  },
  en: {
    product: 'Product',
    faults: {
      required: 'Please fill in this field.',
      contact: 'Please give an e-mail address or a phone number.',
      email: 'Please give a valid e-mail address, such as name@example.com.',
      too_long: 'This is too long. Please shorten it.',
      unreadable: 'This is not valid. Please change it.',
      check: 'please check the marked fields.',
      busy: 'too many requests at once. Please try again in a minute.',
      failed: 'this is not possible at the moment. Please try again later.',
    },
    close: 'Close',
    askFor: (name) => `Add “${name}” to quote list`,
    htmlLang: 'en',
    tagline: 'Impurity standards, reference standards and intermediates',
    otherLanguage: '中文',
    searchLabel: 'Search products',
    placeholder: 'Name, CAS number, formula…',
    search: 'Search',
    suggestions: 'Suggestions',
    results: (total, lang) => (total === 1 ? '1 product' : `${numberIn(lang, total)} products`),
    about: 'about ',
    namesWithIt: 'No exact match; names that contain it:',
    namesAlike: 'No exact match; similar names:',
    missing: 'Not found: ',
    askedAs: 'for: ',
    degraded: 'Search is limited at the moment, and may not find everything.',
    didYouMean: 'This number is mistyped or not in the catalogue. Did you mean: ',
    nothing: 'No products found.',
    tryInstead: 'Try instead: ',
    filters: 'Filters',
    previous: 'Previous',
    next: 'Next',
    pages: 'Pages',
    category: 'Category',
    series: 'Series',
    tag: 'Tag',
    status: STATUS_NAMES.en,
    picture: 'Picture',
    structureOf: (name) => `Structure of ${name}`,
    code: 'Product number',
    cas: 'CAS number',
    formula: 'Formula',
    weight: 'Molecular weight',
    weightShort: 'Mol. weight',
    synonyms: 'Synonyms',
    tags: 'Tags',
    updated: 'Updated',
    sameCas: 'Products with the same CAS number',
    seriesMates: (series) => `Other products of the series ${series}`,
    copy: (what) => `Copy ${what}`,
    copied: 'Copied',
    description: 'Description',
    notFound: 'Product not found',
    searchFor: (text) => `Search for “${text}”`,
    inquiry: 'Request a quote',
    basket: 'Quote list',
    basketEmpty: 'There are no products in your quote list yet.',
    basketHint:
      'Add up to 100 products and request one quote for all of them. Until then they stay in this browser.',
    basketFull: 'Quote list is full',
    yourWords: 'Your words: ',
    perhaps: 'Perhaps (not confirmed): ',
    add: 'Add to quote list',
    added: 'Added',
    remove: 'Remove',
    unit: 'Unit',
    purity: 'Purity',
    note: 'Note',
    name: 'Name',
    company: 'Company',
    email: 'E-mail',
    phone: 'Phone',
    quantity: 'Quantity',
    message: 'Message',
    send: 'Request a quote',
    sendMany: ['Request a quote (1 item)', 'Request a quote ({n} items)'],
    sent: 'We have received your request for a quote. Its number is ',
    notSent: 'Not sent: ',
    contactHint: 'To reply, we need an e-mail address or a phone number.',
    needsScript: 'The quote list needs JavaScript. Without it, request a quote on the page of each product.',
    busy: 'Too many searches. Please wait a moment.',
    failed: 'Search is not available at the moment. Please try again later.',
    api: 'API documentation',
    list: 'Bulk search',
    structure: 'Structure search',
    asList: 'Look up this list line by line',
    stock: 'Availability',
    skip: 'Skip to content',
    site: 'This site',
    catalogue: 'Catalogue',
    allProducts: 'All products',
    allSeries: 'All series',
    data: 'Data',
    wholeAsCsv: 'All products as CSV',
    contact: 'Contact',
  },
};
