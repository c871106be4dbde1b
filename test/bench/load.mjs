// Loads a server with requests, in a process of its own: what it costs to make them must not be felt by whoever
// measures. It is told what to do by one message, and answers with one.
import autocannon from 'autocannon';

const PATHS_OF_A_CONNECTION = 2_000;

process.once('message', (options) => {
  run(options).then(
    (answer) => process.send(answer, () => process.exit(0)),
    (error) => process.send({ error: String(error) }, () => process.exit(0)),
  );
});

async function run({ origin, paths, connections = 8, seconds, rate, requests }) {
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
    ...(rate && { overallRate: rate }),
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
  latencies.sort((a, b) => a - b);
  const at = (q) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * q))];
  return {
    requests: latencies.length,
    rps: (latencies.length / (last - begun)) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    max: latencies.at(-1),
  };
}
