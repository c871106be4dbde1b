/** Work took longer than it was given. */
export class TimedOut extends Error {}

/**
 * What some work gives, if it does within so many ms. The work itself is not stopped.
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
