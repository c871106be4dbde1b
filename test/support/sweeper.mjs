// Waits for the end of the test run, however it comes, and leaves nothing of it behind: its standard input is a
// pipe that closes when the run ends. It is told the pids of the shared servers; what single tests started is
// known by the run's folder in its environment or command line.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = process.argv[2];
const told = new Set((await text(process.stdin)).split('\n').filter(Boolean).map(Number));

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

function running() {
  const pids = readdirSync('/proc').map(Number);
  return pids.filter((pid) => {
    if (!(pid > 0) || pid === process.pid) return false;
    const command = read(`/proc/${pid}/cmdline`);
    return command !== '' && (told.has(pid) || (command + read(`/proc/${pid}/environ`)).includes(folder));
  });
}

// Launchers first, for they would start again what is stopped. Postgres is asked: killed, it leaves shared memory.
const isPostgres = (pid) => read(`/proc/${pid}/cmdline`).includes('/bin/postgres');
for (const signal of ['SIGKILL', 'SIGINT']) {
  for (const pid of running().filter((pid) => isPostgres(pid) === (signal === 'SIGINT'))) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
for (let waited = 0; waited < 10_000 && running().length > 0; waited += 50) await sleep(50);
rmSync(folder, { recursive: true, force: true });
