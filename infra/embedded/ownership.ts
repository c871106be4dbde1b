import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolders } from '../../src/platform/index.js';
import { processIdentity } from './processes.js';

/** The addresses of a stack's servers. */
export interface StackParts {
  databaseUrl?: string;
  meiliUrl?: string;
  meiliKey?: string;
}

export interface ProcessId {
  pid: number;
  identity: string;
}

/** What the owner of a data folder records in it, for other commands and for the next owner. */
export interface Owner extends ProcessId {
  /** `service`: npm start; `command`: a command that runs the servers while it needs them */
  role: 'service' | 'command';
  /** present once the servers are ready */
  parts?: StackParts;
  /** where the gateway listens */
  origin?: string;
  /** child processes of the owner */
  children: ProcessId[];
}

/** Ownership of a data folder: the right to start and stop its servers. */
export interface Claim {
  dataDir: string;
  /** the record of a former owner that ended without releasing the folder */
  left: Owner | undefined;
  /** Changes the owner's record. */
  publish(change: Partial<Pick<Owner, 'parts' | 'origin' | 'children'>>): void;
  release(): void;
}

const fileOf = (dataDir: string): string => join(dataDir, 'stack.json');

/**
 * Claims a data folder for this process.
 * @returns the claim, or the running owner of the folder
 */
export async function claimFolder(dataDir: string, role: Owner['role']): Promise<Claim | Owner> {
  const file = fileOf(dataDir);
  const me: Owner = { pid: process.pid, identity: processIdentity(process.pid)!, role, children: [] };
  let left: Owner | undefined;
  makeFolders(dataDir);
  for (;;) {
    if (create(file, me)) {
      // Two processes that remove the same dead owner may both get here: the file names the one that won.
      if (left) await sleep(50);
      if (isSame(await readOwner(dataDir), me)) return openClaim(dataDir, me, left);
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
    // Another process was faster, and its record was moved: move it back.
    if (typeof moved === 'object' && !isSame(moved, owner) && isAlive(moved)) renameSync(aside, file);
    else rmSync(aside, { force: true });
  }
}

/** The recorded owner of the folder, running or not. */
export async function readOwner(dataDir: string): Promise<Owner | undefined> {
  // The file is created and filled in two steps, and may be read between them.
  for (let look = 1; look <= 10; look++) {
    const owner = parse(fileOf(dataDir));
    if (owner !== 'unreadable') return owner;
    await sleep(20);
  }
  return undefined;
}

export function isAlive(process: ProcessId): boolean {
  return processIdentity(process.pid) === process.identity;
}

function openClaim(dataDir: string, me: Owner, left: Owner | undefined): Claim {
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
