import { spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { killGroup } from './processes.js';

/** The system account that Postgres runs as: it refuses to run as root. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

/** A program ended with a status other than 0; the message holds its output. */
export class ProgramFailed extends Error {}

/**
 * The account to run Postgres as: undefined (the current one) for an ordinary user; for root the owner of the folder,
 * or else the account `postgres`, which is added if the system has none.
 */
export function accountFor(folder: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = lookUp('postgres');
  if (known) return known;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres']);
  const made = lookUp('postgres');
  if (!made) {
    throw new Error(
      'Postgres does not run as root, and the account "postgres" could not be made for it. Start as an ordinary user, or set DATABASE_URL.',
    );
  }
  return made;
}

/**
 * Runs a program to its end under an account.
 * @param reaches paths that the account must reach; if it cannot (a parent folder that only root may enter) the
 *   program runs with the one capability that allows it
 * @param signal kills the program and its process group
 * @returns what it wrote to standard output
 * @throws ProgramFailed
 */
export async function runAs(
  account: SystemAccount | undefined,
  reaches: string[],
  program: string,
  args: string[],
  signal?: AbortSignal,
): Promise<string> {
  signal?.throwIfAborted();
  if (account && !canReach(account, reaches)) {
    // Without no_setuid_fixup the kernel ignores the capability in access(2), which Postgres calls.
    const identity = `--reuid=${account.uid} --regid=${account.gid} --clear-groups`;
    const powers = '--securebits=+no_setuid_fixup --inh-caps=+dac_override --ambient-caps=+dac_override';
    return run('setpriv', [...`${identity} ${powers}`.split(' '), program, ...args], {}, signal);
  }
  return run(program, args, account ?? {}, signal);
}

function lookUp(name: string): SystemAccount | undefined {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  const [uid, gid] = ids.map(({ status, stdout }) => (status === 0 ? Number(stdout) : NaN));
  return uid && gid ? { uid, gid } : undefined;
}

function canReach(account: SystemAccount, paths: string[]): boolean {
  const test = paths.map((_, i) => `test -r "$${i + 1}"`).join(' && ');
  return spawnSync('/bin/sh', ['-c', test, 'sh', ...paths], { ...account, cwd: '/' }).status === 0;
}

function run(
  program: string,
  args: string[],
  account: Partial<SystemAccount>,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: 'C', LANG: 'C' };
    // In a process group of its own, so that Ctrl-C reaches only the launcher, which then stops the program.
    const options = { ...account, cwd: '/', env, detached: true };
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const kill = (): void => void (child.pid !== undefined && killGroup(child.pid));
    signal?.addEventListener('abort', kill, { once: true });
    child.once('error', reject);
    // 'exit', not 'close': a server that the program leaves running keeps the pipes open.
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', kill);
      if (code === 0) resolve(out);
      else reject(new ProgramFailed(`${program} ended with ${code}: ${(err || out).trim()}`));
    });
  });
}
