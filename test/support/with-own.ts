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
    const from = await open();
    Object.setPrototypeOf(own, Object.getPrototypeOf(from));
    Object.defineProperties(own, Object.getOwnPropertyDescriptors(from));
    opened.push(own);
  });
  // Such hooks run in the order in which they are defined.
  afterAll(() => opened.pop()?.close());
  return own;
}

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Does something after the last test of the file, and after what was said to be done there later. */
export const atEnd = (close: () => unknown): void => void closers.push(close);

/** Has what a hook or the file itself has opened closed {@link atEnd}. @returns it */
export function closing<T extends Closable>(opened: T): T {
  atEnd(() => opened.close());
  return opened;
}
