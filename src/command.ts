import { SingleBar } from 'cli-progress';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { migrateStack, openStack } from '../infra/embedded/stack.js';
import type { Needs, Stack } from '../infra/embedded/stack.js';
import {
  connect,
  disconnect,
  isObject,
  loadConfig,
  messageOf,
  OFFICE_SOURCE,
  parseInstant,
  withoutSecrets,
} from './platform/index.js';
import type { Config, Database } from './platform/index.js';

/** What a command works with. */
export interface Session {
  /** with the addresses of the database and, where the command needs it, of the search engine, embedded or not */
  config: Config;
  /** up to date with the migrations */
  db: Database;
  /** where the gateway of a running service listens */
  origin?: string;
  /** names of the migrations that were applied for this command */
  migrated: string[];
  /** says something on standard error at once; nothing with `--json` */
  say: (text: string) => void;
  /** opens a progress bar on standard error; it shows nothing when that is not a terminal */
  progress: typeof openProgress;
  /** aborted by Ctrl-C */
  signal: AbortSignal;
}

/** The outcome of a command. */
export interface Result {
  /** for `--json`: the whole of standard output */
  json: unknown;
  /** for people, on standard output; null when the command has written there itself */
  text: string | null;
  /** for people, on standard error */
  notes?: string[];
  /** not everything succeeded: exit 1 */
  failed?: boolean;
}

/** Options that exclude each other. */
export class WrongUsage extends Error {}

export const EXIT = { failed: 1, usage: 2 } as const;

/** Adds a subcommand, with the option `--json` that all commands share. */
export function addCommand(parent: Command, usage: string, description: string): Command {
  return parent.command(usage).description(description).option('--json', 'print JSON and nothing else');
}

/**
 * The action of a command: finds or starts the servers it needs, migrates the database, does the work, prints the
 * outcome, and stops what it started.
 */
export function action<A extends unknown[]>(
  needs: Needs,
  work: (session: Session, ...args: A) => Promise<Result>,
): (...args: [...A, options: { json?: boolean }, command: Command]) => Promise<void> {
  return async (...given) => {
    const args = given.slice(0, -1) as unknown as A;
    const json = (given.at(-2) as { json?: boolean }).json === true;
    let isOutputGone = false;
    process.stdout.on('error', () => (isOutputGone = true));
    try {
      print(await inSession(needs, json, (session) => work(session, ...args)), json);
    } catch (error) {
      if (isOutputGone) return; // src/cli.ts tells it
      const code = error instanceof WrongUsage ? EXIT.usage : EXIT.failed;
      fail(messageOf(error) || String(error), json, code);
    }
  };
}

/** Reports a failure on standard error and, with `--json`, as the one object on standard output. */
export function fail(message: string, json: boolean, exitCode: number): void {
  const error = withoutSecrets(message.trimEnd());
  process.stderr.write(`${error}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, error })}\n`);
  process.exitCode ??= exitCode;
}

/** Characters that take two columns of a terminal. */
const WIDE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uff60]/gu;
const columnsOf = (text: string): number => [...text].length + (text.match(WIDE)?.length ?? 0);

/** Records as an aligned table with the field names as its header. */
export function table(fields: string[], records: object[]): string {
  // Texts of visitors are among them: in a line of their own they would look like records.
  const cell = (value: unknown): string =>
    (isObject(value) ? Object.entries(value).map((each) => each.join(' ')) : [value])
      .join(', ')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ');
  const rows = records.map((record) => new Map(Object.entries(record)));
  const lines = [fields, ...rows.map((row) => fields.map((field) => cell(row.get(field) ?? '-')))];
  const widths = fields.map((_, column) => Math.max(...lines.map((line) => columnsOf(line[column]!))));
  return lines
    .map((line) =>
      line
        .map((text, i) => text + ' '.repeat(widths[i]! - columnsOf(text)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function inSession(
  needs: Needs,
  json: boolean,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(process.env);
  const say = (text: string): void => void (json || process.stderr.write(`${text}\n`));
  const { signal, opened, done } = handleSignals();
  try {
    const stack = opened(await openStack(config, { ...needs, database: true }, say, signal));
    const { databaseUrl, meiliUrl, meiliKey, dataDir, origin } = stack;
    try {
      signal.throwIfAborted();
      const migrated = await migrateStack(config, databaseUrl!);
      const db = connect(databaseUrl!, { name: 'catalogue command', pool: 4, statementTimeout: 0 });
      try {
        const filled = { ...config, dataDir, databaseUrl, meiliUrl, meiliKey };
        return await work({
          config: filled,
          ...(origin && { origin }),
          db,
          migrated,
          say,
          progress: openProgress,
          signal,
        });
      } finally {
        await disconnect(db);
      }
    } finally {
      await stack.close();
    }
  } catch (error) {
    signal.throwIfAborted(); // by what it was ended, not what became of its parts
    throw error;
  } finally {
    done();
  }
}

/** SIGINT and SIGTERM abort the command. If it ignores that for 2 s, the stack is closed and the process exits. */
function handleSignals(): { signal: AbortSignal; opened: (stack: Stack) => Stack; done: () => void } {
  const interrupted = new AbortController();
  let stack: Stack | undefined;
  const interrupt = (name: NodeJS.Signals): void => {
    process.exitCode = name === 'SIGINT' ? 130 : 143;
    interrupted.abort(new Error(`Ended by ${name}.`));
    setTimeout(() => void stack?.close().finally(() => process.exit()), 2_000).unref();
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  return {
    signal: interrupted.signal,
    opened: (open) => (stack = open),
    done: () => process.off('SIGINT', interrupt).off('SIGTERM', interrupt),
  };
}

function print({ json: data, text, notes = [], failed = false }: Result, json: boolean): void {
  if (notes.length > 0 && !json) process.stderr.write(`${notes.join('\n')}\n`);
  if (json) process.stdout.write(`${JSON.stringify(data)}\n`);
  else if (text !== null) process.stdout.write(`${text}\n`);
  if (failed) process.exitCode = EXIT.failed;
}

function openProgress(title: string) {
  // cli-progress draws nothing when its stream is not a terminal.
  const bar = new SingleBar({
    format: `${title} {bar} {percentage} % · {eta_formatted} left`,
    hideCursor: true,
    etaBuffer: 100,
  });
  let isBegun = false;
  return {
    /** begins it, also again after its end */
    update(done: number, all: number): void {
      if (isBegun) bar.setTotal(all);
      else bar.start(all, done);
      isBegun = true;
      bar.update(done);
    },
    end(): void {
      bar.stop();
      isBegun = false;
    },
  };
}

// Parsers of arguments and options. All throw InvalidArgumentError, which Commander reports with the name of the argument.

/** Parses a trimmed text whose length, in code points, is within bounds. */
export function text(min: number, max: number): (value: string) => string {
  return (value) => {
    const trimmed = value.trim();
    const length = [...trimmed].length;
    if (length < min || length > max)
      throw new InvalidArgumentError(`must be ${min} to ${max} characters long.`);
    return trimmed;
  };
}

/** Parses the source label of products. */
export function source(value: string): string {
  const label = text(1, 50)(value);
  if (label === OFFICE_SOURCE)
    throw new InvalidArgumentError('is kept for products made in the back office.');
  return label;
}

/** Parses a whole number that is not negative. */
export function whole(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('must be a whole number.');
  return Number(value);
}

/** Parses an ISO 8601 date or date-time; without offset it is UTC. */
export function instant(value: string): string {
  const parsed = parseInstant(value);
  if (parsed === null) throw new InvalidArgumentError('must be an ISO 8601 date or date-time.');
  return parsed;
}
