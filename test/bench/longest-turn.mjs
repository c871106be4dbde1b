// Loaded into a gateway before it starts (`--import`). On the message `watch` it begins to watch how long one turn of the event loop
// takes at most; on `tell` it stops and answers with that, in ms.
import { turnTimer } from '../support/turn-timer.mjs';

let longest;
let held;

function turn() {
  if (longest === undefined) return;
  longest = Math.max(longest, held());
  setImmediate(turn);
}

process.on('message', (message) => {
  if (message === 'watch') {
    longest = 0;
    held = turnTimer();
    setImmediate(turn);
  } else if (message === 'tell') {
    process.send({ longest });
    longest = undefined;
  }
});
process.channel?.unref();
