// Loaded into a gateway (`--import`): notes each turn of its event loop that takes long, and writes them down when the
// process is told to (SIGUSR2).
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { turnTimer } from './turn-timer.mjs';

const { LOOP_PROBE_FILE, LOOP_PROBE_MS } = process.env;
// Not in what the gateway starts itself: its threads, and the processes of large pushes.
if (isMainThread && process.argv[1]?.endsWith('dist/gateway.js')) {
  const longest = Number(LOOP_PROBE_MS);
  const turns = [];
  let clock = Date.now();
  const held = turnTimer();
  const turn = () => {
    const ms = held();
    if (ms > longest && turns.length < 1_000) turns.push({ from: clock, to: Date.now(), ms: Math.round(ms) });
    clock = Date.now();
    setImmediate(turn);
  };
  setImmediate(turn);
  process.on('SIGUSR2', () => writeFileSync(LOOP_PROBE_FILE, JSON.stringify(turns.splice(0))));
}
