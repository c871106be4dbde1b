import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogueError, openCatalogue } from '../../src/client/index.js';
import type { Received } from '../exchange/webhooks/receiver.js';
import { Away } from './site.js';
import type { Site, SiteAnswer } from './site.js';

export type Row = { code: string; updated_at: string } & Record<string, unknown>;

/** Somebody who keeps a copy of the catalogue. */
export interface Reader {
  name: string;
  /** what it holds, by code */
  copy: Map<string, Row>;
  /** Takes what it can get now. @throws Away */
  step(): Promise<void>;
  /** it is not told of what was deleted */
  isToldOfWritesOnly?: true;
  /** which products it wants; all unless given */
  wants?: (product: Row) => boolean;
  /** how often it was told to take everything anew */
  told: number;
  /** what it was shown and should not have been, in words */
  untrue: string[];
}

const EVER = '1970-01-01T00:00:00Z';
const highest = (rows: Row[], since: string): string =>
  rows.reduce((most, { updated_at }) => (updated_at > most ? updated_at : most), since);
const take = (copy: Reader['copy'], rows: Row[]): void => rows.forEach((row) => copy.set(row.code, row));
const replace = (copy: Reader['copy'], rows: Row[]): void => {
  copy.clear();
  take(copy, rows);
};
const begun = (name: string): Omit<Reader, 'step'> => ({ name, copy: new Map(), told: 0, untrue: [] });
const lines = (text: string): Row[] =>
  text.split('\n').flatMap((line) => (line ? (JSON.parse(line) as Row) : []));

/** Sends the highest `updated_at` that it has seen, and knows nothing else. */
export function readHighest(site: Site, size: number): Reader {
  let since = EVER;
  const shown = new Set<string>();
  const reader: Reader = {
    ...begun(`highest updated_at, ${size} a page`),
    isToldOfWritesOnly: true,
    async step() {
      const { body } = await site.read(`/products?updated_after=${since}&page_size=${size}`);
      for (const { code, updated_at } of body.data as Row[]) {
        const version = `${code} ${updated_at}`;
        if (shown.has(version)) reader.untrue.push(`${version} was shown twice`);
        shown.add(version);
      }
      take(reader.copy, body.data);
      since = highest(body.data, since);
    },
  };
  return reader;
}

/** Walks page=1, 2, 3 … of what was written after the highest `updated_at` of its walk before. */
export function readPages(site: Site, size: number, key?: string): Reader {
  let since = EVER;
  const reader: Reader = {
    ...begun(`page=1, 2, 3 …, ${size} a page, ${key ? 'with' : 'without'} a key`),
    isToldOfWritesOnly: true,
    async step() {
      let seen = since;
      for (let page = 1; ; page++) {
        const path = `/products?updated_after=${since}&page_size=${size}&page=${page}`;
        const { body } = await again(() => site.read(path, { key }));
        take(reader.copy, body.data);
        seen = highest(body.data, seen);
        if (page * size >= body.total) break;
      }
      since = seen;
    },
  };
  return reader;
}

/** Asks three times: one of the gateways is there. Who never gets an answer begins his walk anew. */
async function again(ask: () => Promise<SiteAnswer>): Promise<SiteAnswer> {
  for (let tries = 1; tries < 3; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      await sleep(50);
    }
  }
  return ask();
}

/** Takes the full export again and again. */
export function readExport(site: Site): Reader {
  const reader: Reader = {
    ...begun('full export'),
    async step() {
      const { body } = await site.read('/export');
      if (body.data.length !== body.count) reader.untrue.push(`${body.data.length} rows of ${body.count}`);
      replace(reader.copy, body.data);
    },
  };
  return reader;
}

/** Exports what was written after the highest `updated_at` that it has seen. */
export function readExportSince(site: Site): Reader {
  let since = EVER;
  const reader: Reader = {
    ...begun('export of what was written since'),
    isToldOfWritesOnly: true,
    async step() {
      const { text } = await site.read(`/export?format=ndjson&updated_after=${since}`);
      const rows = lines(text);
      take(reader.copy, rows);
      since = highest(rows, since);
    },
  };
  return reader;
}

/** Pages through a search for everything. */
export function readSearch(site: Site): Reader {
  const reader: Reader = {
    ...begun('search'),
    async step() {
      const rows: Row[] = [];
      for (let page = 1; ; page++) {
        const { body } = await site.read(`/products/search?q=&page_size=200&page=${page}`);
        rows.push(...body.data);
        if (page * 200 >= body.total) break;
      }
      replace(reader.copy, rows);
    },
  };
  return reader;
}

/** Sends the `as_of` of the walk before, and follows the cursor. */
export function readAsOf(site: Site): Reader {
  let since = EVER;
  const reader: Reader = {
    ...begun('as_of and cursor'),
    isToldOfWritesOnly: true,
    async step() {
      let asOf: string | undefined;
      let cursor = '';
      do {
        const path = `/products?updated_after=${since}&page_size=50&cursor=${cursor}`;
        const { body } = await again(() => site.read(path));
        take(reader.copy, body.data);
        asOf ??= body.as_of as string;
        cursor = body.next_cursor ?? '';
      } while (cursor !== '');
      since = asOf;
    },
  };
  return reader;
}

/** Walks the whole list in the order of codes. */
export function readByCode(site: Site): Reader {
  const reader: Reader = {
    ...begun('sort=code and cursor'),
    async step() {
      const rows: Row[] = [];
      let cursor = '';
      do {
        const { body } = await again(() => site.read(`/products?sort=code&page_size=100&cursor=${cursor}`));
        rows.push(...body.data);
        cursor = body.next_cursor ?? '';
      } while (cursor !== '');
      if (new Set(rows.map(({ code }) => code)).size < rows.length) reader.untrue.push('a code twice');
      replace(reader.copy, rows);
    },
  };
  return reader;
}

type Change = { code: string; product: Row | null };
const apply = (copy: Reader['copy'], changes: Change[]): void => {
  for (const { code, product } of changes)
    if (product) copy.set(code, product);
    else copy.delete(code);
};

/** Takes an export, and goes on from it with /changes. */
export function readChanges(site: Site): Reader {
  let position: string | undefined;
  const reader: Reader = {
    ...begun('/changes'),
    async step() {
      if (position === undefined) {
        const { text, headers } = await site.read('/export?format=ndjson');
        replace(reader.copy, lines(text));
        position = String(headers['x-changes-cursor']);
      }
      const { status, body, text } = await site.ask(`/changes?after=${position}&limit=200`);
      if (status === 200) {
        apply(reader.copy, body.data);
        position = body.next as string;
      } else if (status === 410) {
        reader.told++;
        position = undefined;
      } else reader.untrue.push(`/changes: ${status} ${text}`);
    },
  };
  return reader;
}

/** The TypeScript client: all products, and then their changes. */
export function readByClient(origins: string[], dice: () => number): Reader {
  const clients = origins.map((origin) => openCatalogue({ baseUrl: `${origin}/api/v1`, attempts: 1 }));
  let position: string | undefined;
  const reader: Reader = {
    ...begun('the client'),
    async step() {
      const catalogue = clients[dice() < 0.5 ? 0 : 1]!;
      try {
        if (position === undefined) {
          for await (const { next } of catalogue.changes()) position = next;
          const rows: Row[] = [];
          for await (const product of catalogue.products()) rows.push(product as unknown as Row);
          replace(reader.copy, rows);
        }
        for await (const { changes, next } of catalogue.changes(position)) {
          apply(reader.copy, changes as unknown as Change[]);
          position = next;
        }
      } catch (error) {
        // Whoever was cut off before he had everything begins anew.
        if (reader.copy.size === 0) position = undefined;
        if (error instanceof CatalogueError && error.status === 410) {
          reader.told++;
          position = undefined;
          reader.copy.clear();
        } else if (error instanceof CatalogueError && error.status !== 503) reader.untrue.push(String(error));
        throw new Away('the client', { cause: error });
      }
    },
  };
  return reader;
}

/** The fields of {@link PROFILE}. */
const FIELDS = ['code', 'name_cn', 'name_en', 'status', 'category', 'tags', 'updated_at'];
/** What recipients are delivered: products of a category that are not withdrawn. */
export const PROFILE = {
  title: 'Readers',
  format: 'ndjson',
  columns: FIELDS.map((field) => ({ header: field, field })),
  filter: { category: '标准品' },
};

/**
 * Takes everything once, and then each delta and the revocations after it.
 * @param name of the recipient, @param isKey whose key has that name
 */
export function readDeliveries(site: Site, key: string, name: string, isKey: boolean): Reader {
  const path = '/export/profiles/readers/deliveries';
  /** the SHA-256 of its last file of each scope */
  const held = new Map<string, string>();
  const deliver = async (scope: string): Promise<SiteAnswer> => {
    const query = `scope=${scope}${isKey ? '' : `&recipient=${name}`}`;
    const answer = await site.ask(`${path}?${query}`, { method: 'POST', key });
    if (answer.status === 200) held.set(scope, createHash('sha256').update(answer.text).digest('hex'));
    return answer;
  };
  /** Whether the last file on record is one that it has: else that was lost on the way, or the record was. */
  const isOnRecord = async (): Promise<boolean> => {
    for (let tries = 0; held.size > 0 && tries < 10; tries++) {
      const { body } = await site.read(path, { key });
      const record = (body.data as { recipient?: string; sha256: string }[]).find(
        (each) => each.recipient === name,
      );
      if (record && [...held.values()].includes(record.sha256)) return true;
      await sleep(50); // a file is on record once it was sent
    }
    return false;
  };
  const reader: Reader = {
    ...begun(`deliveries to ${name}`),
    wants: ({ category, status }) => category === '标准品' && status !== 'off',
    async step() {
      if (!(await isOnRecord())) {
        held.clear();
        const { text } = await deliver('all');
        if (held.size > 0) replace(reader.copy, lines(text));
        return;
      }
      for (const scope of ['delta', 'revocations']) {
        const answer = await deliver(scope);
        if (answer.status === 410) {
          reader.told++;
          held.clear();
          return;
        }
        for (const row of lines(answer.text))
          if (scope === 'delta') reader.copy.set(row.code, row);
          else reader.copy.delete(row.code);
      }
    },
  };
  return reader;
}

/** Is sent every change; takes an export where it is told that some were missed. */
export function readWebhook(site: Site, received: Received[]): Reader {
  let at = 0;
  const reader: Reader = {
    ...begun('webhook'),
    async step() {
      for (; at < received.length; at++) {
        const { type, data } = received[at]!.message;
        if (type === 'products.reset') {
          replace(reader.copy, (await site.read('/export')).body.data);
          reader.told++;
        } else apply(reader.copy, data.changes as unknown as Change[]);
      }
    },
  };
  return reader;
}
