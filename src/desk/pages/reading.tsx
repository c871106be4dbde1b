import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { HttpError } from 'react-admin';
import { Alert, Button } from '@mui/material';
import { dataOf, failureOf } from './call.js';
import { useDesk } from './pieces.js';

/** What a page has read of the service: its last answer, and why there is no newer one. */
export interface Reading<T> {
  answer: T | undefined;
  failure: unknown;
  again: () => void;
}

/**
 * Reads what a page shows, beside the lists and records of react-admin, and again when those are refreshed.
 * @param name of the question
 * @param of what it asks of: another is asked once it has stayed so for `pauseMs`; until then the last answer stays
 * @param options.everyMs asked again so often, while somebody is there
 */
export function useReading<T, Q = null>(
  name: string,
  ask: (of: Q) => Promise<T>,
  of: Q = null as Q,
  { pauseMs = 0, everyMs }: { pauseMs?: number; everyMs?: number } = {},
): Reading<T> {
  const wanted = JSON.stringify(of);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted, pauseMs]);
  const { data, error, refetch } = useQuery({
    queryKey: ['office', name, asked],
    queryFn: () => ask(JSON.parse(asked) as Q),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  // A page that asks often would never show an answer that takes longer, if each question ended the one before.
  const again = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  usePolling(everyMs, again);
  return { answer: data, failure: error ?? undefined, again };
}

/** {@link useReading} of what the answer of an address has as `data`. */
export function useAnswer<T>(path: string, options?: { everyMs?: number }): Reading<T> {
  return useReading('answer', (of) => dataOf<T>('GET', of), path, options);
}

/** What was read, once it has been; a reading that fails says so. Of one that takes long the bar of the page tells. */
export function Shown<T>({
  reading: { answer, failure, again },
  children,
}: {
  reading: Reading<T>;
  children: (answer: T) => ReactNode;
}) {
  return (
    <>
      {failure !== undefined && <Failure failure={failure} onAgain={again} />}
      {answer !== undefined && children(answer)}
    </>
  );
}

/** How long a page waits before it asks again by itself for what could not be read, ms. */
const AGAIN_MS = 10_000;

/** Says that something could not be read, and why; asks again by itself where that may help. */
export function Failure({ failure, onAgain }: { failure: unknown; onAgain: () => void }) {
  const { t } = useDesk();
  usePolling(isPassing(failure) ? AGAIN_MS : undefined, onAgain);
  return (
    <Alert severity="error" sx={{ my: 2 }} action={<Button onClick={onAgain}>{t('try_again')}</Button>}>
      {failureOf(failure).message}
    </Alert>
  );
}

/** Whether a failure may pass: the service is away, or has too much to do. What it refuses, it refuses again. */
export const isPassing = (failure: unknown): boolean =>
  !(failure instanceof HttpError) || failure.status === 0 || failure.status >= 500;

/** Nobody is there who has not touched anything for so long, ms. */
const ABSENT_MS = 600_000;
let touchedAt = Date.now();
for (const event of ['pointermove', 'pointerdown', 'keydown', 'wheel'])
  addEventListener(event, () => (touchedAt = Date.now()), { passive: true });

/**
 * Calls `act` every `ms` while the page is visible and somebody is there: each call keeps the session open, which ends
 * after two hours without use.
 */
export function usePolling(ms: number | undefined, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => void (latest.current = act));
  useEffect(() => {
    if (ms === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && Date.now() - touchedAt < ABSENT_MS) latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}
