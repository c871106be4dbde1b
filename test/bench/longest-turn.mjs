// Loaded into a gateway before it starts (`--import`). On the message `watch` it begins to watch how long one turn of the event loop
// takes at most; on `tell` it stops and answers with that, in ms. Of the clock and of the thread's time the lesser counts, as in
// test/support/event-loop.ts: neither neighbours nor threads beside the loop hold it.
import { threadTime } from '../support/thread-time.mjs';

let longest;
let clock;
let worked;

const mark = () => {
  clock = performance.now();
  worked = threadTime();
};

function turn() {
  if (longest === undefined) return;
  longest = Math.max(longest, Math.min(performance.now() - clock, threadTime() - worked));
  mark();
  setImmediate(turn);
}

process.on('message', (message) => {
  if (message === 'watch') {
    longest = 0;
    mark();
    setImmediate(turn);
  } else if (message === 'tell') {
    process.send({ longest });
    longest = undefined;
  }
});
process.channel?.unref();
