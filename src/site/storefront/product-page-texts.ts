import type { Language } from './texts.js';

const zh = {
  /** the way here, for screen readers */
  crumbs: '当前位置',
  enlarge: '放大',
  noPicture: '暂无结构图',
  moreNames: (count: number) => `另有 ${count} 个名称`,
  askHint: '价格、规格与交期以报价为准。',
  copy: '复制',
  copyAll: '复制产品信息',
  copyLink: '复制链接',
  all: '查看全部',
  otherForms: '同一物质的其他形式',
  otherFormsHint: '按结构查找，差异见各项；仅“结构相同”者为同一物质。',
  moreProducts: (count: number) => `另有 ${count} 个产品`,
  impurities: '杂质',
  metabolites: '代谢物与衍生物',
  byName: '按名称查找，各项列出据以判断的名称。',
  similar: '结构相似的产品',
  similarHint: '均为其他物质。',
  similarity: (percent: number) => `相似度 ${percent}%`,
  /** what the name of a product says that it is to this one */
  why: { impurity: '杂质', metabolite: '代谢物', derivative: '衍生物' },
  colon: '：',
  withdrawn: '本产品已下架，不再供应。请先看同系列及结构相似的产品。',
  askSubstitute: '询价替代品',
  sameStructure: '结构相同',
  stereo: {
    enantiomer: '对映体',
    diastereomer: '其他立体异构体',
    less_defined: '立体构型未（全）标明',
    more_defined: '立体构型已标明',
    unknown: '立体构型未能比较',
  },
  isotopes: '同位素标记不同',
  salt: '盐、水合物或游离形式不同',
  /** between two differences */
  and: '；',
};

const en: typeof zh = {
  crumbs: 'You are here',
  enlarge: 'Enlarge',
  noPicture: 'No structure drawing yet',
  moreNames: (count) => (count === 1 ? '1 more name' : `${count} more names`),
  askHint: 'Price, pack sizes and delivery on request.',
  copy: 'Copy',
  copyAll: 'Copy details',
  copyLink: 'Copy link',
  all: 'View all',
  otherForms: 'Other forms of this substance',
  otherFormsHint:
    'Found by structure; each says in what it differs. Only the same structure is the same substance.',
  moreProducts: (count) => (count === 1 ? '1 more product' : `${count} more products`),
  impurities: 'Impurities',
  metabolites: 'Metabolites and derivatives',
  byName: 'Found by name; each shows the name that says so.',
  similar: 'Similar in structure',
  similarHint: 'Other substances, all of them.',
  similarity: (percent) => `Similarity ${percent} %`,
  why: { impurity: 'Impurity', metabolite: 'Metabolite', derivative: 'Derivative' },
  colon: ': ',
  withdrawn:
    'This product is withdrawn and no longer offered. See first its series and what is similar in structure.',
  askSubstitute: 'Request a quote for a substitute',
  sameStructure: 'Same structure',
  stereo: {
    enantiomer: 'Enantiomer',
    diastereomer: 'Other stereoisomer',
    less_defined: 'Stereo not, or not wholly, given',
    more_defined: 'Stereo given',
    unknown: 'Stereo not compared',
  },
  isotopes: 'Other isotopes',
  salt: 'Other salt, hydrate or free form',
  and: '; ',
};

/** The texts of the page of a product. */
export const PRODUCT_PAGE_TEXTS: Record<Language, typeof zh> = { zh, en };
