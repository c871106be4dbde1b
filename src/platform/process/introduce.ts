import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError } from '../config.js';
import type { Config } from '../config.js';
import type { Metrics } from './metrics.js';
import { isTraced } from './trace.js';
import { ROOT } from './root.js';
import { within } from './time-out.js';
import { unsupported } from './versions.js';
import type { Versions } from './versions.js';

/** The version of package.json. */
export const SERVICE_VERSION = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version;

/** What is amiss with the traces that somebody wants: OpenTelemetry has to be loaded before the program. */
const troublesOfTraces = ({ tracesTo }: Partial<Config>): string[] =>
  tracesTo === undefined || isTraced()
    ? []
    : [
        'OTEL_EXPORTER_OTLP_ENDPOINT: no traces are sent, as OpenTelemetry is not loaded; npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node, and set NODE_OPTIONS="--import @opentelemetry/auto-instrumentations-node/register"',
      ];

export type Build = ReturnType<typeof readBuild>;

/** The build of this process: `commit` is that of the image, of the checkout or of the release, else `unknown`. */
export function readBuild({ commit = commitHere() }: Pick<Config, 'commit'>) {
  return { version: SERVICE_VERSION, commit: commit.slice(0, 12), node: process.versions.node };
}

/** `build_info`, the metric of the running version. */
export function exposeBuild(metrics: Metrics, build: Build): void {
  metrics.exposeInfo(['version', 'commit', 'node'], 'build_info', 'What runs', () => [{ ...build }]);
}

function commitHere(): string {
  const ofRelease = join(ROOT, 'dist/commit.txt');
  try {
    // With its folder named, git does not mind whose it is, and finds no repository around ours.
    const args = ['--git-dir', join(ROOT, '.git'), 'rev-parse', 'HEAD'];
    return execFileSync('git', args, { encoding: 'utf8', timeout: 2_000, stdio: 'pipe' }).trim();
  } catch {
    return (existsSync(ofRelease) && readFileSync(ofRelease, 'utf8').trim()) || 'unknown';
  }
}

/** A server that a process depends on, for its start-up log and its metrics. */
export interface Dependency {
  /** as `/readyz` and the metrics call it */
  name: string;
  /** as a person calls it */
  title: string;
  /** such as `at 127.0.0.1:5432` */
  where: string;
  variable: string;
  /** the versions that are supported; all where absent */
  supported?: Versions;
  /** @returns undefined where it reports none. @throws ConfigError that names a variable, where it cannot be used */
  version?: () => Promise<string | undefined>;
  /** in place of a version, where there is none. @throws as `version` does */
  check?: () => Promise<void>;
}

/** What a start logs, and `npm start` prints: lines, and what is wrong with a server, each naming a variable. */
export type Introduction = Awaited<ReturnType<typeof introduce>>;

/** The longest that a server may take to report its version, ms. */
const VERSION_MS = 2_000;

/** Asks each server for its version. Never throws. */
export async function introduce(config: Partial<Config>, build: Build, servers: Dependency[]) {
  const lines = [`version ${build.version}, commit ${build.commit}, Node ${build.node}`];
  const troubles = troublesOfTraces(config);
  const asked = await Promise.all(
    servers.map(async (server) => {
      try {
        const usable = async (): Promise<string | undefined> => {
          await server.check?.();
          return server.version?.();
        };
        return { server, version: await within(VERSION_MS, usable()) };
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

/** `dependency_info`: the servers that report their version. */
export function exposeServers(metrics: Metrics, servers: Dependency[]): void {
  metrics.exposeInfo(
    ['dependency', 'version', 'supported'],
    'dependency_info',
    'The version of what the gateway stands on, and whether it is supported',
    async () => {
      const asked = await Promise.all(
        servers.map(async ({ name, title, where, supported, version }) => {
          const running = await version?.().catch(() => undefined);
          if (running === undefined) return [];
          const reason = supported && unsupported(title, running, supported, where);
          return { dependency: name, version: running, supported: reason === undefined ? 'yes' : 'no' };
        }),
      );
      return asked.flat();
    },
  );
}
