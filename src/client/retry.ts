interface RetryOptions {
  /** tries in all */
  attempts: number;
  /** s */
  longestWait: number;
  fetch: (request: Request) => Promise<Response>;
}

/**
 * Sends a request, and again after a 429 or 503, once the time that `Retry-After` names is over. What is not repeated,
 * or was repeated often enough, is given back as it came.
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

/** Each of these calls makes something new: an image's entry, an inquiry. */
const MAKES_NEW = /\/(?:rfq|media)(?:\/|$)/;

/**
 * A 429 comes before anything is done. A 503 may come after a write whose outcome was lost on the way: repeating it
 * is harmless where doing it twice is doing it once, as it is for pushes, edits, deletions, categories and tags.
 */
function isHarmless({ method, url }: Request, status: number): boolean {
  if (status === 429) return true;
  if (status !== 503) return false;
  return method === 'GET' || method === 'HEAD' || !MAKES_NEW.test(new URL(url).pathname);
}

/** Seconds until another try: as asked for, else 1, 2, 4 and so on. */
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
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
