/** Work took longer than it was given. */
export class TimedOut extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * The result of some work, if it comes within this time. The work itself is not stopped.
 * @throws TimedOut where it takes longer, and what the work throws
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // After this process was busy for as long, the answer may have arrived without having been read: that happens between
    // a timer and the next setImmediate.
    timer = setTimeout(() => setImmediate(() => reject(new TimedOut('no answer in time'))), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The result of some work. Rejects with the reason of the signal as soon as it is aborted; the work itself is not stopped. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
