// Keeps the service under the load of a working day for as long as one likes, and looks whether anything grows: memory,
// handles, connections, of the gateway and of the indexer.
//
//   node test/bench/soak.mjs [--minutes 20] [--warm 5] [--products 20000] [--share 0.7] [--rate N] [--samples FILE]
//
// First the rate is found that the machine takes; then, by the clock, a share of it is asked for (or --rate requests a
// second). Each figure is sampled every 5 s; after the minutes of warm-up its slope is that of the line of least squares,
// for memory through the least of each two minutes: what lies above waits to be collected (a heap goes up and down by
// 100 MB between two collections, so that a line through all samples leans by 2 MB a minute to either side by chance).
// Exit code: 0 where nothing grows and no request failed, 1 otherwise. --samples keeps all samples, as JSON.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadCatalogue, readProducts } from './catalogue.mjs';
import { nodeFlags, openBenchStack, ROOT } from './stack.mjs';

const SAMPLE_MS = 5_000;
const DATABASE = 'soak';
/** What may grow by how much, a minute. */
const MOST = {
  'RSS, MB': 1,
  'heap, MB': 1,
  handles: 1,
  sockets: 1,
  'open files': 1,
  'Postgres connections': 1,
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    warm: { type: 'string' },
    products: { type: 'string', default: '20000' },
    share: { type: 'string', default: '0.7' },
    rate: { type: 'string' },
    samples: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const warm = Number(values.warm ?? minutes / 4);
const size = Number(values.products);

const say = (text) => process.stdout.write(`${text}\n`);
const stack = await openBenchStack();
let load;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void close().then(() => process.exit(1)));
try {
  process.exitCode = (await soak()) ? 0 : 1;
} catch (error) {
  say(String(error.stack));
  process.exitCode = 1;
} finally {
  await close();
}

async function close() {
  load?.kill();
  await stack.close();
}

async function soak() {
  await loadCatalogue(stack, { name: DATABASE, size, originals: await readProducts(), seed: 1 });
  const environment = {
    DATABASE_URL: stack.urlOf(DATABASE),
    ...(await stack.searchEnv('products')),
    LOG_LEVEL: 'error',
  };
  const gateway = await stack.startGateway(DATABASE, environment);
  const indexer = await stack.start('dist/indexer/main.js', {
    execArgv: nodeFlags('indexer'),
    env: environment,
  });
  const key = await issue(environment);
  load = fork(join(ROOT, 'test/bench/soak-load.mjs'));
  await once(load, 'message');
  await order({ origin: gateway.origin, key, size });
  await untilIndexed(environment);

  await order({ atOnce: 16, seconds: 15 }); // compiles what is hot
  const most = await order({ atOnce: 16, seconds: 20 });
  const rate = Number(values.rate ?? (most.rate * Number(values.share)).toFixed(1));
  say(
    `at most ${most.rate.toFixed(0)} requests/s (p99 ${most.p99.toFixed(0)} ms); asked for: ${rate}/s, ${minutes} min`,
  );

  const processes = { gateway: gateway.message.metrics, indexer: indexer.message.metrics };
  const samples = [];
  let over = false;
  const begun = performance.now();
  const sampling = (async () => {
    for (let n = 1; !over; n++) {
      samples.push({ minute: (performance.now() - begun) / 60_000, ...(await sample(processes)) });
      await sleep(Math.max(0, begun + n * SAMPLE_MS - performance.now()));
    }
  })();
  const done = await order({ rate, seconds: minutes * 60 });
  over = true;
  await sampling;
  if (values.samples) writeFileSync(values.samples, JSON.stringify(samples));
  return judge(samples, done, rate);
}

/** Gives the load an order. @returns what came of it */
async function order(what) {
  load.send(what);
  const [answer] = await Promise.race([
    once(load, 'message'),
    once(load, 'exit').then(() => Promise.reject(new Error('the load ended'))),
  ]);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

async function issue(environment) {
  const args = ['keys', 'issue', '--name', 'soak', '--json'];
  const child = fork(join(ROOT, 'dist/src/cli.js'), args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text).key;
}

async function untilIndexed({ MEILI_URL, MEILI_KEY }) {
  for (;;) {
    const answer = await fetch(`${MEILI_URL}/indexes/products/stats`, {
      headers: { Authorization: `Bearer ${MEILI_KEY}` },
    });
    if (answer.ok && (await answer.json()).numberOfDocuments >= size) return;
    await sleep(500);
  }
}

/** The figures of each process, by `process figure`. */
async function sample(processes) {
  const figures = {};
  for (const [name, origin] of Object.entries(processes)) {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const read = (metric) => Number(new RegExp(`^${metric} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
    figures[`${name} RSS, MB`] = read('process_resident_memory_bytes') / 2 ** 20;
    figures[`${name} heap, MB`] = read('nodejs_heap_size_used_bytes') / 2 ** 20;
    figures[`${name} handles`] = read('nodejs_active_handles_total');
    figures[`${name} sockets`] = read('nodejs_active_handles\\{type="Socket"\\}');
    figures[`${name} open files`] = read('process_open_fds');
    const [{ connections }] = await stack.sql(
      DATABASE,
      `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE application_name LIKE 'catalogue ${name}%'`,
    );
    figures[`${name} Postgres connections`] = connections;
  }
  return figures;
}

/** Growth a minute: the slope of the line of least squares. */
function slopeOf(points) {
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const above = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  const below = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return above / below;
}

/** The lowest point of each two minutes; of fewer where there are not four times two. */
function leastOf(points) {
  const many = Math.min(120_000 / SAMPLE_MS, Math.floor(points.length / 4) || 1);
  const spans = Array.from({ length: Math.ceil(points.length / many) }, (_, i) => points.slice(i * many, (i + 1) * many)); // prettier-ignore
  return spans.map((span) => span.toSorted((a, b) => a[1] - b[1])[0]);
}

/** Prints what was measured. @returns whether nothing grows and all were answered */
function judge(samples, done, rate) {
  const { requests, errors, reasons, kinds, p50, p99 } = done;
  say(`${requests} requests (${done.rate.toFixed(0)}/s), ${errors} errors, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms`); // prettier-ignore
  say(Object.entries(kinds).map(([kind, n]) => `${kind} ${n}`).join(', ')); // prettier-ignore
  for (const [reason, n] of Object.entries(reasons)) say(`  ${n} × ${reason}`);
  const counted = samples.filter(({ minute }) => minute >= warm);
  say(`\n${counted.length} samples after ${warm} minutes of warm-up\n`);
  say(
    '| figure | first | least | most | last | a minute | allowed |\n| --- | --: | --: | --: | --: | --: | --: |',
  );
  let good = errors === 0 && done.rate > rate * 0.95;
  for (const figure of Object.keys(samples[0]).filter((name) => name !== 'minute')) {
    const points = counted.map((each) => [each.minute, each[figure]]);
    const numbers = points.map(([, value]) => value);
    const slope = slopeOf(figure.endsWith(', MB') ? leastOf(points) : points);
    const allowed = MOST[figure.slice(figure.indexOf(' ') + 1)];
    if (!(slope < allowed)) good = false;
    const shown = [numbers[0], Math.min(...numbers), Math.max(...numbers), numbers.at(-1)].map((n) => n.toFixed(0)); // prettier-ignore
    say(`| ${figure} | ${shown.join(' | ')} | ${slope.toFixed(2)} | ${allowed}${slope < allowed ? '' : ' EXCEEDED'} |`); // prettier-ignore
  }
  say(good ? '\nNothing grows, and all were answered.' : '\nNot as it must be.');
  return good;
}
