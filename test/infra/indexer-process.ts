import { fork } from 'node:child_process';
import { once } from 'node:events';

/** An indexer in a process of its own, from the build, as `npm run indexer` runs it. */
export interface IndexerProcess {
  /** where it serves its metrics and its health */
  metrics: string;
  /** what it logged so far */
  log(): string;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<unknown>;
}

/** Starts `dist/indexer/main.js`, and waits until it leads or stands by. */
export async function startIndexerProcess(env: Record<string, string>): Promise<IndexerProcess> {
  const { PATH, HOME } = process.env;
  const child = fork('dist/indexer/main.js', {
    env: { PATH, HOME, LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  }
  const ended = once(child, 'exit');
  const [{ metrics }] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`the indexer ended at its start: ${log}`);
    }),
  ])) as [{ metrics: string }];
  return { metrics, log: () => log, kill: (signal) => void child.kill(signal), ended };
}
