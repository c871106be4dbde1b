import type { Logger } from 'pino';
import { ConfigError, connect, disconnect } from '../src/platform/index.js';
import type { Config } from '../src/platform/index.js';
import { engineOf, refuseUnsupportedEngine } from '../src/search/index.js';
import type { EngineServer, Indexes } from '../src/search/index.js';
import { documentOf } from './document.js';
import type { DocumentSource } from './documents.js';
import { hashOfForm } from './form.js';

/** Counts what the indexer does. */
export interface Observer {
  /** the engine shows what it was sent: how long that waited there, and was worked on, s */
  task(took: { waiting: number; working: number }): void;
  /** products are in the index */
  delivered(products: number): void;
}

/** What every part of the indexer works with: opened by the entry points and handed down. */
export interface IndexerContext extends DocumentSource {
  /** for connections outside of the pool: the leader's lock, and the one that listens for changes */
  databaseUrl: string;
  engine: EngineServer;
  indexes: Indexes;
  /** the name under which the index is searched */
  uid: string;
  log: Logger;
  /** names the settings of the index and the form of the documents: an index of another form is rebuilt */
  form: string;
  /** products at most in a batch */
  batch: number;
  /** every document is compared with its row after a start and then this often, ms; 0 never */
  verifyEvery: number;
  observer?: Observer;
  /** called after each step that changes something; what it throws stops the work there */
  onStep?: (step: string) => void | Promise<void>;
}

/** The same, of the process that leads. */
export interface Leading extends IndexerContext {
  /** the id under which it leads: only what it writes counts */
  leader: string;
}

/** Another process is the leader now: this one may write nothing more. */
export class LeadershipLost extends Error {}

/**
 * The context of an indexer, from the configuration. Nothing connects yet.
 * @throws ConfigError where no database or engine is configured
 */
export function openContext(config: Config, log: Logger): IndexerContext {
  const { databaseUrl } = config;
  const engine = engineOf(config);
  if (databaseUrl === undefined || engine === undefined) {
    const missing = databaseUrl === undefined ? 'DATABASE_URL' : 'MEILI_URL';
    throw new ConfigError(`${missing}: needed to start an indexer by itself (npm start brings its own)`);
  }
  const indexes = engine.indexes();
  return {
    db: connect(databaseUrl, { name: 'catalogue indexer', pool: 5, givesWay: true }),
    databaseUrl,
    log,
    engine,
    indexes,
    uid: config.meiliIndex,
    documentOf,
    form: hashOfForm(indexes.settings, documentOf),
    // Larger batches are no faster, and the changes behind them wait longer.
    batch: 10_000,
    verifyEvery: 3_600_000,
  };
}

/** @throws Unusable where the engine is of a version that is not supported. One that does not answer may be. */
export const refuseUnsupported = ({ engine }: IndexerContext): Promise<void> =>
  refuseUnsupportedEngine(engine, () => engine.version().catch(() => undefined));

/** Closes the connections to Postgres. No work may be running. */
export async function closeContext({ db }: IndexerContext): Promise<void> {
  await disconnect(db);
}
