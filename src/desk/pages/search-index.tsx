import { Alert, Button, Stack } from '@mui/material';
import { knownReason } from '../../catalogue/changes/rebuild-reasons.js';
import { isBehind } from '../index-overview.js';
import type { IndexOverview, RebuildInfo } from '../index-overview.js';
import { call } from './call.js';
import { useQuestion } from './dialogs.js';
import { OfficePage } from './layout.js';
import { grouped, Progress, Section, useDesk, useIsAdministrator, useWork } from './pieces.js';
import { Shown, useAnswer } from './reading.js';
import { Facts, Rows } from './records.js';
import type { RowColumn } from './records.js';

const POLL_MS = 1_000;

const runs = ({ step }: RebuildInfo): boolean => step !== 'done' && step !== 'failed';

/** The state of the search index; rebuild and check. */
export function SearchIndex() {
  const { lasting, t } = useDesk();
  const isAdministrator = useIsAdministrator();
  const reading = useAnswer<IndexOverview>('/index', { everyMs: POLL_MS });
  const [question, dialog] = useQuestion();
  const [ask] = useWork((what: 'rebuild' | 'check') => call('POST', `/index/${what}`).then(reading.again));
  const rebuild = (): void =>
    question({ title: t('index.rebuild'), content: t('index.rebuild_text') }, () => ask('rebuild'));
  return (
    <OfficePage title={t('menu.index')}>
      <Shown reading={reading}>
        {(status) => {
          const isChecking = status.check?.finished_at === null;
          const time = lasting(status.lag_seconds);
          return (
            <>
              <Alert severity={stateOf(status) === 'complete' ? 'success' : 'warning'}>
                {t(`index.${stateOf(status)}`)}
              </Alert>
              <Facts
                of={[
                  [t('index.lag'), t('lag', { changes: status.lag_changes, time })],
                  [t('index.generation'), grouped(status.generation)],
                  [t('index.products'), grouped(status.products)],
                ]}
              />
              <Stack direction="row" spacing={1}>
                {isAdministrator && (
                  <Button variant="contained" disabled={status.rebuilds.some(runs)} onClick={rebuild}>
                    {t('index.rebuild')}
                  </Button>
                )}
                <Button variant="outlined" disabled={isChecking} onClick={() => ask('check')}>
                  {t(isChecking ? 'index.checking' : 'index.check')}
                </Button>
              </Stack>
              {dialog}
              {status.rebuilds.filter(runs).map((each) => (
                <Running key={each.id} rebuild={each} />
              ))}
              <CheckResult check={status.check} />
              <Section title={t('index.dead_letters')}>
                {status.dead_letters.length === 0 && t('index.no_dead_letters')}
                <Facts of={status.dead_letters.map(({ code, reason }) => [code, reason])} />
              </Section>
              <Section title={t('index.rebuilds')}>
                <Rebuilds rebuilds={status.rebuilds} />
              </Section>
            </>
          );
        }}
      </Shown>
    </OfficePage>
  );
}

function stateOf({ away, complete, generation, lag_seconds: seconds }: IndexOverview) {
  if (away) return 'engine_away';
  if (complete) return isBehind(seconds) ? 'late' : 'complete';
  return generation === 0 ? 'away' : 'incomplete';
}

/** How far a rebuild is. Documents are counted as the engine takes them, many at once; other steps cannot be counted. */
function Running({ rebuild: { loaded, total, step, seconds } }: { rebuild: RebuildInfo }) {
  const { lasting, t } = useDesk();
  const text = t('index.progress', { done: loaded, total });
  const isCounted = step === 'load' && loaded > 0;
  const took = lasting(Math.round(seconds));
  return (
    <Progress label={text} share={isCounted ? loaded / Math.max(1, total) : undefined}>
      {[t(`index.steps.${step}`), isCounted && text, took].filter(Boolean).join(' · ')}
    </Progress>
  );
}

function CheckResult({ check }: { check: IndexOverview['check'] }) {
  const { t, time } = useDesk();
  if (!check || check.finished_at === null) return null;
  const { outcome, message, finished_at: at } = check;
  if (!outcome) return <Alert severity="error">{t('index.check_failed', { message: message ?? '' })}</Alert>;
  return (
    <Alert severity={outcome.ok ? 'success' : 'warning'}>
      {t(outcome.ok ? 'index.check_ok' : 'index.check_bad', { ...outcome, at: time(at) })}
    </Alert>
  );
}

function Rebuilds({ rebuilds }: { rebuilds: RebuildInfo[] }) {
  const { lasting, t, time } = useDesk();
  /** in the page's language; an unknown one as it was recorded */
  const reason = (text: string): string => {
    const known = knownReason(text);
    return known ? t(`index.reasons.${known.is}`, { name: known.name }) : text;
  };
  const columns: RowColumn<RebuildInfo>[] = [
    [t('index.requested'), ({ requested_at: at }) => time(at)],
    [t('index.reason'), (rebuild) => reason(rebuild.reason)],
    [
      t('index.step'),
      ({ step, message }) => t(`index.steps.${step}`) + (message === null ? '' : ` (${message})`),
    ],
    [t('index.documents'), ({ loaded }) => grouped(loaded), { align: 'right' }],
    [t('index.took'), ({ seconds }) => lasting(seconds)],
  ];
  return <Rows label={t('index.rebuilds')} columns={columns} of={rebuilds} />;
}
