import { fork } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from './with-own.js';

/** A process of the service, from the build, as production runs it, until the last test of the file is over. */
interface ServiceProcess {
  pid: number;
  /** what it logged so far */
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** ends the channel to its parent, as when that one is gone */
  leave(): void;
  /** how it ended: an exit code, or the signal that killed it */
  ended: Promise<number | NodeJS.Signals>;
  /** where it serves its metrics and its health */
  metrics: string;
}

export interface GatewayProcess extends ServiceProcess {
  origin: string;
}

export type IndexerProcess = ServiceProcess;

/**
 * Starts a gateway, and waits until it listens.
 * @param output an open file that its log goes to, in place of `log`
 * @throws with its log where it ends before
 */
export async function startGatewayProcess(
  env: Record<string, string>,
  output?: number,
): Promise<GatewayProcess> {
  const { ready, ...running } = await start('dist/gateway.js', { PORT: '0', ...env }, output);
  return { ...running, origin: ready.listening! };
}

/** Starts an indexer, and waits until it leads or stands by: as {@link startGatewayProcess} */
export async function startIndexerProcess(
  env: Record<string, string>,
  output?: number,
): Promise<IndexerProcess> {
  const { ready: _, ...running } = await start('dist/indexer.js', env, output);
  return running;
}

/** Kills processes that a test has left running. */
export async function killAll(processes: Pick<ServiceProcess, 'kill' | 'ended'>[]): Promise<void> {
  for (const each of processes) each.kill('SIGKILL');
  await Promise.all(processes.map((each) => each.ended));
}

interface Ready {
  listening?: string;
  metrics: string;
}

async function start(
  module: string,
  env: Record<string, string>,
  output: number | 'pipe' = 'pipe',
): Promise<ServiceProcess & { ready: Ready }> {
  const { PATH, HOME, TEST_FOLDER } = process.env;
  const child = fork(module, {
    env: { PATH, HOME, LOG_LEVEL: 'info', DATA_DIR: TEST_FOLDER, ...env },
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', output, output, 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  const [ready] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`${module} ended at its start:\n${log}`);
    }),
  ])) as [Ready];
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal);
  atEnd(() => killAll([{ kill, ended }]));
  const leave = (): void => child.disconnect();
  return { pid: child.pid!, log: () => log, kill, leave, ended, metrics: ready.metrics, ready };
}
