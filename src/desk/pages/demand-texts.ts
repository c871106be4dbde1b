import type { Texts } from './words.js';

/** The words of the page of unmet demand. */
export const DEMAND_TEXTS = {
  hint: [
    '检索或清单中没有找到产品、或只找到相近产品的文字，按周计数；不记录是谁检索的。',
    'Searches and list entries that found nothing, or only something similar, counted by week. Who searched is not recorded.',
  ],
  none: ['还没有这样的检索。', 'No such searches.'],
  text: ['文字', 'Text'],
  trend: ['每周趋势', 'Weekly trend'],
  trend_of: ['自 %{since} 起每周：%{counts}', 'Per week since %{since}: %{counts}'],
  count: ['次数', 'Times'],
  language: ['语言', 'Language'],
  languages: { cn: ['含汉字', 'Chinese'], en: ['不含汉字', 'Not Chinese'] },
  sureness: ['找到', 'Found'],
  surenesses: { none: ['无', 'nothing'], similar: ['仅相近', 'only similar'] },
  inquiries: ['询价', 'Inquiries'],
  any: ['不限', 'Any'],
  weeks: ['周数', 'Weeks'],
  q: ['包含', 'Contains'],
  ignored: ['显示已忽略', 'Show ignored'],
  make_product: ['建为产品', 'Create product'],
  make_alias: ['设为别名', 'Make alias'],
  alias_of: ['“%{text}”是哪个产品的别名？', 'Which product is “%{text}” an alias of?'],
  target: ['CAS 号或货号', 'CAS number or product number'],
  alias_made: ['“%{text}”已设为 %{target} 的别名', '“%{text}” is now an alias of %{target}'],
  ignore: ['忽略', 'Ignore'],
  show_again: ['恢复显示', 'Show again'],
  of: ['%{what}：%{text}', '%{what}: %{text}'],
  more: ['更多', 'More'],
  download: ['下载 CSV', 'Download as CSV'],
} satisfies Texts;
