import { openSync, readSync } from 'node:fs';

const text = Buffer.alloc(64);
let file;

/**
 * The processor's time of this process's main thread so far, ms; exact to one tick of the system (1 to 4 ms). Unlike
 * `process.cpuUsage()` it leaves out the other threads: those of the garbage collector and of the compiler do not hold
 * the event loop.
 */
function threadTime() {
  file ??= openSync(`/proc/self/task/${process.pid}/schedstat`);
  const length = readSync(file, text, 0, text.length, 0);
  return Number(text.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
}

/**
 * Times turns of the event loop. Each call of the result gives for how long the main thread was held since the call
 * before, ms. Of the clock and of the thread's time the lesser counts: neither neighbours on a busy machine nor threads
 * beside the loop hold it.
 */
export function turnTimer() {
  let clock = performance.now();
  let worked = threadTime();
  return () => {
    const held = Math.min(performance.now() - clock, threadTime() - worked);
    clock = performance.now();
    worked = threadTime();
    return held;
  };
}
