import type { ReactNode } from 'react';
import { useLocale, useTranslate } from 'react-admin';
import { Box, Card, CardActionArea, Skeleton } from '@mui/material';
import { Link } from 'react-router-dom';
import type { RecentlyRejected } from '../../platform/access/fault.js';
import type { Quality } from '../../catalogue/quality/checks.js';
import type { IndexOverview } from '../index-overview.js';
import type { DemandRecord, OpenInquiries } from './data.js';
import { OfficePage } from './layout.js';
import { useOffice } from './pieces.js';
import { productsFoundBy } from './quality.js';
import { Failure, useReading } from './reading.js';
import type { Reading } from './reading.js';
import { filteredList } from './records.js';

const LINES = 5;
const DAY_MS = 24 * 3_600_000;

/** A text of the overview, with its values. */
type Told = readonly [name: string, values?: Record<string, number>];

/** A number of what needs somebody. */
interface Need {
  /** 0: nothing to do */
  count: number;
  /** in place of the number */
  shown?: Told;
  more?: Told | undefined;
}

const inquiriesNeed = ({ open, day_percent }: OpenInquiries): Need => ({
  count: open,
  more: day_percent === null ? undefined : ['inquiries_full', { percent: day_percent }],
});
const rejectedNeed = ({ products, calls }: RecentlyRejected): Need => ({
  count: products,
  more: calls > 0 ? ['rejected_calls', { smart_count: calls }] : undefined,
});
const qualityNeed = ({ data, complete }: Quality): Need => ({
  count: data.reduce((sum, { count }) => sum + count, 0),
  more: complete ? undefined : ['quality_incomplete'],
});
function indexNeed({ away, complete, lag_seconds, lag_changes, dead_letters }: IndexOverview): Need {
  const refused = dead_letters.length;
  // A second behind is what every write takes; more, or a product that the engine refuses, needs somebody.
  const isBehind = lag_seconds > 5;
  const state = away ? 'away' : !complete ? 'incomplete' : isBehind ? 'late' : 'ok';
  const behind: Told = ['index_behind', { changes: lag_changes, seconds: Math.round(lag_seconds) }];
  return {
    count: state === 'ok' ? refused : 1,
    shown: [`index_${state}`],
    more: refused > 0 ? ['refused', { smart_count: refused }] : isBehind ? behind : undefined,
  };
}

/** The calls of the last day of which something was rejected. */
const lastRejected = () =>
  filteredList('sync-log', { rejections: true, since: new Date(Date.now() - DAY_MS).toISOString() });

/** The checks that find most. */
const mostFound = ({ data }: Quality, locale: string): Line[] =>
  data
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, LINES)
    .map(({ check, title, count }) => ({
      key: check,
      name: <Link to={productsFoundBy(check)}>{locale === 'en' ? title.en : title.cn}</Link>,
      count,
    }));

/** Tasks waiting for staff. */
export function Home() {
  const office = useOffice();
  const translate = useTranslate();
  const locale = useLocale();
  const inquiries = useReading('open-inquiries', () => office.openInquiries());
  const rejected = useReading('rejected', () => office.recentlyRejected());
  const quality = useReading('quality', () => office.quality());
  const index = useReading('index', () => office.indexStatus());
  const demand = useReading('demand', async () => {
    const first = { page: 1, perPage: LINES };
    return (await office.getList<DemandRecord>('demand', { pagination: first, filter: {} })).data;
  });
  const failed = [inquiries, rejected, quality, index, demand].filter(({ failure }) => failure !== undefined);
  return (
    <OfficePage title="office.menu.home">
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
          of={mapped(inquiries, inquiriesNeed)}
        />
        <Count name="rejected" to={lastRejected()} of={mapped(rejected, rejectedNeed)} />
        <Count name="quality" to="/quality" of={mapped(quality, qualityNeed)} />
        <Count name="index" to="/index" of={mapped(index, indexNeed)} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
        <Panel title={translate('office.home.demand')} to="/demand">
          <Lines
            of={mapped(demand, (rows) =>
              rows.map(({ text, typed, count }) => ({ key: text, name: typed, count })),
            )}
          />
        </Panel>
        <Panel title={translate('office.home.findings')} to="/quality">
          <Lines of={mapped(quality, (found) => mostFound(found, locale))} />
        </Panel>
      </Box>
    </OfficePage>
  );
}

/** A reading with something made of its answer. */
const mapped = <T, U>(reading: Reading<T>, make: (answer: T) => U): Reading<U> => ({
  ...reading,
  answer: reading.answer === undefined ? undefined : make(reading.answer),
});

/** In the place of what is still read, or could not be: the page says why. */
function Missing({ of: { failure }, ...size }: { of: Reading<unknown>; width?: number; height?: number }) {
  return failure === undefined ? <Skeleton {...size} /> : '–';
}

/** A number with what it counts, which leads there. One that is not zero stands out. */
function Count({ name, to, of }: { name: string; to: string; of: Reading<Need> }) {
  const translate = useTranslate();
  const need = of.answer;
  const isCalm = need?.count === 0;
  const text = ([key, values]: Told): string => translate(`office.home.${key}`, { ...values });
  return (
    <Card
      variant="outlined"
      sx={{ borderLeft: 4, borderLeftColor: isCalm ? '#2e7d4f' : need ? '#b26a00' : 'divider' }}
    >
      <CardActionArea component={Link} to={to} sx={{ p: { xs: 1.5, md: 2 }, height: '100%' }}>
        <Box sx={{ color: 'text.secondary', fontSize: 14 }}>{translate(`office.home.${name}`)}</Box>
        <Box sx={{ fontSize: { xs: 22, md: 28 }, fontWeight: 600, lineHeight: 1.4 }}>
          {need ? (
            need.shown ? (
              text(need.shown)
            ) : (
              need.count.toLocaleString('en')
            )
          ) : (
            <Missing of={of} width={60} />
          )}
        </Box>
        <Box sx={{ color: 'text.secondary', fontSize: 13, minHeight: '1.5em' }}>
          {need?.more ? text(need.more) : isCalm ? translate('office.home.calm') : ''}
        </Box>
      </CardActionArea>
    </Card>
  );
}

function Panel({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Card component="section" variant="outlined" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', mb: 1 }}>
        <Box component="h2" sx={{ m: 0, fontSize: 16, fontWeight: 600 }}>
          {title}
        </Box>
        <Link to={to} aria-label={`${title}: ${translate('office.home.all')}`}>
          {translate('office.home.all')}
        </Link>
      </Box>
      {children}
    </Card>
  );
}

interface Line {
  key: string;
  name: ReactNode;
  count: number;
}

/** Names with their counts. */
function Lines({ of }: { of: Reading<Line[]> }) {
  const translate = useTranslate();
  const lines = of.answer;
  if (!lines) return <Missing of={of} height={100} />;
  if (lines.length === 0) return <Box sx={{ color: 'text.secondary' }}>{translate('office.home.none')}</Box>;
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {lines.map(({ key, name, count }) => (
        <Box
          key={key}
          component="li"
          sx={{ display: 'flex', gap: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}
        >
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Box>
          <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{count.toLocaleString('en')}</Box>
        </Box>
      ))}
    </Box>
  );
}
