import type { Logger } from 'pino';

/**
 * Writes regularly what was collected in memory, one write at a time. Of an outage the first failure is logged.
 * @param what is written, as the log calls it: `counts`, `rows`
 * @param write writes what waits, and keeps it where it fails
 * @returns stops, after a last write of what came until then
 */
export function flushRegularly(
  everyMs: number,
  what: string,
  write: () => Promise<void>,
  log: Logger,
): () => Promise<void> {
  let writing: Promise<void> | null = null;
  let isFailing = false;
  const attempt = async (): Promise<void> => {
    try {
      await write();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, `${what} wait for the database`);
      isFailing = true;
    }
  };
  const flush = (): Promise<void> => (writing ??= attempt().finally(() => (writing = null)));
  const timer = setInterval(() => void flush(), everyMs).unref();
  return async () => {
    clearInterval(timer);
    await flush();
    await flush(); // the first may have been under way already
  };
}
