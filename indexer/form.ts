import { createHash } from 'node:crypto';
import { blankProduct } from '../src/catalogue/index.js';
import { tables, vocabulary } from '../src/chemistry/index.js';
import type { StoredProduct } from '../src/catalogue/index.js';
import type { DocumentSource } from './documents.js';
import golden from './golden.json' with { type: 'json' };
import { keysOf } from './keys.js';

/** Products that together pass through every way in which a document is made; the first has what the others do not say. */
export const GOLDEN = golden.map(
  (each) => ({ ...blankProduct('A-1', 'sync'), ...golden[0], ...each }) as StoredProduct,
);

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * Names the form of an index: a hash of its settings and of documents that are made of fixed products. Any change of
 * either gives another form, and an index of another form is rebuilt.
 */
export const hashOfForm = (settings: object, documentOf: DocumentSource['documentOf']): string =>
  hashOf([settings, GOLDEN.map(documentOf)]);

let form: string | undefined;
/**
 * Names what the keys of products are made by: a hash of those of the same products, and of all tables of words and rules, as no
 * few products could pass through every line of them.
 */
export const formOfKeys = (): string =>
  (form ??= hashOf([GOLDEN.map(keysOf), tables().toSorted().map(vocabulary)]));
