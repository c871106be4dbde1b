// Loads a server with requests, in a process of its own: what it costs to make them must not be felt by whoever
// measures. It is told what to do by a message, and answers with one; one thing after the other.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

const PATHS_OF_A_CONNECTION = 2_000;

process.on('message', (options) => {
  const work = options.file ? post : options.rate ? pace : run;
  work(options).then(
    (answer) => process.send(answer),
    (error) => process.send({ error: String(error) }),
  );
});

async function run({ origin, paths, connections = 8, seconds, requests }) {
  const latencies = [];
  const statuses = {};
  const all = requests ?? paths.map((path) => ({ path }));
  let connection = 0;
  const running = autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: 100,
    timeout: 60, // what is slow is to be measured, not left out
    setupClient(client) {
      // Each connection walks through other paths, so that they don't ask for the same at the same time.
      const begin = Math.floor((all.length / connections) * connection++);
      const own = Math.min(all.length, PATHS_OF_A_CONNECTION);
      client.setRequests(Array.from({ length: own }, (_, i) => all[(begin + i) % all.length]));
    },
  });
  const begun = performance.now();
  let last = begun;
  running.on('response', (_client, status, _bytes, ms) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    latencies.push(ms);
    last = performance.now();
  });
  const { errors, timeouts } = await running;
  const bad = Object.keys(statuses).filter((status) => status[0] !== '2');
  if (errors > 0 || timeouts > 0 || bad.length > 0)
    throw new Error(`${errors} errors, ${timeouts} time-outs, statuses ${JSON.stringify(statuses)}`);
  return summary(latencies, last - begun);
}

/**
 * Sends requests by the clock, however long answers take, and waits for all of them. A latency counts from when the
 * request was due: one that had to wait for a connection, or for a server that stood still, has waited.
 */
async function pace({ origin, paths, connections = 8, seconds, rate }) {
  neverWait();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies = [];
  const running = [];
  const begun = performance.now();
  for (let i = 0; i < seconds * rate; i++) {
    const due = begun + (i / rate) * 1000;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    const asked = ask(origin + paths[i % paths.length], agent).then(() =>
      latencies.push(performance.now() - due),
    );
    asked.catch(() => {}); // told when all are in
    running.push(asked);
  }
  await Promise.all(running).finally(() => agent.destroy());
  return summary(latencies, performance.now() - begun);
}

/**
 * Makes this process a real-time one, where that is allowed: whoever reads has a machine of his own, and what this one
 * waits for a processor is not the service's. With autogroups alone it waited as often as the service did, for a tick of
 * the kernel (4 ms) each time: the p99 of reads beside writes was 7 to 10 ms, and is 6 to 7.5.
 */
function neverWait() {
  spawnSync('chrt', ['--reset-on-fork', '--rr', '--pid', '1', String(process.pid)]);
}

function ask(url, agent) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
      );
    });
    request.once('error', reject);
  });
}

function summary(latencies, ms) {
  if (latencies.length === 0) throw new Error('nothing was answered');
  latencies.sort((a, b) => a - b);
  const at = (q) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * q))];
  return {
    requests: latencies.length,
    rps: (latencies.length / ms) * 1000,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: latencies.at(-1),
  };
}

const files = new Map();

/** Sends a file, which is read once. @returns the answer's JSON */
async function post({ url, file, headers }) {
  const body = files.get(file) ?? readFileSync(file);
  files.set(file, body);
  const asked = request(url, { method: 'POST', headers: { ...headers, 'Content-Length': body.length } });
  asked.end(body);
  const [response] = await once(asked, 'response');
  return { answer: await json(response) };
}
