import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../infra/embedded/processes.js';
import { until } from './until.js';

/** The Debian packages of a real S3 server. */
const SWIFT_PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];

/** OpenStack Swift with its S3 interface, which checks signatures. */
export interface Swift {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  region: string;
  /** takes the S3 interface away, as a network would */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** SIGSTOP: connections are taken, answers stay away */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** Whether the packages are installed. On CI they must be: there a missing one fails the tests. */
export function hasSwift(): boolean {
  const has = (name: string) => spawnSync('sh', ['-c', `command -v ${name}-server || command -v ${name}`]);
  const found = SWIFT_PACKAGES.every((name) => has(name).status === 0);
  const remedy = `apt-get install --no-install-recommends ${SWIFT_PACKAGES.join(' ')}`;
  if (!found && process.env['CI'] === 'true') throw new Error(`The S3 tests need ${remedy}`);
  if (!found) process.stderr.write(`S3 tests are left out: ${remedy}\n`);
  return found;
}

const KINDS = ['account', 'container', 'object'] as const;

/** Starts a Swift of one's own in a temporary folder. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-swift-'));
  const [proxyPort = 0, cachePort = 0, ...ports] = await freePorts(5);
  await configure(folder, proxyPort, cachePort, ports);

  const running: ChildProcess[] = [];
  // Each leads a group of processes, which ends with it.
  const run = (program: string, args: string[]): ChildProcess => {
    const env = { ...process.env, SWIFT_DIR: folder };
    const child = spawn(program, args, { stdio: 'ignore', env, detached: true });
    running.push(child);
    return child;
  };
  run('memcached', ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(cachePort), '-m', '16']);
  // Debian's own Python: its packages are not seen by another one.
  run('/usr/bin/python3', ['-c', STORAGE, folder, ...ports.map(String)]);

  // The proxy shuns for a minute a server that it found away.
  await Promise.all([cachePort, ...ports].map(listening));

  const endpoint = `http://127.0.0.1:${proxyPort}`;
  let proxy: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    proxy = run('swift-proxy-server', [join(folder, 'proxy-server.conf')]);
    await answers(`${endpoint}/healthcheck`, proxy);
  };
  const end = async (child: ChildProcess | undefined): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    process.kill(-child.pid!, 'SIGKILL');
    await exit;
  };
  await start();
  return {
    endpoint,
    accessKey: 'test:tester',
    secretKey: 'testing',
    region: 'us-east-1',
    stop: () => end(proxy),
    start,
    freeze: () => void proxy!.kill('SIGSTOP'),
    thaw: () => void proxy!.kill('SIGCONT'),
    async close() {
      await Promise.all(running.map(end));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function configure(
  folder: string,
  proxyPort: number,
  cachePort: number,
  ports: number[],
): Promise<void> {
  const user = userInfo().username;
  await writeFile(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = only\ndefault = yes\n',
  );
  const server = (port: number): string =>
    `bind_ip = 127.0.0.1\nbind_port = ${port}\nuser = ${user}\nswift_dir = ${folder}\nworkers = 0\nlog_level = ERROR\n`;
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true });
  for (const [i, kind] of KINDS.entries()) {
    await writeFile(
      join(folder, `${kind}-server.conf`),
      `[DEFAULT]\n${server(ports[i]!)}devices = ${join(folder, 'devices')}\nmount_check = false\n` +
        `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    );
  }
  const filters = {
    catch_errors: '',
    healthcheck: '',
    cache: `use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${cachePort}\n`,
    s3api: 'use = egg:swift#s3api\ns3_acl = false\nlocation = us-east-1\n',
    tempauth: 'use = egg:swift#tempauth\nuser_test_tester = testing .admin\n',
    slo: '',
    dlo: '',
  };
  await writeFile(
    join(folder, 'proxy-server.conf'),
    `[DEFAULT]\n${server(proxyPort)}` +
      `[pipeline:main]\npipeline = ${Object.keys(filters).join(' ')} proxy-server\n` +
      '[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true\n' +
      Object.entries(filters)
        .map(([name, settings]) => `[filter:${name}]\n${settings || `use = egg:swift#${name}\n`}`)
        .join(''),
  );
}

/**
 * The rings and the three servers behind the proxy, in one program that loads Swift once: `swift-ring-builder` and
 * `swift-*-server` take a second of a processor each, nine calls and three.
 */
const STORAGE = `
import os, signal, sys
from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi
from swift.obj import server as object_server
import swift.account.server, swift.container.server
folder, kinds = sys.argv[1], ${JSON.stringify(KINDS)}
for kind, port in zip(kinds, sys.argv[2:]):
    builder = RingBuilder(8, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1,
                     'replication_ip': '127.0.0.1', 'replication_port': int(port), 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
os.setsid = lambda: None  # the servers stay in the group of this program, and end with it
for kind in kinds:
    if os.fork() == 0:
        more = {'global_conf_callback': object_server.global_conf_callback} if kind == 'object' else {}
        sys.exit(run_wsgi(os.path.join(folder, kind + '-server.conf'), kind + '-server', **more))
signal.pause()
`;

async function answers(address: string, child: ChildProcess): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`swift-proxy-server ended with ${child.exitCode}`);
    return (await fetch(address).catch(() => null))?.ok === true;
  }, 120_000);
}

/** Resolves once somebody listens on a port. */
async function listening(port: number): Promise<void> {
  await until(async () => {
    const socket = connect(port, '127.0.0.1');
    const up = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return up;
  }, 120_000);
}
