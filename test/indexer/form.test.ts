import { documentOf } from '../../indexer/document.js';
import type { SearchDocument } from '../../indexer/document.js';
import { hashOfForm } from '../../indexer/form.js';
import { nextPage } from '../../indexer/rebuild.js';
import { tables } from '../../src/chemistry/index.js';
import { SETTINGS } from '../../src/search/engine/meilisearch-settings.js';

const form = hashOfForm(SETTINGS, documentOf);

test('the form of an index is the same at each start', () => {
  expect(hashOfForm(structuredClone(SETTINGS), documentOf)).toBe(form);
});

test('each setting that is changed gives another form', () => {
  for (const name of Object.keys(SETTINGS)) {
    const changed: Record<string, unknown> = { ...SETTINGS, [name]: null };
    expect([name, hashOfForm(changed, documentOf)]).not.toEqual([name, form]);
  }
});

test('each field of a document that is made in another way gives another form', () => {
  const fields = new Set<string>();
  hashOfForm(SETTINGS, (product) => {
    const document = documentOf(product);
    for (const name of Object.keys(document)) fields.add(name);
    return document;
  });
  expect(fields.size).toBeGreaterThan(20);
  const named = JSON.stringify(SETTINGS); // others would never be searched, filtered by or shown
  expect([...fields].filter((name) => !named.includes(`"${name}"`))).toEqual([]);
  for (const changed of fields) {
    // Only where it holds something: a field that no golden product fills would change unnoticed.
    const otherwise = (product: Parameters<typeof documentOf>[0]): SearchDocument => {
      const document: Record<string, unknown> = documentOf(product);
      if (isFilled(document[changed])) document[changed] = 'changed';
      return document as SearchDocument;
    };
    expect([changed, hashOfForm(SETTINGS, otherwise)]).not.toEqual([changed, form]);
  }
});

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== '';

test('the form of keys is made of all tables, also those by which texts become readable', () => {
  expect(tables()).toEqual(
    expect.arrayContaining(['alike', 'books', 'dyes', 'entities', 'hands', 'terms', 'traditional']),
  );
});

test('a page of a rebuild takes as long as it is to: twice the last one at most, half a batch at least', () => {
  const took = [1, 0.8, 0.1, 4, 1_000];
  expect(took.map((each) => nextPage(100, each, 100))).toEqual([100, 125, 200, 50, 50]);
  expect([nextPage(800, 0, 100), nextPage(11, 5, 11)]).toEqual([1_000, 6]);
});
