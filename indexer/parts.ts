import type { Meilisearch, Settings, Task } from 'meilisearch';
import type { Logger } from 'pino';
import { ConfigError } from '../src/config.js';
import type { Config } from '../src/config.js';
import { connect, disconnect } from '../src/database/connect.js';
import type { Database } from '../src/database/connect.js';
import { openDocuments } from './documents.js';
import type { DocumentSource } from './documents.js';
import { openEngine } from './engine.js';
import { SETTINGS, SETTINGS_HASH } from './settings.js';

/** Hears of what the indexer does. */
export interface Observer {
  /** a task of the engine has ended well */
  task(task: Pick<Task, 'enqueuedAt' | 'startedAt' | 'finishedAt'>): void;
  /** products are in the index */
  delivered(products: number): void;
}

/** What the indexer is made of, opened by its entry points and handed down. */
export interface Parts {
  db: Database;
  /** for the connections of its own: the lock and the watch */
  databaseUrl: string;
  engine: Meilisearch;
  /** the name under which the index is searched */
  uid: string;
  log: Logger;
  documents: DocumentSource;
  settings: Settings;
  /** names the settings and the form of the documents: an index made under another one is rebuilt */
  settingsHash: string;
  /** products at most in a batch */
  batch: number;
  /** bytes of documents at most in a task */
  taskBytes: number;
  /** every document is compared with its row after a start and then this often, ms; 0 never */
  verifyEvery: number;
  /** hears of what is done */
  observer?: Observer;
  /** called between any two steps that leave a mark; what it throws stops the work there */
  onStep?: (step: Step) => void | Promise<void>;
}

export type Step =
  | 'read'
  | 'built'
  | 'sent'
  | 'indexed'
  | 'confirmed'
  | 'target created'
  | 'load begun'
  | 'page sent'
  | 'page confirmed'
  | 'loaded'
  | 'replayed'
  | 'verified'
  | 'swap noted'
  | 'swap sent'
  | 'swapped'
  | 'swap recorded'
  | 'old dropped';

/** Another process leads now: nothing more may be written in the name of this one. */
export class LeadLost extends Error {}

/**
 * The parts of an indexer, from the configuration. Nothing connects yet.
 * @throws ConfigError where it does not say which database and engine
 */
export function openParts(config: Config, log: Logger): Parts {
  const { databaseUrl, meiliUrl } = config;
  if (databaseUrl === undefined || meiliUrl === undefined) {
    const missing = databaseUrl === undefined ? 'DATABASE_URL' : 'MEILI_URL';
    throw new ConfigError(`${missing}: needed to start an indexer by itself (npm start brings its own)`);
  }
  return {
    db: connect(databaseUrl, { name: 'catalogue indexer', pool: 5 }),
    databaseUrl,
    engine: openEngine(config),
    uid: config.meiliIndex,
    log,
    documents: openDocuments(databaseUrl),
    settings: SETTINGS,
    settingsHash: SETTINGS_HASH,
    // Larger ones are no faster, and what comes after waits longer.
    batch: 10_000,
    taskBytes: config.meiliPayloadMb * 950_000,
    verifyEvery: 3_600_000,
  };
}

/** Ends the threads and the connections to Postgres. Nothing may be under way. */
export async function closeParts({ db, documents }: Parts): Promise<void> {
  await documents.close();
  await disconnect(db);
}
