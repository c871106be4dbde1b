import type { Language } from './texts.js';

interface ProductPageTexts {
  /** the way here, for screen readers */
  crumbs: string;
  enlarge: string;
  noPicture: string;
  moreNames: (count: number) => string;
  askHint: string;
  copy: string;
  copyAll: string;
  copyLink: string;
  all: string;
}

/** The texts of the page of a product. */
export const PRODUCT_PAGE_TEXTS: Record<Language, ProductPageTexts> = {
  zh: {
    crumbs: '当前位置',
    enlarge: '放大',
    noPicture: '暂无结构图',
    moreNames: (count) => `另有 ${count} 个名称`,
    askHint: '价格、规格与交期以报价为准。',
    copy: '复制',
    copyAll: '复制产品信息',
    copyLink: '复制链接',
    all: '查看全部',
  },
  en: {
    crumbs: 'You are here',
    enlarge: 'Enlarge',
    noPicture: 'No structure drawing yet',
    moreNames: (count) => (count === 1 ? '1 more name' : `${count} more names`),
    askHint: 'Price, pack sizes and delivery on request.',
    copy: 'Copy',
    copyAll: 'Copy details',
    copyLink: 'Copy link',
    all: 'View all',
  },
};
