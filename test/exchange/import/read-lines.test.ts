import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readLines } from '../../../src/exchange/import/read-lines.js';
import { rowsInFile } from '../../../src/platform/values/files/read.js';
import { until } from '../../support/until.js';
import { temporaryFolder } from '../../infra/launch.js';

const folder = temporaryFolder();

/** The files of the folder that this process has open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return []; // the descriptor of this listing
    }
  });

const rows = Array.from({ length: 60_000 }, (_, i) => `A${i},${randomBytes(8).toString('hex')},50-78-2`);
const long = ['code,name_en,cas', ...rows].join('\n');

test.each<[string, string | Buffer]>([
  ['more lines than are read', long],
  ['more lines than are read, gzipped', gzipSync(long)],
  ['no header', rows.join('\n')],
  ['no text', Buffer.alloc(2_000_000, 1)],
  ['a first line without an end', 'a'.repeat(2_000_000)],
])('a file is closed wherever its reading ends: %s', async (_, content) => {
  const file = join(folder, 'list');
  writeFileSync(file, content);
  await readLines(file, 1_001).catch(() => {});
  await until(() => openFiles().length === 0);
});

test('a folder that is taken for a file is closed', async () => {
  await expect(readLines(folder, 1_001)).rejects.toThrow('EISDIR');
  expect(openFiles()).toEqual([]);
});

test('an error of a spreadsheet tells no product', async () => {
  const file = join(folder, 'errors');
  writeFileSync(file, 'code,货号,cas\n#REF!,A-1,50-78-2\n');
  expect(await readLines(file, 1_001)).toEqual(['A-1\t50-78-2']);
});

const members = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`name ${i}`, 'x'])));

test.each([
  ['an object of thousands of members', `[${members(5_000)}]`, /more than 1000 names/],
  ['objects of thousands of names together', `${members(600)}\n${members(1_200)}\n`, /more than 1000 names/],
  ['thousands of brackets', `[${'['.repeat(250_000)}`, /too many values/],
  ['thousands of values that are nothing', `[${'{},'.repeat(150_000)}{}]`, /too many values/],
])('what anybody sends costs no more than a list does: %s', async (_, content, refusal) => {
  const file = join(folder, 'costly');
  writeFileSync(file, content);
  await expect(readLines(file, 1_001)).rejects.toThrow(refusal);
});

test('others are answered between the pieces of a file', async () => {
  const table = Buffer.from(`cas,note\n${`,${'x'.repeat(1_000)}\n`.repeat(900)}`);
  let turns = 0;
  let isRead = false;
  const count = (): void => void (turns++, isRead || setImmediate(count));
  setImmediate(count);
  for await (const row of rowsInFile(table)) expect('cells' in row).toBe(true);
  isRead = true;
  expect(turns).toBeGreaterThan(table.length / 65_536);
});
