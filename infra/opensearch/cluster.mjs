// A cluster of OpenSearch on loopback, for development and tests, from the artefacts that Maven has: `npm run opensearch` starts
// three nodes, prints their addresses as OPENSEARCH_URL takes them, and ends them with Ctrl-C.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');
const POM = join(here, 'pom.xml');
const SOURCE = join(here, 'LocalNode.java');

const hasProgram = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
/** What is missing here to start a cluster, in one line; undefined where nothing is. */
export const missingForCluster = () =>
  ['javac', 'mvn'].every(hasProgram)
    ? undefined
    : 'OpenSearch needs Java 17 and Maven: apt-get install openjdk-17-jdk-headless maven';

/** Brings the jars from Maven, and compiles the node, once for each version. @returns the class path */
export function prepareCluster() {
  const made = createHash('sha256').update(readFileSync(POM)).update(readFileSync(SOURCE)).digest('hex');
  const folder = join(root, 'dist/opensearch', made.slice(0, 16));
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    const run = (program, ...args) => {
      const { status } = spawnSync(program, args, { stdio: ['ignore', 2, 2] });
      if (status !== 0) throw new Error(`${program} ended with ${status}`);
    };
    run('mvn', '-q', '-B', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${join(fresh, 'lib')}`);
    run('javac', '-cp', join(fresh, 'lib/*'), '-d', join(fresh, 'classes'), SOURCE);
    if (existsSync(folder)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, folder);
  }
  return [join(folder, 'classes'), join(folder, 'lib/*')].join(delimiter);
}

/** A node that does not answer is left out after some three seconds, and searches that wait for it go elsewhere. */
const FAULT_DETECTION = ['leader_check', 'follower_check'].flatMap((check) => [
  `cluster.fault_detection.${check}.interval=500ms`,
  `cluster.fault_detection.${check}.timeout=1s`,
  `cluster.fault_detection.${check}.retry_count=3`,
]);

/**
 * Starts a cluster, each node a process of its own, which ends with this one.
 * @param folder where its data lies
 */
export async function startCluster(folder, { nodes = 3, heap = '512m' } = {}) {
  const classPath = prepareCluster();
  const ports = await freePorts(2 * nodes);
  const names = Array.from({ length: nodes }, (_, at) => `node-${at + 1}`);
  const seeds = names.map((_, at) => `127.0.0.1:${ports[nodes + at]}`);
  const started = names.map((name, at) => ({
    url: `http://127.0.0.1:${ports[at]}`,
    child: undefined,
    start() {
      const home = join(folder, name);
      mkdirSync(join(home, 'config'), { recursive: true });
      const settings = [
        'cluster.name=catalogue',
        `node.name=${name}`,
        `path.home=${home}`,
        'network.host=127.0.0.1',
        `http.port=${ports[at]}`,
        `transport.port=${ports[nodes + at]}`,
        `discovery.seed_hosts=${seeds.join(',')}`,
        `cluster.initial_cluster_manager_nodes=${names.join(',')}`,
        'cluster.routing.allocation.disk.threshold_enabled=false',
        ...FAULT_DETECTION,
      ];
      const log = openSync(join(home, 'node.log'), 'a', 0o600);
      const flags = [`-Xms${heap}`, `-Xmx${heap}`, '-XX:+UseSerialGC', '-cp', classPath];
      // In a process group of its own, so that Ctrl-C reaches only this one; its end closes the pipe, which ends the node.
      this.child = spawn('java', [...flags, 'LocalNode', ...settings], {
        stdio: ['pipe', log, log],
        detached: true,
      });
      this.child.stdin.on('error', () => {});
      closeSync(log);
    },
    kill(signal) {
      this.child.kill(signal);
    },
  }));
  for (const node of started) node.start();
  const urls = started.map(({ url }) => url);
  /** Waits until a node answers that so many are there. */
  const untilWhole = async (count = nodes, ms = 120_000) => {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(200)) {
      for (const url of urls) {
        const path = `${url}/_cluster/health?wait_for_nodes=${count}&wait_for_status=green&timeout=1s`;
        const health = await fetch(path, { signal: AbortSignal.timeout(2_000) })
          .then((answer) => answer.json())
          .catch(() => ({}));
        if (health.timed_out === false) return;
      }
      if (started.every(({ child }) => child.exitCode !== null))
        throw new Error(`OpenSearch does not start: ${join(folder, names[0], 'node.log')} says why`);
    }
    throw new Error('OpenSearch does not become whole');
  };
  const stop = async () => {
    for (const { child } of started) child.stdin.end();
    const ended = started.map(({ child }) => child.exitCode ?? child.signalCode ?? new Promise((end) => child.once('exit', end)));
    await Promise.race([Promise.all(ended), sleep(10_000, undefined, { ref: false })]);
    for (const { child } of started) child.kill('SIGKILL');
  };
  try {
    await untilWhole();
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls, nodes: started, untilWhole, stop };
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => new Promise((listening) => server.listen(0, '127.0.0.1', listening))));
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void cluster.stop().then(() => process.exit(0)));
}
