import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { issueKey } from '../../src/access/keys.js';
import { loadConfig } from '../../src/config.js';
import type { Database } from '../../src/database/connect.js';
import { startGateway } from '../../src/main.js';
import type { Patience } from '../../src/main.js';
import { freshDatabase } from './database.js';
import { engine, freshIndexUid } from './engine.js';
import { openDescription } from './openapi.js';
import type { Exchange, OpenApi } from './openapi.js';

/** An answer of the service, its body read. */
export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** the body as JSON; undefined where it is none */
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface Service {
  /** `http://localhost:<port>` */
  origin: string;
  db: Database;
  databaseUrl: string;
  indexUid: string;
  /** an API key with the source label `erp` */
  key: string;
  /**
   * Calls below /api/v1 (or any path that begins with `//`: from the site's root); `json` is sent as a JSON body.
   * An answer below /api/v1 that the OpenAPI document does not describe is thrown.
   */
  call(
    method: string,
    path: string,
    more?: {
      key?: string | null;
      json?: unknown;
      body?: string | Uint8Array | FormData;
      headers?: Record<string, string>;
    },
  ): Promise<Answered>;
  /** pushes products with the key and expects 200 */
  push(products: unknown, query?: string): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any
  close(): Promise<void>;
}

/**
 * A gateway in this process on a database and an index of its own. `env` is added to its configuration. No proxy stands
 * before it: idle connections do not hold up its stop.
 */
export async function startService(
  env: Record<string, string> = {},
  patience: Patience = {},
): Promise<Service> {
  const database = await freshDatabase();
  const { url, key: meiliKey } = engine();
  const indexUid = freshIndexUid();
  const dataDir = await mkdtemp(join(tmpdir(), 'catalogue-service-'));
  const config = loadConfig({
    DATABASE_URL: database.url,
    MEILI_URL: url,
    MEILI_KEY: meiliKey,
    MEILI_INDEX: indexUid,
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMIT: 'off',
    ...env,
  });
  const gateway = await startGateway(config, pino({ level: 'silent' }), { lingerMs: 0, ...patience });
  const { key } = await issueKey(database.db, { name: 'test', source: 'erp' });

  let described: Promise<ReturnType<typeof openDescription>> | undefined;
  const check = async (exchange: Exchange): Promise<void> => {
    described ??= fetch(`${gateway.origin}/api-docs/openapi.json`).then(async (answer) =>
      openDescription((await answer.json()) as OpenApi),
    );
    const fault = (await described)(exchange);
    if (fault)
      throw new Error(
        `${exchange.method} ${exchange.path} answered ${exchange.status}, undescribed: ${fault}\n${exchange.text.slice(0, 500)}`,
      );
  };

  const call: Service['call'] = async (method, path, more = {}) => {
    const headers: Record<string, string> = { ...more.headers };
    if (more.key) headers['X-API-Key'] = more.key;
    if (more.json !== undefined) headers['Content-Type'] ??= 'application/json';
    const body = more.json === undefined ? more.body : JSON.stringify(more.json);
    const address = gateway.origin + (path.startsWith('//') ? path.slice(1) : `/api/v1${path}`);
    const response = await fetch(address, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (!path.startsWith('//'))
      await check({ method, path, status: response.status, headers: response.headers, text });
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
  };

  return {
    origin: gateway.origin,
    db: database.db,
    databaseUrl: database.url,
    indexUid,
    key,
    call,
    async push(products, query = '') {
      const answer = await call('POST', `/sync/push${query}`, { key, json: products });
      if (answer.status !== 200) throw new Error(`push: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    async close() {
      await gateway.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
