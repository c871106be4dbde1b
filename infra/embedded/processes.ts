import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LINUX = process.platform === 'linux';

/**
 * Distinguishes a process from a later one with the same pid: its start time and boot id.
 * @returns undefined if no such process runs (a zombie does not run)
 */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (!LINUX) {
    const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
    const line = (stdout ?? '').trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  }
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses may contain blanks and parentheses: the fields begin after the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${fields[19]}@${read('/proc/sys/kernel/random/boot_id')?.trim()}`;
}

/** The command line of a process, its arguments separated by blanks; empty if it cannot be read. */
export function commandLineOf(pid: number): string {
  if (!LINUX) {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
  return (read(`/proc/${pid}/cmdline`) ?? '').split('\0').join(' ');
}

/** The processes whose command line contains this text. */
export function processesWith(text: string): number[] {
  const pids = LINUX
    ? readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    : (spawnSync('ps', ['-axo', 'pid='], { encoding: 'utf8' }).stdout ?? '').split('\n');
  return pids
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && commandLineOf(pid).includes(text));
}

/** Ends a process with SIGTERM, and after `patience` ms with SIGKILL. Waits until it has ended. */
export async function endProcess(pid: number, patience: number): Promise<void> {
  const identity = processIdentity(pid);
  if (identity === undefined) return;
  signal(pid, 'SIGTERM');
  if (await goneWithin(pid, identity, patience)) return;
  signal(pid, 'SIGKILL');
  await goneWithin(pid, identity, 5_000);
}

/** Kills a process group. Waits until it has ended, at most a second. */
export async function killGroup(leader: number): Promise<void> {
  signal(-leader, 'SIGKILL');
  for (let waited = 0; waited < 1_000 && signal(-leader, 0); waited += 20) await sleep(20);
}

/** Waits for the end of a process. @returns false if it still runs after `ms` */
export async function goneWithin(pid: number, identity: string, ms: number): Promise<boolean> {
  const until = Date.now() + ms;
  while (processIdentity(pid) === identity) {
    if (Date.now() >= until) return false;
    await sleep(20);
  }
  return true;
}

/** A free TCP port of the loopback address. Another process may take it before it is used. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

/** Distinct free ports: each is kept open until all are found. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')));
  return ports;
}

/** @returns false without such a process */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
