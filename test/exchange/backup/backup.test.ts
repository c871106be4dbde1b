import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addStaff } from '../../../src/desk/accounts.js';
import { backUp } from '../../../src/exchange/backup/backup.js';
import { readManifest } from '../../../src/exchange/backup/manifest.js';
import { NotEmpty, restore } from '../../../src/exchange/backup/restore.js';
import { lastBackup, tablesToKeep } from '../../../src/exchange/backup/tables.js';
import type { Database } from '../../../src/platform/database/connect.js';
import { openFolderStore } from '../../../src/catalogue/media/folder-store.js';
import type { ObjectStore } from '../../../src/catalogue/media/objects.js';
import { openS3Store } from '../../../src/catalogue/media/s3-store.js';
import { catalogue, temporaryFolder } from '../../infra/launch.js';
import { makeBucket, s3Environment } from '../../catalogue/media/bucket.js';
import { picture, pngOfSize, sha256 } from '../../catalogue/media/images.js';
import { connected, freshDatabase } from '../../support/database.js';
import type { TestDatabase } from '../../support/database.js';
import { serviceOfFile, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { mountSmall, unmount } from '../../support/small-disk.js';
import { surfaced } from '../../support/surfaced.js';
import { hasSwift, startSwift } from '../../support/swift.js';
import { until } from '../../support/until.js';
import { atEnd, closing, shared } from '../../support/with-own.js';
import { indexerOfFile } from '../../support/indexer.js';
import { beside } from '../../support/beside.js';

const watch = { signal: new AbortController().signal };

/** Every table that a back-up keeps, row by row, and where its numbers go on. */
async function contents(db: Database): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { name } of await tablesToKeep(db))
    found[name] = await db.any(`SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY to_jsonb(t)::text`);
  return found;
}

async function upload(service: Service, given?: Buffer): Promise<{ url: string; bytes: Buffer }> {
  const bytes = given ?? (await picture('png'));
  const { body } = await service.call('PUT', '/media/a.png', {
    key: service.key,
    body: new Uint8Array(bytes),
  });
  return { url: body.url, bytes };
}

const fetchBytes = async (address: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(address)).arrayBuffer());

describe('a catalogue with something of everything', () => {
  const source = shared(() => startService({ DATA_DIR: dataDir }));
  let target: TestDatabase;
  const scratch = temporaryFolder();
  const dataDir = join(scratch, 'data');
  let images: { url: string; bytes: Buffer }[];
  let folders = 0;
  const fresh = (): string => join(scratch, `backup-${++folders}`);
  const store = () => openFolderStore(join(dataDir, 'media'));
  const elsewhere = () => openFolderStore(join(scratch, `images-${++folders}`));

  beforeAll(async () => {
    await source.db.one(`SELECT setval('product_clock', last_value + 3600000000) FROM product_clock`); // it was set back
    const { created } = await source.push(
      Array.from({ length: 200 }, (_, i) => ({
        code: `B-${i}`,
        name_cn: `备份 ${i} "引号" \\ \\N`,
        description: `line\nline ${i}`,
        tags: `tag${i % 7}; all`,
        cas: i % 3 ? null : `${1000 + i}-00-0`,
        mw: i / 7,
      })),
    );
    expect(created).toBe(200);
    await source.write('DELETE', '/products/B-7');
    await source.write('POST', '/categories', { names: ['新类别'] });
    await source.call('POST', '/rfq', { json: { code: 'B-1', name: '李', email: 'li@example.com' } });
    await source.call('POST', '/rfq', {
      json: { items: [{ code: 'B-1' }, { cas: '1-1' }], name: '李', phone: '1' },
    });
    await addStaff(source.db, 'wang', 'correct horse battery');
    images = [await upload(source), await upload(source, pngOfSize(1024 * 1024))];
    await until(async () => (await source.db.one('SELECT count(*) AS n FROM sync_log')).n >= 5);
  });
  beforeEach(async () => {
    target = await freshDatabase();
  });
  afterEach(() => target.close());

  test('comes back row for row and image for image, with its tag counts and its numbers', async () => {
    const folder = fresh();
    const made = await backUp(source.db, store(), folder, watch);
    const objects = elsewhere();
    // One is there already, and damaged.
    await objects.put(sha256(images[0]!.bytes), Buffer.alloc(images[0]!.bytes.length), 'image/png');
    await restore(target.db, objects, folder, { ...watch, replace: false });
    const before = await contents(source.db);
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'products',
        'categories',
        'tag_ledger',
        'api_keys',
        'staff',
        'inquiries',
        'inquiry_lines',
        'sync_log',
        'media',
      ]),
    );
    expect(await contents(target.db)).toEqual(before);
    for (const { bytes } of images) expect((await bytesOf(objects, sha256(bytes))).equals(bytes)).toBe(true);
    const next = await target.db.one(
      `INSERT INTO products (code, name_cn, source) VALUES ('NEXT', '下', 'test')
         RETURNING id > (SELECT max(id) FROM products) AS later, updated_at > (SELECT max(updated_at) FROM products) AS after`,
    );
    expect(next).toEqual({ later: true, after: true });
    // Nothing was missing, so it counts as whole.
    expect(await lastBackup(target.db)).toBe(Date.parse(made.made_at) / 1_000);
    // Triggers are at work again.
    expect((await target.db.one('SELECT count(*) AS n FROM product_changes')).n).toBe(1);
  });

  test('keeps every digit where the databases show fewer to whoever connects', async () => {
    const folder = fresh();
    const [from, to] = [source.databaseUrl, target.url].map((url) =>
      connected(url, { name: 'test', pool: 1 }),
    );
    for (const { pathname } of [source.databaseUrl, target.url].map((url) => new URL(url)))
      for (const setting of [
        `DateStyle = 'German'`,
        `IntervalStyle = 'sql_standard'`,
        'extra_float_digits = -10',
      ])
        await source.db.none(`ALTER DATABASE ${pathname.slice(1)} SET ${setting}`);
    try {
      await backUp(from!, store(), folder, watch);
      await restore(to!, elsewhere(), folder, { ...watch, replace: false });
      const weights = 'SELECT code, mw::text, updated_at::text FROM products ORDER BY code';
      expect(await to!.any(weights)).toEqual(await source.db.any(weights));
    } finally {
      await source.db.none(`ALTER DATABASE ${new URL(source.databaseUrl).pathname.slice(1)} RESET ALL`);
    }
  });

  test('is copied as of one instant while writers are at work: tags and counts agree, no push is there by half', async () => {
    const write = (round: number): Promise<unknown> => {
      const product = { name_cn: '写', series: `r${round}`, tags: `t${round}` };
      return source.push(Array.from({ length: 50 }, (_, i) => ({ ...product, code: `W-${i}` })));
    };
    await beside(write, async () => {
      for (let i = 0; i < 3; i++) {
        const folder = fresh();
        await backUp(source.db, store(), folder, watch);
        await restore(target.db, elsewhere(), folder, { ...watch, replace: true });
        const { rounds } = await target.db.one(
          `SELECT count(DISTINCT series) AS rounds FROM products WHERE code LIKE 'W-%'`,
        );
        expect(rounds).toBeLessThanOrEqual(1);
        const wrong = await target.db.any(
          `SELECT tag FROM (SELECT tag, sum(delta) AS n FROM tag_ledger GROUP BY tag) AS counted
             FULL JOIN (SELECT unnest(string_to_array(tags, ';')) AS tag, count(*) AS n FROM products GROUP BY 1) AS used USING (tag)
            WHERE coalesce(counted.n, 0) <> coalesce(used.n, 0)`,
        );
        expect(wrong).toEqual([]);
      }
    });
  });

  test('is not overwritten unless that is asked for, and not touched by a back-up that is damaged', async () => {
    const folder = fresh();
    await backUp(source.db, store(), folder, watch);
    await target.db.none(`INSERT INTO products (code, name_cn, source) VALUES ('MINE', '我', 'test')`);
    const before = await contents(target.db);
    const again = (replace: boolean) => restore(target.db, elsewhere(), folder, { ...watch, replace });
    await expect(again(false)).rejects.toThrow(NotEmpty);

    const table = join(folder, 'tables/products.copy.gz');
    const whole = readFileSync(table);
    const manifest = join(folder, 'manifest.json');
    const cutManifest = readFileSync(manifest).subarray(0, -20);
    const damage: [string, () => void, RegExp][] = [
      ['cut off', () => writeFileSync(table, whole.subarray(0, whole.length - 20)), /damaged: products cannot be read: unexpected end of file$/],
      ['another table', () => writeFileSync(table, readFileSync(join(folder, 'tables/staff.copy.gz'))), /damaged: products/],
      ['missing', () => rmSync(table), /^The back-up is incomplete: \S+products\.copy\.gz cannot be read \(ENOENT\)\.$/],
      ['what is no damage', () => mkdirSync(table), /^\S+products\.copy\.gz: it is a folder \(EISDIR\)\.$/],
      ['a cut manifest', () => writeFileSync(manifest, cutManifest), /no whole back-up: manifest\.json is cut or damaged/],
      ['no manifest', () => rmSync(manifest), /no whole back-up: manifest\.json cannot be read \(ENOENT\)/],
    ]; // prettier-ignore
    for (const [what, damaging, why] of damage) {
      damaging();
      expect([what, await again(true).catch((error: Error) => error.message)]).toEqual([
        what,
        expect.stringMatching(why),
      ]);
      expect(await contents(target.db)).toEqual(before);
    }
  });

  test('is backed up into an empty folder only, readable by its owner alone', async () => {
    const folder = fresh();
    mkdirSync(folder);
    writeFileSync(join(folder, 'other'), '');
    await expect(backUp(source.db, store(), folder, watch)).rejects.toThrow('is not empty');
    // where no folder can be made
    await expect(backUp(source.db, store(), '/proc/none', watch)).rejects.toThrow(/^\/proc\/none: there is no such file or folder/); // prettier-ignore
    await expect(backUp(source.db, store(), '/dev/null', watch)).rejects.toThrow(/^\/dev\/null: a part of this path is not a folder/); // prettier-ignore
    rmSync(join(folder, 'other'));
    await backUp(source.db, store(), folder, watch);
    const modes = execFileSync('find', [
      join(folder, 'tables'),
      join(folder, 'manifest.json'),
      '-perm',
      '/077',
    ]);
    expect(modes.toString()).toBe('');
  });

  const disk = mountSmall('512k');
  (disk === undefined ? test.skip : test)('says that the disk of the back-up is full', async () => {
    const folder = join(disk!, 'here');
    await expect(backUp(source.db, store(), folder, watch)).rejects.toThrow(
      `${folder}: its disk is full (ENOSPC).`,
    );
  });
  atEnd(() => disk && unmount(disk));

  test('of another version of the database is refused with what to do', async () => {
    const folder = fresh();
    await backUp(source.db, store(), folder, watch);
    const file = join(folder, 'manifest.json');
    const manifest = await readManifest(folder);
    const write = (migrations: string[]) => writeFileSync(file, JSON.stringify({ ...manifest, migrations }));
    const again = restore.bind(null, target.db, elsewhere(), folder, { ...watch, replace: false });
    write([...manifest.migrations, '9999_future']);
    await expect(again()).rejects.toThrow('newer version of this service (9999_future)');
    write(manifest.migrations.slice(0, -1));
    await expect(again()).rejects.toThrow('older version');
  });

  test.each(['lacks an image', 'has an image that is damaged'])(
    'whose store %s says which, and the rest comes back',
    async (how) => {
      const folder = fresh();
      const gap = openFolderStore(join(scratch, how));
      const [kept, lost] = await source.db.map(
        `SELECT DISTINCT encode(sha256, 'hex') AS sha256 FROM media ORDER BY 1`,
        [],
        ({ sha256 }) => sha256 as string,
      );
      await gap.put(kept!, await bytesOf(store(), kept!), 'image/png');
      if (how.includes('damaged')) await gap.put(lost!, Buffer.from('rotten'), 'image/png');
      const made = await backUp(source.db, gap, folder, watch);
      expect(made.missing).toEqual([lost]);
      const objects = elsewhere();
      await restore(target.db, objects, folder, { ...watch, replace: false });
      expect([await objects.head(kept!), await objects.head(lost!)]).toEqual([expect.anything(), null]);
    },
  );

  test('is not restored over what was written while its images were copied', async () => {
    const folder = fresh();
    await backUp(source.db, store(), folder, watch);
    const objects = elsewhere();
    const writing = {
      ...objects,
      async put(...given: Parameters<typeof objects.put>) {
        await target.db.none(`INSERT INTO products (code, name_cn, source) VALUES ('MEANWHILE', '甲', 'erp') ON CONFLICT DO NOTHING`); // prettier-ignore
        return objects.put(...given);
      },
    };
    await expect(restore(target.db, writing, folder, { ...watch, replace: false })).rejects.toThrow(NotEmpty);
    expect(await target.db.any('SELECT code FROM products')).toEqual([{ code: 'MEANWHILE' }]);
  });
});

async function bytesOf(objects: ObjectStore, sha256: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await objects.get(sha256))!.body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('over a service that runs', () => {
  const dataDir = join(temporaryFolder(), 'data');
  const service = serviceOfFile({ DATA_DIR: dataDir, SEARCH_CACHE: 'off' });
  indexerOfFile(service);

  test('restore brings products and search back, and readers of the log are sent to a full export', async () => {
    const command = (...args: string[]) => catalogue(service.env, ...args, '--json').ended;
    const found = async (q: string): Promise<string[]> => {
      const { body } = await service.call('GET', `/products/search?q=${q}`);
      return body.degraded ? [] : body.data.map(({ code }: { code: string }) => code);
    };
    await service.push([
      { code: 'KEPT-1', name_cn: '留' },
      { code: 'GONE-1', name_cn: '删' },
    ]);
    const image = await upload(service);
    const folder = join(temporaryFolder(), 'backup');
    const made = await command('backup', folder);
    expect(JSON.parse(made.out)).toMatchObject({ ok: true, rows: { products: 2 }, images: 1, missing: [] });

    await service.write('DELETE', '/products/GONE-1');
    await service.push([{ code: 'LATE-1', name_cn: '晚' }]);
    const late = await upload(service);
    const { next } = (await service.call('GET', '/changes')).body;
    expect((await service.call('GET', `/changes?after=${next}`)).status).toBe(200);
    await until(async () => (await found('LATE-1')).includes('LATE-1'), 30_000);

    expect(await command('restore', folder)).toMatchObject({ code: 1 });
    const back = await command('restore', folder, '--replace');
    expect(back).toMatchObject({ code: 0 });
    expect(JSON.parse(back.out)).toMatchObject({ ok: true, rows: { products: 2 }, documents: 2 });

    await until(async () => (await found('GONE-1')).includes('GONE-1'), 30_000);
    await until(async () => !(await found('LATE-1')).includes('LATE-1'), 30_000);
    expect((await service.call('GET', '/products/LATE-1')).status).toBe(404);
    const changes = await service.call('GET', `/changes?after=${next}`);
    expect(changes.status).toBe(410);
    await surfaced(service.db);
    const { headers } = await service.call('GET', '/export');
    const cursor = headers.get('x-changes-cursor')!;
    // The key that was issued before the back-up holds, and what is written now is seen by the log and the search.
    await service.push([{ code: 'NEW-1', name_cn: '新' }]);
    await until(async () => (await service.call('GET', `/changes?after=${cursor}`)).body.data.length === 1);
    await until(async () => (await found('NEW-1')).includes('NEW-1'), 30_000);
    expect((await fetchBytes(service.origin + image.url)).equals(image.bytes)).toBe(true);
    // The address of an image that is gone is given to no other.
    expect((await upload(service)).url).not.toBe(late.url);
    const status = await command('index', 'verify');
    expect(JSON.parse(status.out)).toMatchObject({ ok: true });
  });
});

(hasSwift() ? describe : describe.skip)('images in S3', () => {
  test('go from a bucket through a back-up into another bucket', async () => {
    const swift = closing(await startSwift());
    const [one, other] = [await makeBucket(swift), await makeBucket(swift)];
    const service = closing(await startService(s3Environment(one.config)));
    const target = closing(await freshDatabase());
    const image = await upload(service);
    const folder = join(temporaryFolder(), 'backup');
    await backUp(service.db, openS3Store(one.config), folder, watch);
    const objects = openS3Store(other.config);
    const { images } = await restore(target.db, objects, folder, { ...watch, replace: false });
    expect((await bytesOf(objects, images[0]!.sha256)).equals(image.bytes)).toBe(true);
  });
});

test('the embedded servers of a data folder are backed up and restored into another, without pg_dump', async () => {
  const folder = temporaryFolder();
  const backup = join(folder, 'backup');
  const [from, to] = [{ DATA_DIR: join(folder, 'from') }, { DATA_DIR: join(folder, 'to') }];
  const file = join(folder, 'products.ndjson');
  writeFileSync(file, '{"code": "E-1", "name_cn": "嵌入"}\n{"code": "E-2", "name_cn": "嵌入二"}\n');
  expect(await catalogue(from, 'import', file).ended).toMatchObject({ code: 0 });
  expect(await catalogue(from, 'backup', backup).ended).toMatchObject({ code: 0 });
  const restored = await catalogue(to, 'restore', backup, '--json').ended;
  expect(JSON.parse(restored.out)).toMatchObject({ ok: true, rows: { products: 2 }, documents: 2 });
});
