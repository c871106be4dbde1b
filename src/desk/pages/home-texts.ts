import type { Texts } from './words.js';

/** The words of the page that staff see first. */
export const HOME_TEXTS = {
  title: ['概览', 'Overview'],
  inquiries: ['待答复的询价', 'Open inquiries'],
  inquiries_full: [
    '今日询价已达每日上限的 %{percent}%',
    '%{percent}% of the daily limit of inquiries used today',
  ],
  rejected: ['近 24 小时被拒绝的行', 'Rows rejected in the last 24 hours'],
  rejected_calls: ['共 %{smart_count} 次推送', 'in %{smart_count} push |||| in %{smart_count} pushes'],
  quality: ['数据质量问题', 'Quality findings'],
  lacking: ['另有 %{count} 项缺失', 'and %{count} only lack something'],
  quality_incomplete: ['仍在检查', 'still checking'],
  index: ['检索索引', 'Search index'],
  index_ok: ['已同步', 'Up to date'],
  index_late: ['落后', 'Behind'],
  index_behind: ['落后 %{changes} 项，%{seconds} 秒', '%{changes} changes, %{seconds} s behind'],
  index_incomplete: ['不完整', 'Incomplete'],
  index_away: ['引擎无应答', 'Engine away'],
  refused: [
    '%{smart_count} 个产品被搜索引擎拒绝',
    '%{smart_count} product refused by the search engine |||| %{smart_count} products refused by the search engine',
  ],
  calm: ['无需处理', 'nothing to do'],
} satisfies Texts;
