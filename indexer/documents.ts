import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { Connection } from '../src/database/connect.js';
import { productsById } from '../src/products/store.js';
import { ROOT } from '../src/root.js';
import { documentOf } from './document.js';

/** A product that is not in the index, and why: no document could be made of it, or the engine refused that. */
export interface SetAside {
  product_id: number;
  code: string;
  reason: string;
}

/** Search documents as the engine takes them. */
export interface Documents {
  /** which, and before which byte of `ndjson` each ends */
  made: { id: number; code: string; end: number }[];
  ndjson: Uint8Array;
  /** products of which none could be made */
  refused: SetAside[];
}

export interface DocumentSource {
  /** The documents of these products, as they now are; missing ones are left out. Many calls may be under way. */
  of(ids: number[]): Promise<Documents>;
  close(): Promise<void>;
}

/** What a thread answers: errors lose their codes on the way between threads. */
export type Answer = { documents: Documents } | { trouble: { message: string; code: string | undefined } };

/** One makes 20,000 documents a second, several times what the engine takes in. */
const THREADS = 1;

/** Reads products and makes their documents in threads, each with a connection of its own, from the first call on. */
export function openDocuments(databaseUrl: string): DocumentSource {
  let threads: Piscina<number[], Answer> | undefined;
  const open = (): Piscina<number[], Answer> =>
    new Piscina({
      // The compiled file also where this one runs from its source: a thread reads no TypeScript.
      filename: join(ROOT, 'dist/indexer/document-thread.js'),
      workerData: { databaseUrl },
      minThreads: THREADS,
      maxThreads: THREADS,
      // A thread that sleeps between two calls would not hear that its connection ended.
      atomics: 'disabled',
    });
  return {
    async of(ids) {
      const answer = await (threads ??= open()).run(ids);
      if ('documents' in answer) return answer.documents;
      const { message, code } = answer.trouble;
      throw Object.assign(new Error(message), { code });
    },
    async close() {
      await threads?.destroy();
    },
  };
}

const NEWLINE = 0x0a;
/** Room for a document: they have 2,000 characters in the mean. Where it does not do it is doubled. */
const USUAL_BYTES = 4_096;

/** Reads products and makes their documents, here and now. @param make makes one; what it throws refuses its product */
export async function makeDocuments(
  db: Connection,
  ids: number[],
  make: typeof documentOf = documentOf,
): Promise<Documents> {
  const made: Documents['made'] = [];
  const refused: SetAside[] = [];
  // Line by line, each a text for a moment only: with all of them kept until the end a document took 65 µs instead of 57.
  let ndjson = Buffer.allocUnsafeSlow(ids.length * USUAL_BYTES);
  let end = 0;
  for (const product of await productsById(db, ids)) {
    const { id, code } = product;
    try {
      const line = JSON.stringify(make(product));
      const most = end + line.length * 3 + 1; // a UTF-16 unit takes three bytes of UTF-8 at most
      if (most > ndjson.length) ndjson = Buffer.concat([ndjson], Math.max(most, ndjson.length * 2));
      end += ndjson.write(line, end);
      ndjson[end++] = NEWLINE;
      made.push({ id, code, end });
    } catch (error) {
      refused.push({ product_id: id, code, reason: `no document could be made: ${String(error)}` });
    }
  }
  return { made, ndjson: ndjson.subarray(0, end), refused };
}
