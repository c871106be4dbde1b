/**
 * Makes the bodies of tests that have something of their own, which is opened before and closed after each, and so may run
 * side by side (`test.concurrent`).
 */
export const withOwn =
  <T extends { close(): Promise<unknown> }>(open: () => Promise<T>) =>
  (run: (own: T) => Promise<void>) =>
  async (): Promise<void> => {
    const own = await open();
    try {
      await run(own);
    } finally {
      await own.close();
    }
  };

interface Closable {
  close(): unknown;
}

const opened: Closable[] = [];

/**
 * Something that the tests of a file, or of a group, share: opened before the first of them, closed after the last. What was
 * opened last is closed first. Its members can be read; who sets one changes a copy.
 */
export function shared<T extends Closable>(open: () => T | Promise<T>): T {
  const own = {} as T;
  beforeAll(async () => {
    Object.defineProperties(own, Object.getOwnPropertyDescriptors(await open()));
    opened.push(own);
  });
  // Such hooks run in the order in which they are defined.
  afterAll(() => opened.pop()?.close());
  return own;
}
