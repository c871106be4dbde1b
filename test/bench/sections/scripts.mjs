// Measurements that stand on servers of their own, as scripts that can be run alone. What they print goes into the report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../stack.mjs';

/** The section of a script that takes --data and --rounds, prints a report and exits 1 where it missed a target. */
function script(name, title) {
  return {
    name,
    title,
    script: true,
    async runOnAll(bench) {
      const path = join('test/bench', `${name}.mjs`);
      if (!existsSync(join(ROOT, path))) return bench.note(`There is no ${path}.`);
      const data = bench.options.data ? ['--data', resolve(bench.options.data)] : [];
      const child = spawn(process.execPath, [path, ...data, '--rounds', String(bench.rounds)], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      // Beside its report come the same as a line of JSON, and what gateways log.
      bench.text(printed.split('\n').filter((line) => !line.startsWith('{')).join('\n').trim()); // prettier-ignore
      if (code > 1 || printed === '') throw new Error(`${path} ended with ${code}`);
      bench.say(`  ${code === 0 ? 'all targets met' : 'a target MISSED'}`);
    },
  };
}

export const searchSpeed = script('search-speed', 'Search beside the engine');
export const indexSpeed = script('index-speed', 'Indexer beside the engine');
