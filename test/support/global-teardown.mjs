import { once } from 'node:events';

/** Lets the sweeper go to work, and waits until nothing is left. */
export default async function stopServers() {
  const { sweeper } = globalThis;
  if (!sweeper) return;
  const done = once(sweeper, 'exit');
  sweeper.ref();
  sweeper.stdin.end();
  await done;
}
