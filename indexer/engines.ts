import { lagOf } from '../src/changes/lag.js';
import { encodePosition } from '../src/changes/position.js';
import { readDelivered } from '../src/changes/search-reader.js';
import { engineVersion } from '../src/engines/version.js';
import { unsupported, VERSIONS } from '../src/process/versions.js';
import type { Engines, IndexerContext } from './context.js';
import { countDocuments, isMissingIndex } from './engine.js';
import { currentRebuild } from './rebuild-store.js';
import { deadLettersOf } from './store.js';

/** A search engine, for `catalogue index engines`. What is null could not be read. */
interface EngineState {
  /** host and port; the reader where no engine of this configuration is fed by it */
  engine: string;
  /** it answers, its index is whole, and its version is supported */
  ok: boolean;
  version: string | null;
  supported: boolean | null;
  complete: boolean;
  generation: number;
  /** how far in the log it is, as a cursor of `/changes` */
  position: string | null;
  lag_changes: number;
  lag_seconds: number;
  documents: number | null;
  /** bytes on its disk, with what else it holds */
  bytes: number | null;
  /** the step of a rebuild that is requested or under way */
  rebuild: string | null;
  /** why it could not be asked */
  trouble: string | null;
}

/** The state of every engine that is configured. @throws where Postgres is away */
export async function stateOfEngines(engines: Engines): Promise<EngineState[]> {
  return Promise.all(engines.map(engineState));
}

async function engineState(context: IndexerContext): Promise<EngineState> {
  const { db, address, reader } = context;
  const [delivered, rebuild, engine] = await Promise.all([
    readDelivered(db, reader),
    currentRebuild(context),
    ask(context),
  ]);
  const lag = delivered ? await lagOf(db, delivered.position) : { changes: 0, seconds: 0 };
  const { version } = engine;
  const unfit = version && unsupported('Meilisearch', version, VERSIONS.meilisearch, address.place);
  const supported = version === null ? null : unfit === undefined;
  const complete = delivered?.complete ?? false;
  return {
    engine: address.place,
    ok: complete && engine.trouble === null && supported !== false,
    version,
    supported,
    complete,
    generation: delivered?.generation ?? 0,
    position: delivered && encodePosition(delivered.position),
    lag_changes: lag.changes,
    lag_seconds: lag.seconds,
    documents: engine.documents,
    bytes: engine.bytes,
    rebuild: rebuild?.step ?? null,
    trouble: engine.trouble,
  };
}

/** What an engine reports about itself. */
async function ask({
  engine,
  address,
  uid,
}: IndexerContext): Promise<Pick<EngineState, 'version' | 'documents' | 'bytes' | 'trouble'>> {
  try {
    const version = (await engineVersion(address.url, address.key)) ?? null;
    const { databaseSize, indexes } = await engine.getStats();
    return { version, documents: indexes[uid]?.numberOfDocuments ?? 0, bytes: databaseSize, trouble: null };
  } catch (error) {
    return { version: null, documents: null, bytes: null, trouble: (error as Error).message };
  }
}

/** The state of the index, for `catalogue index status`. */
export interface IndexStatus {
  ok: boolean;
  documents: number;
  products: number;
  lag_changes: number;
  lag_seconds: number;
  generation: number;
  /** how many products the engine refuses, and which */
  set_aside: number;
  set_aside_products: { code: string; reason: string; at: string }[];
}

/** @throws where Postgres or the engine is away */
export async function status(context: IndexerContext): Promise<IndexStatus> {
  const { db, engine, reader, uid } = context;
  const delivered = await readDelivered(db, reader);
  const lag = delivered ? await lagOf(db, delivered.position) : { changes: 0, seconds: 0 };
  const { count: products } = await db.one<{ count: number }>('SELECT count(*) FROM products');
  const deadLetters = await deadLettersOf(context);
  const documents = await countDocuments(engine, uid).catch((error: unknown) => {
    if (isMissingIndex(error)) return 0;
    throw error;
  });
  return {
    ok: delivered?.complete ?? false,
    documents,
    products,
    lag_changes: lag.changes,
    lag_seconds: lag.seconds,
    generation: delivered?.generation ?? 0,
    set_aside: deadLetters.length,
    set_aside_products: deadLetters.map(({ code, reason, at }) => ({ code, reason, at })),
  };
}
