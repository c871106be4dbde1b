import type { ReactNode } from 'react';
import { Title, useLocale, useTranslate } from 'react-admin';
import { Box, Card, CardActionArea, Skeleton } from '@mui/material';
import { Link } from 'react-router-dom';
import type { Quality } from '../../quality/checks.js';
import type { DemandPage } from './data.js';
import { NEEDS } from './needs.js';
import type { Need } from './needs.js';
import { useOffice } from './pieces.js';
import { useAnswer } from './reading.js';
import { PushChart } from './push-chart.js';
import { productsFoundBy } from './quality.js';

const LINES = 5;

/** Tasks waiting for staff. */
export function Home() {
  const office = useOffice();
  const translate = useTranslate();
  const inquiries = useAnswer(() => office.openInquiries());
  const pushes = useAnswer(() => office.recentPushes());
  const quality = useAnswer(() => office.quality());
  const index = useAnswer(() => office.indexStatus());
  const demand = useAnswer(() => office.demand({ page_size: LINES }));
  const needs = [
    ['inquiries', inquiries === undefined ? undefined : NEEDS.inquiries.read({ data: { open: inquiries } })],
    ['rejected', pushes && NEEDS.rejected.read({ data: pushes })],
    ['quality', quality && NEEDS.quality.read(quality)],
    ['index', index && NEEDS.index.read({ data: index })],
  ] as const;
  return (
    <Box sx={{ my: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Title title={translate('office.menu.home')} />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, md: 2 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {needs.map(([name, need]) => (
          <Count key={name} name={name} need={need} />
        ))}
      </Box>
      <Panel title={translate('office.home.pushes')} to="/sync-log">
        {pushes ? <PushChart days={pushes.days} /> : <Skeleton height={120} />}
      </Panel>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
        <MostWanted demand={demand} />
        <MostFound quality={quality} />
      </Box>
    </Box>
  );
}

/** A number with what it counts, which leads there. One that is not zero stands out. */
function Count({ name, need }: { name: keyof typeof NEEDS; need: Need | undefined }) {
  const translate = useTranslate();
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
            <Skeleton width={60} />
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
function Lines({ lines }: { lines: { key: string; name: ReactNode; count: number }[] | undefined }) {
  const translate = useTranslate();
  if (!lines) return <Skeleton height={100} />;
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

function MostWanted({ demand }: { demand: DemandPage | undefined }) {
  const translate = useTranslate();
  return (
    <Panel title={translate('office.home.demand')} to="/demand">
      <Lines lines={demand?.data.map(({ text, count }) => ({ key: text, name: text, count }))} />
    </Panel>
  );
}

function MostFound({ quality }: { quality: Quality | undefined }) {
  const translate = useTranslate();
  const locale = useLocale();
  const lines = quality?.data
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, LINES)
    .map(({ check, title, count }) => ({
      key: check,
      name: <Link to={productsFoundBy(check)}>{locale === 'en' ? title.en : title.cn}</Link>,
      count,
    }));
  return (
    <Panel title={translate('office.home.findings')} to="/quality">
      <Lines lines={lines} />
    </Panel>
  );
}
