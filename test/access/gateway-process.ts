import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A gateway in a process of its own, from the build, as `npm run gateway` runs it. */
export interface GatewayProcess {
  origin: string;
  pid: number;
  /** what it logged so far */
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** how it ended: an exit code, or the signal that killed it */
  ended: Promise<number | NodeJS.Signals>;
}

/** Starts `dist/src/main.js`. @throws with its log where it ends before it listens */
export async function startGatewayProcess(env: Record<string, string>): Promise<GatewayProcess> {
  const { PATH, HOME } = process.env;
  const child = fork('dist/src/main.js', {
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  }
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  const origin = await Promise.race([
    once(child, 'message').then(([message]) => (message as { listening: string }).listening),
    ended.then(() => {
      throw new Error(`the gateway ended at its start: ${log}`);
    }),
  ]);
  return { origin, pid: child.pid!, log: () => log, kill: (signal) => void child.kill(signal), ended };
}

/** Kills gateways that a test has left running. */
export async function killAll(gateways: GatewayProcess[]): Promise<void> {
  for (const gateway of gateways) gateway.kill('SIGKILL');
  await Promise.all(gateways.map((gateway) => gateway.ended));
}
