import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { yieldToRequests } from '../../src/background.js';

const autogroupOf = (pid: number): string => {
  const file = `/proc/${pid}/autogroup`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

test('a process in the background stands behind others by its threads and, where it leads one, by its session', () => {
  const own = autogroupOf(process.pid);
  const leader = spawn('sleep', ['60'], { detached: true });
  const member = spawn('sleep', ['60']);
  try {
    for (const { pid } of [leader, member]) {
      yieldToRequests(pid);
      expect(getPriority(pid)).toBe(10);
    }
    if (own !== '') {
      expect(autogroupOf(leader.pid!)).toMatch(/nice 19$/m);
      expect(autogroupOf(process.pid)).toBe(own); // the session of the other one is ours
    }
  } finally {
    leader.kill();
    member.kill();
  }
});

test('a process that is gone is no error', () => {
  expect(() => yieldToRequests(2 ** 22)).not.toThrow();
});
