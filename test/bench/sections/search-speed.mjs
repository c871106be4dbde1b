// Search through the gateway beside the engine itself: a script that can be run alone. What it prints goes into the report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../stack.mjs';

export const searchSpeed = {
  name: 'search-speed',
  title: 'Search beside the engine',
  script: true,
  async runOnAll(bench) {
    const data = bench.options.data ? ['--data', resolve(bench.options.data)] : [];
    const child = spawn(
      process.execPath,
      ['test/bench/search-speed.mjs', ...data, '--rounds', String(bench.rounds)],
      { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    // Beside its report come the same as a line of JSON, and what gateways log.
    bench.text(printed.split('\n').filter((line) => !line.startsWith('{')).join('\n').trim()); // prettier-ignore
    if (code > 1 || printed === '') throw new Error(`search-speed.mjs ended with ${code}`);
    bench.say(`  ${code === 0 ? 'all targets met' : 'a target MISSED'}`);
  },
};
