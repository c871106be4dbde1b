import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError, ROOT, unsupported, within } from './platform/index.js';
import type { Config, Metrics } from './platform/index.js';
import type { Dependency } from './servers.js';

/** The version of package.json. */
export const SERVICE_VERSION = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version;

/** What runs here: `commit` is that of the image, else that of the checkout, else `unknown`. */
export interface Build {
  version: string;
  commit: string;
  node: string;
}

/** The build of this process. */
export function readBuild({ commit = commitOfCheckout() }: Pick<Config, 'commit'>): Build {
  return { version: SERVICE_VERSION, commit: commit.slice(0, 12), node: process.versions.node };
}

/** `build_info`, the metric of the running version. */
export function exposeBuild(metrics: Metrics, build: Build): void {
  metrics.exposeInfo(['version', 'commit', 'node'], 'build_info', 'What runs', () => [{ ...build }]);
}

function commitOfCheckout(): string {
  try {
    // With its folder named, git does not mind whose it is, and finds no repository around ours.
    const args = ['--git-dir', join(ROOT, '.git'), 'rev-parse', 'HEAD'];
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', args, { encoding: 'utf8', timeout: 2_000, stdio }).trim();
  } catch {
    return 'unknown';
  }
}

/** What a start logs, and `npm start` prints. */
export interface Introduction {
  lines: string[];
  /** what is wrong with a server, each naming a variable */
  troubles: string[];
}

/** The longest that a server may take to report its version, ms. */
const VERSION_MS = 2_000;

/** Asks each server for its version. Never throws. */
export async function introduce(build: Build, servers: Dependency[]): Promise<Introduction> {
  const lines = [`version ${build.version}, commit ${build.commit}, Node ${build.node}`];
  const troubles: string[] = [];
  const asked = await Promise.all(
    servers.map(async (server) => {
      try {
        return { server, version: await within(VERSION_MS, versionOf(server)) };
      } catch (error) {
        return { server, trouble: troubleOf(server, error) };
      }
    }),
  );
  for (const { server, version, trouble } of asked) {
    const { title, where, variable, supported } = server;
    lines.push(`${title}${version === undefined ? '' : ` ${version}`} ${where}`);
    if (trouble !== undefined) troubles.push(trouble);
    const reason = version && supported && unsupported(title, version, supported, where.replace('at ', ''));
    if (reason) troubles.push(`${variable}: ${reason}`);
  }
  return { lines, troubles };
}

/** The version of a server that can be used; undefined where it reports none. @throws where it cannot be used */
async function versionOf({ check, version }: Dependency): Promise<string | undefined> {
  await check?.();
  return version?.();
}

function troubleOf({ variable, title, where }: Dependency, error: unknown): string {
  const { message, cause } = error as Error;
  const said = [error, cause].find((each) => each instanceof ConfigError);
  return said?.message ?? `${variable}: ${title} ${where}: ${message}`;
}

/** Logs an introduction, a record each line. */
export function logIntroduction(log: Logger, { lines, troubles }: Introduction): void {
  for (const line of lines) log.info(line);
  for (const trouble of troubles) log.warn(trouble);
}
