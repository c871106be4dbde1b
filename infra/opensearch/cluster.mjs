// A cluster of OpenSearch on loopback, for development and tests, from the artefacts that Maven has: `npm run opensearch` starts
// three nodes, prints their addresses as OPENSEARCH_URL takes them, and ends them with Ctrl-C.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');
const POM = join(here, 'pom.xml');
/** The whole number of a version that Maven has; 3 asks for Java 21. */
const VERSION = process.env.OPENSEARCH_VERSION || '2.19.6';
const SOURCES = ['LocalNode.java', `${VERSION.split('.')[0]}/Plugins.java`].map((name) => join(here, name));

const hasProgram = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
/** What is missing here to start a cluster, in one line; undefined where nothing is. */
export const missingForCluster = () =>
  ['javac', 'mvn'].every(hasProgram)
    ? undefined
    : 'OpenSearch needs Java 17 and Maven: apt-get install openjdk-17-jdk-headless maven';

/** Brings the jars from Maven, and compiles the node, once for each version. @returns the class path */
export function prepareCluster() {
  const made = createHash('sha256').update(VERSION);
  for (const file of [POM, ...SOURCES]) made.update(readFileSync(file));
  const folder = join(root, 'dist/opensearch', made.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    const run = (program, ...args) => {
      const { status } = spawnSync(program, args, { stdio: ['ignore', 2, 2] });
      if (status !== 0) throw new Error(`${program} ended with ${status}`);
    };
    run(
      'mvn',
      '-q',
      '-B',
      '-f',
      POM,
      `-Dopensearch=${VERSION}`,
      'dependency:copy-dependencies',
      `-DoutputDirectory=${join(fresh, 'lib')}`,
    );
    run('javac', '-cp', join(fresh, 'lib/*'), '-d', join(fresh, 'classes'), ...SOURCES);
    if (existsSync(folder)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, folder);
  }
  return [join(folder, 'classes'), join(folder, 'lib/*')].join(delimiter);
}

/** A node that does not answer is left out after some three seconds, and what waits for it goes elsewhere. */
const FAULT_DETECTION = [
  'cluster.publish.timeout=3s',
  'cluster.follower_lag.timeout=3s',
  ...['leader_check', 'follower_check'].flatMap((check) => [
    `cluster.fault_detection.${check}.interval=500ms`,
    `cluster.fault_detection.${check}.timeout=1s`,
    `cluster.fault_detection.${check}.retry_count=3`,
  ]),
];

/** A node, a process of its own that ends with this one. */
class LocalNode {
  #home;
  #arguments;

  constructor(url, home, flags) {
    this.url = url;
    this.#home = home;
    this.#arguments = flags;
  }

  /** Starts it, also again at the same place. */
  start() {
    mkdirSync(join(this.#home, 'config'), { recursive: true });
    const log = openSync(join(this.#home, 'node.log'), 'a', 0o600);
    // In a process group of its own, so that Ctrl-C reaches only this one; its end closes the pipe, which ends the node.
    this.child = spawn('java', this.#arguments, { stdio: ['pipe', log, log], detached: true });
    this.child.stdin.on('error', () => {});
    this.child.stdin.unref();
    this.child.unref();
    closeSync(log);
  }

  get hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

class LocalCluster {
  constructor(nodes) {
    this.nodes = nodes;
    this.urls = nodes.map(({ url }) => url);
  }

  /** Waits until so many nodes are there, and every shard is where it should be. */
  async untilWhole(count = this.nodes.length, ms = 300_000) {
    const path = `_cluster/health?wait_for_nodes=${count}&wait_for_status=green&timeout=1s`;
    for (const end = Date.now() + ms; Date.now() < end; await sleep(200)) {
      for (const url of this.urls) {
        const answer = await fetch(`${url}/${path}`, { signal: AbortSignal.timeout(2_000) }).catch(
          () => undefined,
        );
        if (answer?.status === 200) return;
      }
      if (this.nodes.every(({ hasEnded }) => hasEnded))
        throw new Error('OpenSearch has ended: its logs say why');
    }
    throw new Error('OpenSearch does not become whole');
  }

  async stop() {
    for (const { child } of this.nodes) child.stdin.end();
    for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50))
      if (this.nodes.every(({ hasEnded }) => hasEnded)) return;
    for (const { child } of this.nodes) child.kill('SIGKILL');
  }
}

/** For tests: less memory, and half the work at a start, which takes the processors from those that answer meanwhile. */
export const SMALL = ['-Xms256m', '-Xmx256m', '-XX:TieredStopAtLevel=1'];

/** Starts a cluster. @param folder where its data lies @param java what each node's Java is told */
export async function startCluster(folder, { nodes = 3, java = ['-Xms512m', '-Xmx512m'] } = {}) {
  const flags = [...java, '-XX:+UseSerialGC', '-cp', prepareCluster(), 'LocalNode'];
  const ports = await freePorts(2 * nodes);
  const names = Array.from({ length: nodes }, (_, at) => `node-${at + 1}`);
  const seeds = names.map((_, at) => `127.0.0.1:${ports[nodes + at]}`);
  const common = [
    'cluster.name=catalogue',
    'network.host=127.0.0.1',
    `discovery.seed_hosts=${seeds.join(',')}`,
    `cluster.initial_cluster_manager_nodes=${names.join(',')}`,
    'cluster.routing.allocation.disk.threshold_enabled=false',
    ...FAULT_DETECTION,
  ];
  const cluster = new LocalCluster(
    names.map((name, at) => {
      const home = join(folder, name);
      const own = [
        `node.name=${name}`,
        `path.home=${home}`,
        `http.port=${ports[at]}`,
        `transport.port=${ports[nodes + at]}`,
      ];
      return new LocalNode(`http://127.0.0.1:${ports[at]}`, home, [...flags, ...common, ...own]);
    }),
  );
  for (const node of cluster.nodes) node.start();
  try {
    await cluster.untilWhole();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/**
 * Free ports, below those of Linux for outgoing connections: one of these could else take a node's place while it is away, most
 * easily one that looks for the node.
 */
async function freePorts(count) {
  const servers = [];
  while (servers.length < count) {
    const server = createServer().listen(10_000 + Math.floor(Math.random() * 20_000), '127.0.0.1');
    await once(server, 'listening').then(
      () => servers.push(server),
      () => {}, // it is taken
    );
  }
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

if (import.meta.filename === process.argv[1]) {
  const missing = missingForCluster();
  if (missing) {
    process.stderr.write(`${missing}\n`);
    process.exit(1);
  }
  process.stderr.write('Starting three nodes of OpenSearch …\n');
  const cluster = await startCluster(resolve(root, process.env.DATA_DIR || 'data', 'opensearch'));
  process.stdout.write(`${cluster.urls.join(',')}\n`);
  setInterval(() => {}, 60_000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void cluster.stop().then(() => process.exit(0)));
}
