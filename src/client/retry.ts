interface RetryOptions {
  /** in all */
  attempts: number;
  /** s */
  longestWait: number;
  fetch: (request: Request) => Promise<Response>;
}

/**
 * Sends a request, and retries it after a 429 or 503 when the time in `Retry-After` has passed. An answer that is not
 * retried, or was retried often enough, is returned as it is.
 */
export function retrying({ attempts, longestWait, fetch }: RetryOptions): typeof fetch {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts;
      const answer = await fetch(last ? request : request.clone());
      if (last || !isHarmless(request, answer.status)) return answer;
      const seconds = waitOf(answer, attempt);
      if (seconds > longestWait) return answer;
      await answer.body?.cancel();
      await pause(seconds * 1_000, request.signal);
    }
  };
}

/** These calls are not idempotent: each creates an image or an inquiry, unless it has an Idempotency-Key. */
const MAKES_NEW = /\/(?:rfq|media)(?:\/|$)/;

/**
 * Whether a retry is harmless. A 429 is sent before anything is done. A 503 may follow a write whose outcome is
 * unknown: only idempotent calls may be repeated, which pushes, edits, deletions, categories and tags are.
 */
function isHarmless({ method, url, headers }: Request, status: number): boolean {
  if (status === 429) return true;
  if (status !== 503) return false;
  if (method === 'GET' || method === 'HEAD' || headers.has('idempotency-key')) return true;
  return !MAKES_NEW.test(new URL(url).pathname);
}

/** Seconds until the retry: as in `Retry-After`, else 1, 2, 4 and so on. */
function waitOf(answer: Response, attempt: number): number {
  const asked = answer.headers.get('retry-after') ?? '';
  if (/^\d+$/.test(asked)) return Number(asked);
  const until = Date.parse(asked);
  return Number.isNaN(until) ? 2 ** (attempt - 1) : Math.max(0, (until - Date.now()) / 1_000);
}

/** Waits. @throws the signal's reason as soon as it is aborted */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
