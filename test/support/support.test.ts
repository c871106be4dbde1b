import { Meilisearch } from 'meilisearch';
import { engine, freshIndexUid } from './engine.js';
import { freshDatabase } from './database.js';

test('two fresh databases are migrated and share no data', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  await one.db.none(`INSERT INTO products (code, name_cn, source) VALUES ('A', '甲', 'test')`);
  expect(await one.db.one('SELECT count(*) FROM products')).toEqual({ count: 1 });
  expect(await other.db.one('SELECT count(*) FROM products')).toEqual({ count: 0 });
  await Promise.all([one.drop(), other.drop()]);
  await expect(one.db.one('SELECT 1')).rejects.toThrow();
});

test('the shared engine takes documents into an index of one’s own', async () => {
  const { url, key } = engine();
  const client = new Meilisearch({ host: url, apiKey: key });
  const uid = freshIndexUid();
  const task = await client
    .index(uid)
    .addDocuments([{ id: 1, name: '阿司匹林' }])
    .waitTask();
  expect(task.status).toBe('succeeded');
  const { hits } = await client.index(uid).search('阿司匹林');
  expect(hits).toHaveLength(1);
});
