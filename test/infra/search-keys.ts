import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './launch.js';

/** What infra/secrets.sh writes, in a folder of its own. @param change of the example that it starts from */
export function makeSecrets(change: (script: string) => string = (script) => script): Record<string, string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'infra'));
  copyFileSync('.env.example', join(folder, '.env.example'));
  writeFileSync(join(folder, 'infra/secrets.sh'), change(readFileSync('infra/secrets.sh', 'utf8')));
  execFileSync('sh', [join(folder, 'infra/secrets.sh')], { stdio: 'pipe' });
  const lines = readFileSync(join(folder, '.env'), 'utf8').split('\n');
  return Object.fromEntries(lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/, 2)));
}

/** The two keys of an engine, as infra/search-keys.sh makes them and infra/secrets.sh foretells them. */
export function makeSearchKeys({ url, key }: { url: string; key: string }): {
  search: string;
  index: string;
} {
  const env = { ...process.env, MEILI_URL: url, MEILI_MASTER_KEY: key };
  execFileSync('sh', ['infra/search-keys.sh'], { env });
  const told = makeSecrets((script) => script.replace('$(openssl rand -hex 24)', `'${key}'`));
  return { search: told['MEILI_SEARCH_KEY']!, index: told['MEILI_INDEX_KEY']! };
}
