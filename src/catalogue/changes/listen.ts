import type { Logger } from 'pino';
import { listen } from '../../platform/index.js';

/** The channel that announces new rows of the log. */
export const CHANGES_CHANNEL = 'product_changes';

/** Wakes a reader when it is worth reading the log again. */
export type ChangeListener = ReturnType<typeof listenForChanges>;

const POLL_MS = { blocked: 50, otherwise: 1_000 };

/** Listens for changes on its own connection, which reconnects by itself. @param name of the connection */
export function listenForChanges(databaseUrl: string, name: string, log: Logger) {
  let awake = false;
  let resolve: (() => void) | undefined;
  const wake = (): void => {
    awake = true;
    resolve?.();
  };
  const listener = listen(databaseUrl, {
    name,
    channels: [CHANGES_CHANNEL],
    log,
    onNotice: wake,
    onState: (up) => up && wake(),
  });
  return {
    /**
     * Resolves at the next wake-up; at once where there was one since the last call. Without any, after 50 ms where rows
     * are blocked (no notification will come for them) and after 1 s otherwise.
     */
    async next(blocked: boolean): Promise<void> {
      if (!awake) {
        await new Promise<void>((done) => {
          const timer = setTimeout(done, blocked ? POLL_MS.blocked : POLL_MS.otherwise);
          resolve = () => {
            clearTimeout(timer);
            done();
          };
        });
        resolve = undefined;
      }
      awake = false;
    },
    /** Ends a wait that is under way, or the next one. */
    wake,
    async stop(): Promise<void> {
      wake();
      await listener.stop();
    },
  };
}
