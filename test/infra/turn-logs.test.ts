import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rotateLogs } from '../../infra/embedded/logs.js';
import { temporaryFolder } from './launch.js';
import { until } from '../support/until.js';

const BOUND = 100_000;
const WRITE = `let n = 0; setInterval(() => process.stdout.write(('line ' + n++).padEnd(99, '.') + '\\n'), 1)`;

/** A process that writes a line of 100 bytes each ms into a log that it has open, as the embedded servers have. */
function startWriter(file: string): { stop(): Promise<unknown> } {
  const log = openSync(file, 'a', 0o600);
  const writer = spawn(process.execPath, ['-e', WRITE], { stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = once(writer, 'exit');
  return {
    stop() {
      writer.kill('SIGKILL');
      return ended;
    },
  };
}

test('the logs of all servers stay bounded while they are written, with what was before beside each', async () => {
  const folder = temporaryFolder();
  const files = ['postgres', 'meilisearch', 'gateway', 'indexer'].map((name) => join(folder, `${name}.log`));
  const size = (file: string): number => statSync(file).size;
  const timer = rotateLogs(folder, BOUND, 20);
  const writers = files.map(startWriter);
  const turning = async (file: string): Promise<void> => {
    let turns = 0;
    for (let last = 0, most = 0; turns < 3;) {
      const { mtimeMs } = statSync(`${file}.1`, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
      if (mtimeMs !== last) turns += 1;
      last = mtimeMs;
      most = Math.max(most, size(file));
      // Ten seconds of lines more than the bound are the slowness of a busy machine, and no growth.
      expect(most).toBeLessThan(BOUND * 11);
      await sleep(5);
    }
    await until(() => size(file) > 0);
  };
  try {
    await Promise.all(files.map(turning));
  } finally {
    clearInterval(timer);
    await Promise.all(writers.map((writer) => writer.stop()));
  }
  const numbers = (path: string): number[] => {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.filter((line) => !/^line \d+\.+$/.test(line) || line.length !== 99)).toEqual([]);
    return lines.map((line) => Number(/\d+/.exec(line)![0]));
  };
  for (const file of files) {
    const former = numbers(`${file}.1`);
    const now = numbers(file);
    expect(former.length * 100).toBeGreaterThan(BOUND);
    expect(now[0]).toBeGreaterThan(former.at(-1)!);
    expect(statSync(`${file}.1`).mode & 0o077).toBe(0);
  }
});

test('a log that was left too large is turned at once, and one that is small stays', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'gateway.log'), 'x'.repeat(BOUND + 1));
  writeFileSync(join(folder, 'indexer.log'), 'y');
  clearInterval(rotateLogs(folder, BOUND));
  expect(statSync(join(folder, 'gateway.log')).size).toBe(0);
  expect(statSync(join(folder, 'gateway.log.1')).size).toBe(BOUND + 1);
  expect(readFileSync(join(folder, 'indexer.log'), 'utf8')).toBe('y');
  expect(existsSync(join(folder, 'indexer.log.1'))).toBe(false);
});
