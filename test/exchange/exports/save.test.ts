import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { saveExport } from '../../../src/exchange/exports/save.js';
import { temporaryFolder } from '../../infra/launch.js';

const folder = temporaryFolder();

const { signal } = new AbortController();
const save = (content: string, file: string): Promise<number> =>
  saveExport(Readable.from([...content].map((each) => Buffer.from(each))), file, signal);

test('two exports to one name do not mix: the file is one of them, whole', async () => {
  const file = join(folder, 'file');
  const contents = ['a'.repeat(1_000), 'b'.repeat(900)];
  expect(await Promise.all(contents.map((content) => save(content, file)))).toEqual([1_000, 900]);
  expect(contents).toContain(readFileSync(file, 'utf8'));
  expect(readdirSync(folder)).toEqual(['file']);
});

test('what is there and no regular file is written to, and stays', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [read] = await Promise.all([readFile(pipe, 'utf8'), save('abc', pipe)]);
  expect(read).toBe('abc');
  expect(statSync(pipe).isFIFO()).toBe(true);
});

test('an export that fails leaves what was there, and nothing beside it', async () => {
  const file = join(folder, 'kept');
  await save('old', file);
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('new');
      throw new Error('broken');
    })(),
  );
  await expect(saveExport(broken, file, signal)).rejects.toThrow('broken');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder).filter((name) => name.startsWith('kept'))).toEqual(['kept']);
});
