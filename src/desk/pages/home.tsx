import { Box, Card, CardActionArea, Skeleton } from '@mui/material';
import { Link } from 'react-router-dom';
import type { RecentlyRejected } from '../../platform/access/fault.js';
import type { Quality } from '../../catalogue/quality/checks.js';
import { isBehind } from '../index-overview.js';
import type { IndexOverview } from '../index-overview.js';
import { OfficePage } from './layout.js';
import { isOfLack, useQuality } from './quality.js';
import { Failure, useAnswer } from './reading.js';
import type { Reading } from './reading.js';
import { filteredList } from './records.js';
import { grouped, useDesk } from './pieces.js';
import type { Desk } from './pieces.js';

const DAY_MS = 24 * 3_600_000;

/** A number of what needs somebody. */
interface Need {
  /** 0: nothing to do */
  count: number;
  /** in place of the number */
  shown?: string;
  more?: string | undefined;
}

/** How many inquiries wait; the share of those that are taken on a day, %, where it is nearly used up. */
interface OpenInquiries {
  open: number;
  day_percent: number | null;
}

const inquiriesNeed = ({ open, day_percent }: OpenInquiries, { t }: Desk): Need => ({
  count: open,
  more: day_percent === null ? undefined : t('home.inquiries_full', { percent: day_percent }),
});
const rejectedNeed = ({ products, calls }: RecentlyRejected, { t }: Desk): Need => ({
  count: products,
  more: calls > 0 ? t('home.rejected_calls', { smart_count: calls }) : undefined,
});
/** What is wrong stands apart from what is only missing, of which there is much more. */
function qualityNeed({ data, complete }: Quality, { t }: Desk): Need {
  const sum = (found: Quality['data']): number => found.reduce((all, { count }) => all + count, 0);
  const lacking = sum(data.filter(isOfLack));
  const lack = lacking === 0 ? undefined : t('home.lacking', { count: lacking });
  return {
    count: sum(data.filter((each) => !isOfLack(each))),
    more: complete ? lack : t('home.quality_incomplete'),
  };
}
function indexNeed(
  { away, complete, lag_seconds: lag, lag_changes: changes, dead_letters }: IndexOverview,
  { t, lasting }: Desk,
): Need {
  const refused = dead_letters.length;
  const isLate = isBehind(lag);
  const state = away ? 'away' : !complete ? 'incomplete' : isLate ? 'late' : 'ok';
  const behind = isLate ? t('lag', { changes, time: lasting(lag) }) : undefined;
  return {
    count: state === 'ok' ? refused : 1,
    shown: t(`home.index_${state}`),
    more: refused > 0 ? t('home.refused', { smart_count: refused }) : behind,
  };
}

/** The calls of the last day of which something was rejected. */
const lastRejected = () =>
  filteredList('sync-log', { rejections: true, since: new Date(Date.now() - DAY_MS).toISOString() });

/** Tasks waiting for staff. */
export function Home() {
  const { t } = useDesk();
  const inquiries = useAnswer<OpenInquiries>('/inquiries/open');
  const rejected = useAnswer<RecentlyRejected>('/sync-log/rejected');
  const quality = useQuality();
  const index = useAnswer<IndexOverview>('/index');
  const failed = [inquiries, rejected, quality, index].filter(({ failure }) => failure !== undefined);
  return (
    <OfficePage title={t('menu.home')}>
      {failed.length > 0 && (
        <Failure failure={failed[0]!.failure} onAgain={() => failed.forEach(({ again }) => again())} />
      )}
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, md: 2 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        <Count
          name="inquiries"
          to={filteredList('inquiries', { status: 'new' })}
          of={inquiries}
          need={inquiriesNeed}
        />
        <Count name="rejected" to={lastRejected()} of={rejected} need={rejectedNeed} />
        <Count name="quality" to="/quality" of={quality} need={qualityNeed} />
        <Count name="index" to="/index" of={index} need={indexNeed} />
      </Box>
    </OfficePage>
  );
}

/** A number with what it counts, which leads there. One that is not zero stands out. */
function Count<A>(props: {
  name: 'inquiries' | 'rejected' | 'quality' | 'index';
  to: string;
  of: Reading<A>;
  need: (answer: A, desk: Desk) => Need;
}) {
  const { name, to, of } = props;
  const desk = useDesk();
  const need = of.answer && props.need(of.answer, desk);
  const isCalm = need?.count === 0;
  // In the place of what is still read, or could not be: the page says why.
  const missing = of.failure === undefined ? <Skeleton width={60} /> : '–';
  return (
    <Card
      variant="outlined"
      sx={{ borderLeft: 4, borderLeftColor: isCalm ? '#2e7d4f' : need ? '#b26a00' : 'divider' }}
    >
      <CardActionArea component={Link} to={to} sx={{ p: { xs: 1.5, md: 2 }, height: '100%' }}>
        <Box sx={{ color: 'text.secondary', fontSize: 14 }}>{desk.t(`home.${name}`)}</Box>
        <Box sx={{ fontSize: { xs: 22, md: 28 }, fontWeight: 600, lineHeight: 1.4 }}>
          {need ? (need.shown ?? grouped(need.count)) : missing}
        </Box>
        <Box sx={{ color: 'text.secondary', fontSize: 13, minHeight: '1.5em' }}>
          {need?.more ?? (isCalm && desk.t('home.calm'))}
        </Box>
      </CardActionArea>
    </Card>
  );
}
