/** The words of the page of checks. */
export const QUALITY_TEXTS = {
  zh: {
    hint: '产品数据中可能的问题。点击检查项查看产品，修正后的产品会离开列表。',
    incomplete: '仍在检查产品，数目还会变化。',
    check: '检查项',
    count: '产品数',
    download_of: '下载 CSV：%{name}',
  },
  en: {
    hint: 'What is probably wrong with products. A check leads to its products; one that is corrected leaves the list.',
    incomplete: 'Products are still being checked: the counts go on changing.',
    check: 'Check',
    count: 'Products',
    download_of: 'Download as CSV: %{name}',
  },
};
