import { useState } from 'react';
import { Confirm, Title, useTranslate } from 'react-admin';
import { Alert, Box, Button, Card, LinearProgress, Stack, TableCell, TableRow } from '@mui/material';
import { knownReason } from '../../catalogue/changes/rebuild-reasons.js';
import type { DeadLetterInfo, IndexOverview, RebuildInfo } from '../index-overview.js';
import { Section, useFail, useIsAdministrator, useOffice, useTime } from './pieces.js';
import { Shown, usePolling, useReading } from './reading.js';
import { Rows } from './rows.js';

const POLL_MS = 1_000;

/** The state of the search index; rebuild and check. */
export function SearchIndex() {
  const office = useOffice();
  const translate = useTranslate();
  const fail = useFail();
  const isAdministrator = useIsAdministrator();
  const reading = useReading(() => office.indexStatus());
  const [asking, setAsking] = useState(false);
  usePolling(POLL_MS, reading.again);
  const ask = (what: 'rebuild' | 'check'): void => {
    setAsking(false);
    office.requestIndex(what).then(reading.again, fail);
  };

  const runs = ({ step }: RebuildInfo): boolean => step !== 'done' && step !== 'failed';
  const isChecked = ({ check }: IndexOverview): boolean => check?.finished_at === null;
  return (
    <Box sx={{ mt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('office.menu.index')} />
      <Shown reading={reading}>
        {(status) => (
          <>
            <Alert severity={stateOf(status) === 'complete' ? 'success' : 'warning'}>
              {translate(`office.index.${stateOf(status)}`)}
            </Alert>
            <Facts status={status} />
            <Stack direction="row" spacing={1} sx={{ my: 2 }}>
              {isAdministrator && (
                <Button
                  variant="contained"
                  disabled={status.rebuilds.some(runs)}
                  onClick={() => setAsking(true)}
                >
                  {translate('office.index.rebuild')}
                </Button>
              )}
              <Button variant="outlined" disabled={isChecked(status)} onClick={() => ask('check')}>
                {translate(isChecked(status) ? 'office.index.checking' : 'office.index.check')}
              </Button>
            </Stack>
            <Confirm
              isOpen={asking}
              title="office.index.rebuild"
              content="office.index.rebuild_text"
              onConfirm={() => ask('rebuild')}
              onClose={() => setAsking(false)}
            />
            {status.rebuilds.filter(runs).map((rebuild) => (
              <Progress key={rebuild.id} rebuild={rebuild} />
            ))}
            <CheckResult check={status.check} />
            <Section title={translate('office.index.dead_letters')}>
              <DeadLetters products={status.dead_letters} />
            </Section>
            <Section title={translate('office.index.rebuilds')}>
              <Rebuilds rebuilds={status.rebuilds} />
            </Section>
          </>
        )}
      </Shown>
    </Box>
  );
}

function stateOf({ away, complete, generation }: IndexOverview): string {
  if (away) return 'engine_away';
  if (complete) return 'complete';
  return generation === 0 ? 'away' : 'incomplete';
}

function Facts({ status }: { status: IndexOverview }) {
  const translate = useTranslate();
  const facts = {
    lag: translate('office.index.lag_value', {
      changes: status.lag_changes,
      seconds: status.lag_seconds.toFixed(1),
    }),
    generation: status.generation.toLocaleString('en'),
    products: status.products.toLocaleString('en'),
  };
  return (
    <Stack component="dl" direction="row" sx={{ my: 2, gap: 1.5, flexWrap: 'wrap' }}>
      {Object.entries(facts).map(([name, value]) => (
        <Card key={name} variant="outlined" sx={{ p: 1.5, minWidth: 130 }}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: 13 }}>
            {translate(`office.index.${name}`)}
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
function Progress({ rebuild: { loaded, total, step, seconds } }: { rebuild: RebuildInfo }) {
  const translate = useTranslate();
  const text = translate('office.index.progress', { done: loaded, total });
  const isCounted = step === 'load' && loaded > 0;
  return (
    <Box role="status" sx={{ my: 2 }}>
      {[
        translate(`office.index.steps.${step}`),
        ...(isCounted ? [text] : []),
        translate('office.index.in_seconds', { seconds: Math.round(seconds) }),
      ].join(' · ')}
      <LinearProgress
        variant={isCounted ? 'determinate' : 'indeterminate'}
        {...(isCounted && { value: Math.min(100, (100 * loaded) / Math.max(1, total)) })}
        aria-label={text}
      />
    </Box>
  );
}

function CheckResult({ check }: { check: IndexOverview['check'] }) {
  const translate = useTranslate();
  const time = useTime();
  if (!check || check.finished_at === null) return null;
  const { outcome, message } = check;
  if (!outcome)
    return (
      <Alert severity="error">{translate('office.index.check_failed', { message: message ?? '' })}</Alert>
    );
  return (
    <Alert severity={outcome.ok ? 'success' : 'warning'}>
      {translate(`office.index.check_${outcome.ok ? 'ok' : 'bad'}`, {
        ...outcome,
        at: time(check.finished_at),
      })}
    </Alert>
  );
}

function DeadLetters({ products }: { products: DeadLetterInfo[] }) {
  const translate = useTranslate();
  if (products.length === 0) return <>{translate('office.index.no_dead_letters')}</>;
  return (
    <ul>
      {products.map(({ code, reason }) => (
        <li key={code}>
          <b>{code}</b>: {reason}
        </li>
      ))}
    </ul>
  );
}

/** A reason in the page's language; an unknown one as it was recorded. */
function useReason(): (text: string) => string {
  const translate = useTranslate();
  return (text) => {
    const known = knownReason(text);
    return known ? translate(`office.index.reasons.${known.is}`, { name: known.name }) : text;
  };
}

function Rebuilds({ rebuilds }: { rebuilds: RebuildInfo[] }) {
  const translate = useTranslate();
  const time = useTime();
  const reason = useReason();
  return (
    <Rows
      label={translate('office.index.rebuilds')}
      heads={<Heads names={['requested', 'reason', 'step', 'documents', 'took']} number="documents" />}
    >
      {rebuilds.map((rebuild) => (
        <TableRow key={rebuild.id}>
          <TableCell>{time(rebuild.requested_at)}</TableCell>
          <TableCell>{reason(rebuild.reason)}</TableCell>
          <TableCell>
            {translate(`office.index.steps.${rebuild.step}`)}
            {rebuild.message !== null && ` (${rebuild.message})`}
          </TableCell>
          <TableCell align="right">{rebuild.loaded.toLocaleString('en')}</TableCell>
          <TableCell>
            {translate('office.index.in_seconds', { seconds: rebuild.seconds.toFixed(1) })}
          </TableCell>
        </TableRow>
      ))}
    </Rows>
  );
}

/** Headings; that of a number stands on the right, as its numbers do. */
function Heads({ names, number }: { names: string[]; number: string }) {
  const translate = useTranslate();
  return names.map((name) => (
    <TableCell key={name} align={name === number ? 'right' : 'left'}>
      {translate(`office.index.${name}`)}
    </TableCell>
  ));
}
