// What the containers of the stack run that is no program of ours, with the same programs from Debian.
import { spawn, spawnSync } from 'node:child_process';
import { freePort } from '../../infra/embedded/processes.js';
import { openS3Store } from '../../src/catalogue/media/s3-store.js';
import { openOwnEngine } from '../support/own-engine.js';
import { until } from '../support/until.js';
import { readCompose } from './compose.js';
import { temporaryFolder } from './launch.js';
import { makeSearchKeys, makeSecrets } from './search-keys.js';
import { shared } from '../support/with-own.js';

test('every secret is made, none twice, and an .env that is there stays', () => {
  const made = makeSecrets();
  const secrets = Object.entries(made).filter(([name]) =>
    /(POSTGRES|REDIS)_PASSWORD|(MASTER|SEARCH|INDEX|SECRET)_KEY$/.test(name),
  );
  expect(secrets).toHaveLength(6);
  for (const [name, value] of secrets)
    expect([name, value]).toEqual([name, expect.stringMatching(/^[0-9a-f]{48,64}$/)]);
  expect(new Set(secrets.map(([, value]) => value)).size).toBe(6);
  expect(() =>
    makeSecrets((script) => script.replace(/^set -eu$/m, '$&\ntouch "$(dirname "$0")/../.env"')),
  ).toThrow('there already');
});

describe('the keys of the search engine', () => {
  const engine = shared(openOwnEngine);
  let keys: { search: string; index: string };
  beforeAll(async () => {
    keys = makeSearchKeys(engine.meili);
  });
  const ask = async (key: string, method: string, path: string, body?: object): Promise<number> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    return (
      await fetch(`${engine.meili.url}/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
    ).status;
  };

  test('are made once, however often the stack is started', () => {
    expect(makeSearchKeys(engine.meili)).toEqual(keys);
    expect(() => makeSearchKeys({ ...engine.meili, key: 'another one of sixteen bytes' })).toThrow(
      'makes no key (403)',
    );
  });

  test('a gateway searches, and can neither write nor read keys', async () => {
    expect(await ask(keys.search, 'POST', 'multi-search', { queries: [] })).toBe(200);
    expect(await ask(keys.search, 'POST', 'indexes', { uid: 'mine' })).toBe(403);
    expect(await ask(keys.search, 'GET', 'keys')).toBe(403);
    expect(await ask(keys.search, 'GET', 'tasks')).toBe(403);
  });

  test('an indexer makes and fills indexes, and can neither read keys nor dump all', async () => {
    expect(await ask(keys.index, 'POST', 'indexes', { uid: 'mine' })).toBe(202);
    expect(await ask(keys.index, 'GET', 'version')).toBe(200);
    expect(await ask(keys.index, 'GET', 'keys')).toBe(403);
    expect(await ask(keys.index, 'POST', 'dumps')).toBe(403);
  });
});

// No package of Debian has it: `go build ./weed` in the sources of github.com/seaweedfs/seaweedfs.
const withWeed = spawnSync('weed', ['version']).status === 0 ? describe : describe.skip;
withWeed('SeaweedFS', () => {
  test('has the bucket and one account, which keeps images there over a restart and may do nothing else', async () => {
    const folder = temporaryFolder();
    const port = await freePort();
    const script = readCompose().services['seaweedfs']!.entrypoint!.at(-1)!;
    expect(script).toBe('/seaweedfs.sh');
    const start = async () => {
      // The port of the S3 alone is another one here.
      const child = spawn(
        'sh',
        ['-c', `sed s/s3.port=8333/s3.port=${port}/ infra/seaweedfs.sh | sh -s ${folder}`],
        {
          env: { ...process.env, S3_SECRET_KEY: 'secret-of-s3' },
          stdio: 'ignore',
          detached: true,
        },
      );
      await until(
        async () => (await fetch('http://127.0.0.1:8888/buckets/images/').catch(() => null))?.ok === true,
      );
      return async () => {
        process.kill(-child.pid!, 'SIGTERM');
        // It stops listening at once, and ends within half a minute.
        await until(() => {
          try {
            return !process.kill(-child.pid!, 0);
          } catch {
            return true;
          }
        }, 60_000);
      };
    };
    const s3 = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'images',
      accessKey: 'catalogue',
      region: 'us-east-1',
    };
    const key = `${'ab'.repeat(32)}.png`;
    let stop = await start();
    const store = openS3Store({ ...s3, secretKey: 'secret-of-s3' });
    await until(() => store.put(key, Buffer.from('image'), 'image/png').then(() => true, () => false)); // prettier-ignore
    await stop();
    stop = await start();
    await until(() => store.check().then(() => true, () => false)); // prettier-ignore
    expect(await store.head(key)).toMatchObject({ bytes: 5 });
    await expect(openS3Store({ ...s3, secretKey: 'wrong' }).check()).rejects.toThrow('S3_SECRET_KEY');
    await expect(
      openS3Store({ ...s3, bucket: 'other', secretKey: 'secret-of-s3' }).check(),
    ).rejects.toThrow();
    expect((await fetch(`${s3.endpoint}/images/media/${key}`)).status).toBe(403);
    store.close();
    await stop();
  }, 180_000);
});
