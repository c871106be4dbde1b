import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of each thread among those of its session, and of the session among the others of the machine. */
const NICENESS = { thread: 10, session: 19 };

/**
 * Puts a process behind those that answer requests: indexing and large pushes take all processors there are.
 *
 * Linux shares processors between sessions before it looks at the niceness of a thread (sched(7), autogroups), so a
 * session that it leads is put behind as well. Where either cannot be told, nothing happens. Threads that the process
 * starts later stand where those that start them do.
 */
export function yieldToRequests(pid = process.pid): void {
  try {
    for (const thread of process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`) : [pid])
      setPriority(Number(thread), NICENESS.thread);
    if (leadsSession(pid)) writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS.session));
  } catch {
    // It shares the processors evenly, then.
  }
}

function leadsSession(pid: number): boolean {
  // proc(5): after the name in parentheses come the state, the parent, the process group, the session.
  const [, , , session] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(session) === pid;
}
