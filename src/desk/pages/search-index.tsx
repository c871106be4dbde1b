import { Alert, Box, Button, Card, Stack } from '@mui/material';
import { knownReason } from '../../catalogue/changes/rebuild-reasons.js';
import type { IndexOverview, RebuildInfo } from '../index-overview.js';
import { useQuestion } from './dialogs.js';
import { OfficePage } from './layout.js';
import {
  Named,
  Progress,
  Section,
  useIsAdministrator,
  useOffice,
  useTime,
  useWork,
  useWords,
} from './pieces.js';
import { Shown, useAnswer } from './reading.js';
import { Rows } from './records.js';

const POLL_MS = 1_000;

const runs = ({ step }: RebuildInfo): boolean => step !== 'done' && step !== 'failed';

/** The state of the search index; rebuild and check. */
export function SearchIndex() {
  const office = useOffice();
  const t = useWords('index');
  const isAdministrator = useIsAdministrator();
  const reading = useAnswer<IndexOverview>('/index', { everyMs: POLL_MS });
  const [question, dialog] = useQuestion();
  const [ask] = useWork((what: 'rebuild' | 'check') =>
    office.call('POST', `/index/${what}`).then(reading.again),
  );
  const rebuild = (): void =>
    question({ title: 'office.index.rebuild', content: 'office.index.rebuild_text' }, () => ask('rebuild'));
  return (
    <OfficePage title="office.menu.index">
      <Shown reading={reading}>
        {(status) => {
          const isChecking = status.check?.finished_at === null;
          return (
            <>
              <Alert severity={stateOf(status) === 'complete' ? 'success' : 'warning'}>
                {t(stateOf(status))}
              </Alert>
              <Facts status={status} />
              <Stack direction="row" spacing={1}>
                {isAdministrator && (
                  <Button variant="contained" disabled={status.rebuilds.some(runs)} onClick={rebuild}>
                    {t('rebuild')}
                  </Button>
                )}
                <Button variant="outlined" disabled={isChecking} onClick={() => ask('check')}>
                  {t(isChecking ? 'checking' : 'check')}
                </Button>
              </Stack>
              {dialog}
              {status.rebuilds.filter(runs).map((each) => (
                <Running key={each.id} rebuild={each} />
              ))}
              <CheckResult check={status.check} />
              <DeadLetters of={status} />
              <Section title={t('rebuilds')}>
                <Rebuilds rebuilds={status.rebuilds} />
              </Section>
            </>
          );
        }}
      </Shown>
    </OfficePage>
  );
}

function DeadLetters({ of: { dead_letters: letters } }: { of: IndexOverview }) {
  const t = useWords('index');
  return (
    <Section title={t('dead_letters')}>
      {letters.length === 0 && t('no_dead_letters')}
      {letters.map(({ code, reason }) => (
        <Box key={code}>
          <Named name={code}>{reason}</Named>
        </Box>
      ))}
    </Section>
  );
}

function stateOf({ away, complete, generation }: IndexOverview): string {
  if (away) return 'engine_away';
  if (complete) return 'complete';
  return generation === 0 ? 'away' : 'incomplete';
}

function Facts({ status }: { status: IndexOverview }) {
  const t = useWords('index');
  const facts = {
    lag: t('lag_value', { changes: status.lag_changes, seconds: status.lag_seconds.toFixed(1) }),
    generation: status.generation.toLocaleString('en'),
    products: status.products.toLocaleString('en'),
  };
  return (
    <Stack component="dl" direction="row" sx={{ m: 0, gap: 1.5, flexWrap: 'wrap' }}>
      {Object.entries(facts).map(([name, value]) => (
        <Card key={name} variant="outlined" sx={{ p: 1.5, minWidth: 130 }}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: 13 }}>
            {t(name)}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: 20 }}>
            {value}
          </Box>
        </Card>
      ))}
    </Stack>
  );
}

/** How far a rebuild is. Documents are counted as the engine takes them, many at once; other steps cannot be counted. */
function Running({ rebuild: { loaded, total, step, seconds } }: { rebuild: RebuildInfo }) {
  const t = useWords('index');
  const text = t('progress', { done: loaded, total });
  const isCounted = step === 'load' && loaded > 0;
  const parts = [t(`steps.${step}`), isCounted && text, t('in_seconds', { seconds: Math.round(seconds) })];
  return (
    <Progress label={text} share={isCounted ? loaded / Math.max(1, total) : undefined}>
      {parts.filter(Boolean).join(' · ')}
    </Progress>
  );
}

function CheckResult({ check }: { check: IndexOverview['check'] }) {
  const t = useWords('index');
  const time = useTime();
  if (!check || check.finished_at === null) return null;
  const { outcome, message, finished_at: at } = check;
  if (!outcome) return <Alert severity="error">{t('check_failed', { message: message ?? '' })}</Alert>;
  return (
    <Alert severity={outcome.ok ? 'success' : 'warning'}>
      {t(`check_${outcome.ok ? 'ok' : 'bad'}`, { ...outcome, at: time(at) })}
    </Alert>
  );
}

function Rebuilds({ rebuilds }: { rebuilds: RebuildInfo[] }) {
  const t = useWords('index');
  const time = useTime();
  /** in the page's language; an unknown one as it was recorded */
  const reason = (text: string): string => {
    const known = knownReason(text);
    return known ? t(`reasons.${known.is}`, { name: known.name }) : text;
  };
  const columns: [name: string, cell: (rebuild: RebuildInfo) => string, look?: object][] = [
    ['requested', ({ requested_at: at }) => time(at)],
    ['reason', (rebuild) => reason(rebuild.reason)],
    ['step', ({ step, message }) => t(`steps.${step}`) + (message === null ? '' : ` (${message})`)],
    ['documents', ({ loaded }) => loaded.toLocaleString('en'), { align: 'right' }],
    ['took', ({ seconds }) => t('in_seconds', { seconds: seconds.toFixed(1) })],
  ];
  return (
    <Rows
      label={t('rebuilds')}
      columns={columns.map(([name, ...more]) => [t(name), ...more])}
      of={rebuilds}
    />
  );
}
