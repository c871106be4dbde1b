import type { RecentPushes } from '../../platform/access/push-days.js';
import type { Quality } from '../../catalogue/quality/checks.js';
import type { IndexOverview } from '../index-overview.js';
import { PUBLIC } from './session.js';
import { filteredList } from './filtered-list.js';
import type { HOME_TEXTS } from './home-texts.js';

// What needs somebody, for the page that staff see first and for what they see of it before the app is there (first-sight.ts).

/** A text of HOME_TEXTS, with its values. */
type Told = readonly [name: keyof (typeof HOME_TEXTS)['en'], values?: Record<string, number>];

/** How many inquiries wait; the share of those that are taken on a day, %, where it is nearly used up. */
export interface OpenInquiries {
  open: number;
  day_percent: number | null;
}

/** A number of what needs somebody. */
export interface Need {
  /** 0: nothing to do */
  count: number;
  /** in place of the number */
  shown?: Told;
  more?: Told | undefined;
}

const DAY_MS = 24 * 3_600_000;

/** The numbers in their order: the path below the API of the pages whose answer tells it, and the page that it leads to. */
export const NEEDS = {
  inquiries: {
    path: () => '/inquiries/open',
    page: () => filteredList('inquiries', { status: 'new' }),
    read: ({ data: { open, day_percent } }: { data: OpenInquiries }): Need => ({
      count: open,
      more: day_percent === null ? undefined : ['inquiries_full', { percent: day_percent }],
    }),
  },
  rejected: {
    path: () => `/sync-log/days?offset=${-new Date().getTimezoneOffset()}`,
    page: () =>
      filteredList('sync-log', { rejections: true, since: new Date(Date.now() - DAY_MS).toISOString() }),
    read: ({ data: { rejected } }: { data: RecentPushes }): Need => ({
      count: rejected.products,
      more: rejected.calls > 0 ? ['rejected_calls', { smart_count: rejected.calls }] : undefined,
    }),
  },
  quality: {
    path: () => `${PUBLIC}/quality`,
    page: () => '/quality',
    read: ({ data, complete }: Quality): Need => ({
      count: data.reduce((sum, { count }) => sum + count, 0),
      more: complete ? undefined : ['quality_incomplete'],
    }),
  },
  index: {
    path: () => '/index',
    page: () => '/index',
    read: ({
      data: { away: isAway, complete, lag_seconds, lag_changes, dead_letters },
    }: {
      data: IndexOverview;
    }): Need => {
      const refused = dead_letters.length;
      // A second behind is what every write takes; more, or a product that the engine refuses, needs somebody.
      const isBehind = lag_seconds > 5;
      const behind = ['index_behind', { changes: lag_changes, seconds: Math.round(lag_seconds) }] as const;
      return {
        count: complete && !isBehind && !isAway ? refused : 1,
        shown: [
          isAway ? 'index_away' : complete ? (isBehind ? 'index_late' : 'index_ok') : 'index_incomplete',
        ],
        more: refused > 0 ? ['refused', { smart_count: refused }] : isBehind ? behind : undefined,
      };
    },
  },
};
