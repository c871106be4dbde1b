import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './processes.js';

/** How to reach the parts of a running stack. */
export interface Parts {
  databaseUrl?: string;
  meiliUrl?: string;
  meiliKey?: string;
}

export interface ProcessId {
  pid: number;
  identity: string;
}

/** What the owner of a data folder writes down in it, for its own kind and for whoever comes after it. */
export interface Owner extends ProcessId {
  /** `service`: npm start; `command`: a command that runs the parts only as long as it needs them */
  role: 'service' | 'command';
  /** given once the parts can be used */
  parts?: Parts;
  /** where the gateway listens */
  origin?: string;
  /** processes that go with the owner */
  children: ProcessId[];
}

/** The right to start and stop servers over a data folder. */
export interface Claim {
  dataDir: string;
  /** what an owner left that ended without giving the folder back */
  left: Owner | undefined;
  /** Changes what the others read. */
  publish(change: Partial<Pick<Owner, 'parts' | 'origin' | 'children'>>): void;
  release(): void;
}

const fileOf = (dataDir: string): string => join(dataDir, 'stack.json');

/**
 * Takes a data folder for this process.
 * @returns the claim, or the living owner who has it
 */
export async function claim(dataDir: string, role: Owner['role']): Promise<Claim | Owner> {
  const file = fileOf(dataDir);
  const me: Owner = { pid: process.pid, identity: identityOf(process.pid)!, role, children: [] };
  let left: Owner | undefined;
  mkdirSync(dataDir, { recursive: true });
  for (;;) {
    if (create(file, me)) {
      // Two that clear away the same dead owner could both get here: the file names the one who has it.
      if (left) await sleep(50);
      if (isSame(await readOwner(dataDir), me)) return held(dataDir, me, left);
      continue;
    }
    const owner = await readOwner(dataDir);
    if (owner && isAlive(owner)) return owner;
    left = owner ?? left;
    const aside = `${file}.${process.pid}`;
    try {
      renameSync(file, aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      continue;
    }
    const moved = parse(aside);
    // Somebody was faster, and what was moved is no longer what was read: give it back.
    if (typeof moved === 'object' && !isSame(moved, owner) && isAlive(moved)) renameSync(aside, file);
    else rmSync(aside, { force: true });
  }
}

/** The owner that the folder names, living or not. */
export async function readOwner(dataDir: string): Promise<Owner | undefined> {
  // Its file is made and filled in two steps: one look between them sees nothing.
  for (let look = 1; look <= 10; look++) {
    const owner = parse(fileOf(dataDir));
    if (owner !== 'unreadable') return owner;
    await sleep(20);
  }
  return undefined;
}

export function isAlive(process: ProcessId): boolean {
  return identityOf(process.pid) === process.identity;
}

function held(dataDir: string, me: Owner, left: Owner | undefined): Claim {
  const file = fileOf(dataDir);
  let state = me;
  return {
    dataDir,
    left,
    publish(change) {
      state = { ...state, ...change };
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

function create(file: string, owner: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function parse(file: string): Owner | 'unreadable' | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch (error) {
    if (error instanceof SyntaxError) return 'unreadable';
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isSame(one: ProcessId | undefined, other: ProcessId | undefined): boolean {
  return one?.pid === other?.pid && one?.identity === other?.identity;
}
