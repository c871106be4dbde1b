import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { HttpError, useTranslate } from 'react-admin';
import { Alert, Button, LinearProgress } from '@mui/material';
import { failureOf } from './call.js';

/** What a page has read of the service: its last answer, and why there is no newer one. */
export interface Reading<T> {
  answer: T | undefined;
  failure: unknown;
  again: () => void;
}

/**
 * Reads what a page shows. An answer is dropped once one that was asked for later is shown, or the key is another:
 * not already when it is asked for again, or a page that polls would never show answers that take longer than a poll.
 * @param options.key of the question: another one is read at once
 * @param options.pauseMs how long another key is waited with, while somebody types
 */
export function useReading<T>(ask: () => Promise<T>, { key = '', pauseMs = 0 } = {}): Reading<T> {
  const [{ answer, failure }, setRead] = useState<{ answer?: T; failure?: unknown }>({});
  const asked = useRef({ ask, times: 0, shown: 0 });
  useEffect(() => void (asked.current.ask = ask));
  const again = useCallback(() => {
    const { current } = asked;
    const time = ++current.times;
    const show: typeof setRead = (read) => {
      if (time <= current.shown) return;
      current.shown = time;
      setRead(read);
    };
    current.ask().then(
      (answer) => show({ answer }),
      (failure: unknown) => show((before) => ({ ...before, failure })),
    );
  }, []);
  useEffect(() => {
    const { current } = asked;
    const timer = setTimeout(again, current.times === 0 ? 0 : pauseMs);
    return () => {
      clearTimeout(timer);
      current.shown = current.times;
    };
  }, [again, key, pauseMs]);
  return { answer, failure, again };
}

/** What was read, once it has been; a reading that fails says so, and one that takes long. */
export function Shown<T>({
  reading: { answer, failure, again },
  children,
}: {
  reading: Reading<T>;
  children: (answer: T) => ReactNode;
}) {
  const translate = useTranslate();
  return (
    <>
      {failure !== undefined && <Failure failure={failure} onAgain={again} />}
      {failure === undefined && answer === undefined && (
        <LinearProgress aria-label={translate('ra.page.loading')} sx={LATE} />
      )}
      {answer !== undefined && children(answer)}
    </>
  );
}

/** Most answers come at once: a bar would only flash. */
const LATE = {
  my: 2,
  animation: 'late 0.5s steps(1)',
  '@keyframes late': { from: { visibility: 'hidden' } },
};

/** How long a page waits before it asks again by itself for what could not be read, ms. */
const AGAIN_MS = 10_000;

/** Says that something could not be read, and why; asks again by itself where that may help. */
export function Failure({ failure, onAgain }: { failure: unknown; onAgain: () => void }) {
  const translate = useTranslate();
  usePolling(AGAIN_MS, () => {
    if (isPassing(failure)) onAgain();
  });
  return (
    <Alert
      severity="error"
      sx={{ my: 2 }}
      action={<Button onClick={onAgain}>{translate('office.try_again')}</Button>}
    >
      {failureOf(failure).message}
    </Alert>
  );
}

/** Whether a failure may pass: the service is away, or has too much to do. What it refuses, it refuses again. */
export const isPassing = (failure: unknown): boolean =>
  !(failure instanceof HttpError) || failure.status === 0 || failure.status >= 500;

/** What a call gives, asked once; undefined until it has, and where it fails: something else on the page reports that. */
export const useAnswer = <T,>(ask: () => Promise<T>): T | undefined => useReading(ask).answer;

/** Nobody is there who has not touched anything for so long, ms. */
const ABSENT_MS = 600_000;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/**
 * Calls `act` every `ms` while the page is visible and somebody is there: each call keeps the session open, which ends
 * after two hours without use.
 */
export function usePolling(ms: number, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => void (latest.current = act));
  useEffect(() => {
    let touchedAt = Date.now();
    const touch = (): void => void (touchedAt = Date.now());
    for (const event of TOUCHES) addEventListener(event, touch, { passive: true });
    const isSeen = (): boolean =>
      document.visibilityState === 'visible' && Date.now() - touchedAt < ABSENT_MS;
    const timer = setInterval(() => isSeen() && latest.current(), ms);
    return () => {
      clearInterval(timer);
      for (const event of TOUCHES) removeEventListener(event, touch);
    };
  }, [ms]);
}
