import { jest } from '@jest/globals';
import { startGateway } from '../support/built.js';
import { engine } from '../support/engine.js';
import { killAll, startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import { until } from '../support/until.js';
import { launch } from './launch.js';
import { openPlace } from '../support/place.js';
import { shared } from '../support/with-own.js';

jest.setTimeout(60_000);

const place = shared(() => openPlace({ COMMIT: '0123456789abcdef', LOG_LEVEL: 'info' }));

/** The messages of a log, a line each. */
const said = (log: string): string =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
    .join('\n');
/** A database that is not to be used, at the place of the real one. */
const another = (change: (url: URL) => void): string => {
  const url = new URL(place.databaseUrl);
  change(url);
  return url.href;
};

test('gateway and indexer say what they are and what they stand on, with versions and without a secret', async () => {
  const running = await Promise.all([startGatewayProcess(place.env), startIndexerProcess(place.env)]);
  const [gateway, indexer] = running;
  await until(() => running.every((each) => said(each.log()).includes('metrics at')));
  await killAll(running);
  const host = new URL(place.databaseUrl).host;
  for (const text of [said(gateway.log()), said(indexer.log())]) {
    expect(text).toMatch(/^version \d+\.\d+\.\d+, commit 0123456789ab, Node \d+/m);
    expect(text).toMatch(new RegExp(`^Postgres 18[.\\d]* at ${host}$`, 'm'));
    expect(text).toMatch(
      new RegExp(`^Meilisearch 1\\.[.\\d]+ at ${new URL(place.env['MEILI_URL']!).host}, index `, 'm'),
    );
    expect(text).toMatch(/^metrics at http:\/\/127\.0\.0\.1:\d+\/metrics$/m);
    expect(text).not.toContain(new URL(place.databaseUrl).password);
    expect(text).not.toContain(engine().key);
  }
  expect(said(gateway.log())).toMatch(/^listens at 127\.0\.0\.1:\d+, known as http:\/\/localhost:\d+$/m);
  expect(said(gateway.log())).toMatch(
    new RegExp(`^images in the folder ${place.env['DATA_DIR']}/media$`, 'm'),
  );
  expect(said(gateway.log())).toMatch(/^no API key was issued yet: catalogue keys issue/m);
});

const nobody = 'postgres://catalogue:geheim123@127.0.0.1:1/none';
test.each<[string, () => string, string]>([
  ['where nobody listens', () => nobody, 'nobody listens at 127.0.0.1:1 (ECONNREFUSED)'],
  [
    'with a wrong password',
    () => another((url) => (url.password = 'geheim123')),
    'refuses the password of the user "',
  ],
  [
    'without a password',
    () => another((url) => (url.password = '')),
    'asks for a password, and none is given',
  ],
  ['that is not there', () => another((url) => (url.pathname = '/none')), 'has no database "none"'],
])('a gateway does not start, naming DATABASE_URL, where its database is one %s', async (_, url, reason) => {
  const { message } = await startGateway({ ...place.env, DATABASE_URL: url() }).then(
    () => new Error('it started'),
    (error: Error) => error,
  );
  expect(message).toMatch(/^DATABASE_URL: [^\n]*$/);
  expect(message).toContain(reason);
  expect(message).not.toContain('geheim123');
});

test('what a gateway does not start for is all that it says, and it ends with 1', async () => {
  const DATABASE_URL = another((url) => (url.password = 'geheim123'));
  const { code, err } = await launch('node', ['dist/gateway.js'], { ...place.env, DATABASE_URL }).ended;
  expect(code).toBe(1);
  expect(err).toMatch(/^DATABASE_URL: [^\n]*refuses the password[^\n]*\n$/);
  expect(err).not.toContain('geheim123');
});

test('an indexer waits for a database that is away, naming it, and ends where it refuses the password', async () => {
  const run = (url: string) => launch('node', ['dist/indexer.js'], { ...place.env, DATABASE_URL: url });
  const waiting = run(nobody);
  await waiting.line(/"reason":"DATABASE_URL: nobody listens at 127\.0\.0\.1:1 /);
  await waiting.stop();
  const { code, err } = await run(another((url) => (url.password = 'geheim123'))).ended;
  expect(code).toBe(1);
  expect(err).toMatch(/^DATABASE_URL: Postgres at [^\n]*refuses the password[^\n]*\n$/);
});

test.each([
  ['gateway', 'dist/gateway.js', '', 'asks for a key, and none is set'],
  ['indexer', 'dist/indexer.js', '', 'asks for a key, and none is set'],
  ['gateway', 'dist/gateway.js', 'geheim123', 'refuses it'],
])('a %s (%s) with the engine key "%s" says that the engine %s, and waits for it', async (...row) => {
  const [, program, key, reason] = row;
  const started = launch('node', [program], { ...place.env, MEILI_KEY: key });
  await started.line(new RegExp(`"msg":"MEILI_KEY: the search engine at [^"]* ${reason}"`));
  expect((await started.stop()).out).not.toContain('geheim123');
});

test('a gateway names the variable of each server that is away, and starts', async () => {
  const started = launch('node', ['dist/gateway.js'], {
    ...place.env,
    MEILI_URL: 'http://127.0.0.1:4',
    S3_ENDPOINT: 'http://127.0.0.1:4',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY: 'a',
    S3_SECRET_KEY: 'geheim123',
    REDIS_URL: 'redis://:geheim123@127.0.0.1:4',
  });
  await started.line(/"msg":"listens at /);
  const { out } = await started.stop();
  for (const name of ['MEILI_URL', 'S3_ENDPOINT', 'REDIS_URL'])
    expect(said(out)).toMatch(new RegExp(`^${name}: nobody listens at 127\\.0\\.0\\.1:4 `, 'm'));
  expect(out).not.toContain('geheim123');
});
