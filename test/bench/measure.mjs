// How things are measured: in turns, several rounds, medians.
import { readFileSync } from 'node:fs';
import { fork } from 'node:child_process';
import { once } from 'node:events';

export const median = (numbers) => quantile(numbers, 0.5);

/** @param q 0.99 for the 99th percentile */
export function quantile(numbers, q) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

/**
 * Runs each subject once a round, in turns, so that what else the machine does meets all of them. The first round
 * warms up and does not count.
 * @param subjects name to a function that gives a number (or an object of numbers)
 * @returns name to the results of the rounds
 */
export async function inTurns(subjects, rounds, { warm = 1 } = {}) {
  const results = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = -warm; round < rounds; round++) {
    const names = Object.keys(subjects);
    // Whoever comes second finds the disk and the processor as the first has left them: so they take turns at that too.
    if (round % 2 !== 0) names.reverse();
    for (const name of names) {
      const result = await subjects[name](round);
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}

/** ms that something takes. */
export async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * Processes that load servers and have nothing to do just now: each takes half a second to start. Those that send by the
 * clock have put themselves before all others, which would be unfair to what is measured by the others.
 */
const idle = { byClock: [], others: [] };

/**
 * Loads a server over keep-alive connections, from a process of its own.
 * @param options origin, paths or requests (each connection goes through them from a place of its own), connections,
 *   seconds, rate (requests a second by the clock; as fast as the connections can unless given); or, to send one file, url, headers, file
 * @returns requests a second, and latencies in ms; or the answer to the file
 */
export async function load(options) {
  const mine = options.rate ? idle.byClock : idle.others;
  const child = mine.pop() ?? startLoad();
  child.channel.ref();
  child.send(options);
  const over = new AbortController();
  try {
    const [answer] = await Promise.race([
      once(child, 'message', over),
      once(child, 'exit', over).then(([code]) => {
        throw new Error(`the load ended with ${code}`);
      }),
    ]);
    child.channel.unref();
    mine.push(child);
    if (answer.error) throw new Error(answer.error);
    return answer;
  } finally {
    over.abort();
  }
}

/** In a session of its own: within ours it would wait for what is pushed from here. It ends with this process. */
function startLoad() {
  const child = fork(new URL('load.mjs', import.meta.url).pathname, { detached: true });
  child.unref();
  return child;
}

/** Processor time that a process has taken, ms. */
export function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10; // in ticks of 10 ms
}
