import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';
import { ROOT } from './root.js';

/** A compiled file, also where this one runs from its source: neither a process nor a thread can load TypeScript. */
const compiled = (file: string): string => join(ROOT, 'dist/src', file);

interface StartOptions {
  /** the limit of its heap: Node ends a process that needs more */
  megabytes: number;
  databaseUrl?: string;
  /** the file descriptor that its standard output goes to: 1 or 2 */
  output?: number;
}

/** Starts a process for work that would block this one. It does not keep this one running. @param file in src/ */
export function startChild(file: string, { megabytes, databaseUrl, output = 1 }: StartOptions): ChildProcess {
  const child = fork(compiled(file), {
    env: { ...process.env, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
    execArgv: ['--enable-source-maps', `--max-old-space-size=${megabytes}`],
    stdio: ['ignore', output, 2, 'ipc'],
    // In a session of its own, as Linux shares out processors by session: a busy child held its parent up for 11 ms (p95) beside
    // three other busy programs, and for 4 ms so.
    detached: true,
    serialization: 'advanced', // large messages, and arrays of numbers as they are
  });
  child.unref();
  child.channel?.unref();
  // One that could not be started has no exit.
  return child.on('error', () => child.pid === undefined && child.emit('exit', null, null));
}

/** Starts a thread for work that would block this one. @param file in src/ */
export const startThread = (file: string, options: WorkerOptions): Worker =>
  new Worker(compiled(file), options);

/** The next message from a process; null where it ends instead. */
export function nextReply(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => settle(message);
    const onExit = (): void => settle(null);
    const settle = (result: unknown): void => {
      child.off('message', onMessage).off('exit', onExit);
      resolve(result);
    };
    child.on('message', onMessage).on('exit', onExit);
  });
}

/** Kills a process, and waits for its end. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.kill('SIGKILL')) await once(child, 'exit');
}

/** For the process itself: sends its parent a message. One that has gone, as after Ctrl-C, misses nothing. */
export const tellParent = (message: object): void => void process.send!(message, () => {});

/**
 * For the process itself: it ends with its parent. A signal to all processes of a service must not end it before: the
 * parent may still wait for its work.
 */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}
