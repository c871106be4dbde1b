import type { StereoDifference } from '../../chemistry/index.js';
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
  otherForms: string;
  otherFormsHint: string;
  moreForms: (count: number) => string;
  sameStructure: string;
  stereo: Record<StereoDifference, string>;
  isotopes: string;
  salt: string;
  /** between two differences */
  and: string;
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
    otherForms: '同一物质的其他形式',
    otherFormsHint: '按结构查找，差异见各项；仅“结构相同”者为同一物质。',
    moreForms: (count) => `另有 ${count} 种形式`,
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
    and: '；',
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
    otherForms: 'Other forms of this substance',
    otherFormsHint:
      'Found by structure; each says in what it differs. Only the same structure is the same substance.',
    moreForms: (count) => (count === 1 ? '1 more form' : `${count} more forms`),
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
  },
};
