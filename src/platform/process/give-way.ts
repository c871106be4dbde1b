import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How nice work is that nobody waits for: beside what somebody does it gets a third of what it would, alone all of it. */
const NICE = 5;

/**
 * Lets a process give way, from now on, to what people wait for. Where processors are not scarce it takes nothing from it.
 * @param pid a process of ours, or a thread of one (Linux); this process unless given. One that has ended, or that is not ours, stays as it is
 */
export function giveWay(pid = process.pid): void {
  try {
    setPriority(pid, Math.max(getPriority(pid), NICE));
    // Linux may share out processors by session before it looks at processes. Others must not live in the same one.
    const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[3];
    if (session === String(pid)) writeFileSync(`/proc/${pid}/autogroup`, String(NICE));
  } catch {
    // as it is
  }
}

/** The name of a process or a thread of this machine, where Linux tells. */
export function nameOfProcess(pid: number | string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}
