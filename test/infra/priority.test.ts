import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { answerFirst, yieldToRequests } from '../../src/priority.js';

const autogroupOf = (pid: number): string => {
  const file = `/proc/${pid}/autogroup`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** capabilities(7): CAP_SYS_NICE, and CAP_SYS_ADMIN, without which the kernel takes one such wish in 100 ms. */
function mayGoFirst(): boolean {
  const held = BigInt(`0x${/^CapEff:\s+(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]}`);
  return [21n, 23n].every((capability) => (held >> capability) % 2n === 1n);
}

test.each([
  {
    where: 'in the background stands behind others by its threads and, where it leads one, by its session',
    place: yieldToRequests,
    niceness: 10,
    session: /nice 19$/m,
  },
  {
    where: 'that answers requests stands before others by its session, where it leads one and may',
    place: answerFirst,
    niceness: getPriority(),
    session: mayGoFirst() ? /nice -20$/m : /nice (?:0|-20)$/m,
  },
])('a process $where', ({ place, niceness, session }) => {
  const own = autogroupOf(process.pid);
  const leader = spawn('sleep', ['60'], { detached: true });
  const member = spawn('sleep', ['60']);
  try {
    for (const { pid } of [leader, member]) {
      place(pid);
      expect(getPriority(pid)).toBe(niceness);
    }
    if (own !== '') {
      expect(autogroupOf(leader.pid!)).toMatch(session);
      expect(autogroupOf(process.pid)).toBe(own); // the session of the other one is ours
    }
  } finally {
    leader.kill();
    member.kill();
  }
});

test('a process that is gone is no error', () => {
  expect(() => yieldToRequests(2 ** 22)).not.toThrow();
  expect(() => answerFirst(2 ** 22)).not.toThrow();
});
