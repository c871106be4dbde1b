import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../infra/embedded/processes.js';
import { describeWhere } from './installed.js';
import { until } from './until.js';
import { atEnd } from './with-own.js';

/** An nginx of a test's own in front of gateways, with the configuration of the production stack. */
export interface Nginx {
  origin: string;
  /** the records of its access log so far */
  log(): { status: number; gateway: string; path: string; address: string }[];
}

// Debian installs it where an ordinary user does not look.
const PATH = `${process.env['PATH']}:/usr/sbin`;
const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH } }).status === 0;
export const describeWithNginx = describeWhere(hasNginx, 'apt-get install nginx-light');

/** The configuration, with its variables filled in. @throws where one is left over */
function fillIn(template: string, values: Record<string, string>): string {
  const filled = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`\${${name}}`, value),
    template.replaceAll(/^\s*#.*$/gm, ''),
  );
  const left = /\$\{\w+\}/.exec(filled);
  if (left) throw new Error(`${left[0]} is not filled in`);
  return filled;
}

/**
 * @param gateways `host:port` of each
 * @param inFront the address of a proxy before it, which is believed
 */
export async function startNginx(gateways: string[], inFront = 'unix:'): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-nginx-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const template = readFileSync('infra/nginx.conf.template', 'utf8');
  const configuration = fillIn(template, {
    // Without `resolve`: names are for containers, and the nginx of Debian 12 does not know it.
    GATEWAYS: gateways.map((each) => `server ${each} max_fails=1 fail_timeout=2s;`).join(' '),
    PROXY_IN_FRONT: inFront,
    RESOLVER: '127.0.0.1',
    LISTEN: `127.0.0.1:${port}`,
    RUN_DIR: folder,
  });
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const [access, errors] = ['access.log', 'error.log'].map((name) => join(folder, name));
  const flags = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
  // Beside the folder for its files it gets a file for its standard output: a socket cannot be opened by name.
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), ...flags], {
    stdio: ['ignore', openSync(access!, 'a'), openSync(errors!, 'a')],
    env: { PATH },
  });
  atEnd(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx: ${readFileSync(errors!, 'utf8')}`);
    return (await fetch(`${origin}/proxy-health`).catch(() => null))?.status === 204;
  });
  return {
    origin,
    log: () =>
      readFileSync(access!, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}
