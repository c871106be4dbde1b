import type { ReactNode } from 'react';
import { Title, useLocale, useTranslate } from 'react-admin';
import { Box, Card, CardActionArea, Skeleton } from '@mui/material';
import { Link } from 'react-router-dom';
import type { Quality } from '../../catalogue/quality/checks.js';
import { NEEDS } from './needs.js';
import type { Need } from './needs.js';
import { useOffice } from './pieces.js';
import { Failure, useReading } from './reading.js';
import type { Reading } from './reading.js';
import { PushChart } from './push-chart.js';
import { productsFoundBy } from './quality.js';

const LINES = 5;

/** Tasks waiting for staff. */
export function Home() {
  const office = useOffice();
  const translate = useTranslate();
  const locale = useLocale();
  const inquiries = useReading(() => office.openInquiries());
  const pushes = useReading(() => office.recentPushes());
  const quality = useReading(() => office.quality());
  const index = useReading(() => office.indexStatus());
  const demand = useReading(() => office.demand({ page_size: LINES }));
  const failed = [inquiries, pushes, quality, index, demand].filter(({ failure }) => failure !== undefined);
  const mostFound = ({ data }: Quality) =>
    data
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, LINES)
      .map(({ check, title, count }) => ({
        key: check,
        name: <Link to={productsFoundBy(check)}>{locale === 'en' ? title.en : title.cn}</Link>,
        count,
      }));
  const needs = [
    ['inquiries', mapped(inquiries, (data) => NEEDS.inquiries.read({ data }))],
    ['rejected', mapped(pushes, (data) => NEEDS.rejected.read({ data }))],
    ['quality', mapped(quality, NEEDS.quality.read)],
    ['index', mapped(index, (data) => NEEDS.index.read({ data }))],
  ] as const;
  return (
    <Box sx={{ my: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Title title={translate('office.menu.home')} />
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
        {needs.map(([name, reading]) => (
          <Count key={name} name={name} reading={reading} />
        ))}
      </Box>
      <Panel title={translate('office.home.pushes')} to="/sync-log">
        {pushes.answer ? <PushChart days={pushes.answer.days} /> : <Missing of={pushes} height={120} />}
      </Panel>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
        <Panel title={translate('office.home.demand')} to="/demand">
          <Lines
            of={mapped(demand, ({ data }) =>
              data.map(({ text, typed, count }) => ({ key: text, name: typed, count })),
            )}
          />
        </Panel>
        <Panel title={translate('office.home.findings')} to="/quality">
          <Lines of={mapped(quality, mostFound)} />
        </Panel>
      </Box>
    </Box>
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
function Count({ name, reading }: { name: keyof typeof NEEDS; reading: Reading<Need> }) {
  const translate = useTranslate();
  const need = reading.answer;
  const isCalm = need?.count === 0;
  const text = ([key, values]: NonNullable<Need['more']>): string =>
    translate(`office.home.${key}`, { ...values });
  return (
    <Card
      variant="outlined"
      sx={{
        borderLeft: 4,
        borderLeftColor: isCalm ? '#2e7d4f' : need === undefined ? 'divider' : '#b26a00',
      }}
    >
      <CardActionArea component={Link} to={NEEDS[name].page()} sx={{ p: { xs: 1.5, md: 2 }, height: '100%' }}>
        <Box sx={{ color: 'text.secondary', fontSize: 14 }}>{translate(`office.home.${name}`)}</Box>
        <Box sx={{ fontSize: { xs: 22, md: 28 }, fontWeight: 600, lineHeight: 1.4 }}>
          {need === undefined ? (
            <Missing of={reading} width={60} />
          ) : need.shown ? (
            text(need.shown)
          ) : (
            need.count.toLocaleString('en')
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

/** Names with their counts. */
function Lines({ of }: { of: Reading<{ key: string; name: ReactNode; count: number }[]> }) {
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
