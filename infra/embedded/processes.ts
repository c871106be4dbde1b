import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LINUX = process.platform === 'linux';

/**
 * What tells a process from a later one with the same pid: its start time, and the boot it belongs to.
 * @returns undefined where no such process runs (one that ended but was not yet collected does not run)
 */
export function identityOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (!LINUX) {
    const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
    const line = (stdout ?? '').trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  }
  const stat = read(`/proc/${pid}/stat`);
  // The name in brackets may hold blanks and brackets itself: the fields begin behind the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${fields[19]}@${read('/proc/sys/kernel/random/boot_id')?.trim()}`;
}

/** The command line of a process, its parts separated by blanks; empty where there is none to see. */
export function commandLineOf(pid: number): string {
  if (!LINUX) {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
  return (read(`/proc/${pid}/cmdline`) ?? '').split('\0').join(' ');
}

/** The processes whose command line holds this text. */
export function processesWith(text: string): number[] {
  const pids = LINUX
    ? readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    : (spawnSync('ps', ['-axo', 'pid='], { encoding: 'utf8' }).stdout ?? '').split('\n');
  return pids
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && commandLineOf(pid).includes(text));
}

/** Asks a process to end, and after `patience` ms makes it. Waits until it is gone. */
export async function endProcess(pid: number, patience: number): Promise<void> {
  const identity = identityOf(pid);
  if (identity === undefined) return;
  signal(pid, 'SIGTERM');
  if (await goneWithin(pid, identity, patience)) return;
  signal(pid, 'SIGKILL');
  await goneWithin(pid, identity, 5_000);
}

/** Kills a process and all of its group. Waits until they are gone, a second at most. */
export async function killGroup(leader: number): Promise<void> {
  signal(-leader, 'SIGKILL');
  for (let waited = 0; waited < 1_000 && signal(-leader, 0); waited += 20) await sleep(20);
}

/** True once the process has ended, false where it still runs after `ms`. */
export async function goneWithin(pid: number, identity: string, ms: number): Promise<boolean> {
  const until = Date.now() + ms;
  while (identityOf(pid) === identity) {
    if (Date.now() >= until) return false;
    await sleep(20);
  }
  return true;
}

/** A TCP port of the loopback address that nobody listens on now. Another may take it before its user does. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

/** As many free ports, no two alike: each is held until all are found. */
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

/** @returns false where there is no such process */
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
