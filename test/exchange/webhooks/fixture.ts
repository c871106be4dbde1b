import pino from 'pino';
import { ensureEpoch } from '../../../src/catalogue/changes/epoch.js';
import type { Database } from '../../../src/platform/database/connect.js';
import { deliverWebhooks } from '../../../src/exchange/webhooks/deliver.js';
import { addWebhook, listWebhooks } from '../../../src/exchange/webhooks/manage.js';
import type { ListedWebhook } from '../../../src/exchange/webhooks/manage.js';
import type { WebhookSettings } from '../../../src/exchange/webhooks/send.js';
import { CHANGES } from '../../../src/exchange/webhooks/store.js';
import type { WebhookEvent } from '../../../src/exchange/webhooks/store.js';
import { freshDatabase } from '../../support/database.js';
import { withOwn } from '../../support/with-own.js';
import { openReceiver } from './receiver.js';
import type { Receiver } from './receiver.js';

/** What the deliverer takes for the public address of the site. */
export const SITE_ORIGIN = 'https://catalogue.example';

/** A database, receivers, and a deliverer in this process. */
export interface WebhookFixture {
  db: Database;
  databaseUrl: string;
  settings: WebhookSettings;
  receiver(): Promise<Receiver>;
  /** adds a webhook; gives its number and secret */
  add(receiver: Receiver, events?: WebhookEvent[], path?: string): Promise<{ id: number; secret: string }>;
  info(id: number): Promise<ListedWebhook>;
  /** starts delivering; it ends with `stop` or with the fixture */
  start(waits?: { first: number; longest: number }): { stop(): Promise<void> };
  write(code: string, mw?: number): Promise<void>;
  close(): Promise<void>;
}

export async function openWebhookFixture(more: Partial<WebhookSettings> = {}): Promise<WebhookFixture> {
  const database = await freshDatabase();
  const { db, url: databaseUrl } = database;
  await ensureEpoch(db);
  const settings = { allow: ['127.0.0.1'], timeoutMs: 2_000, giveUpMs: 3_600_000, ...more };
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const running = new Set<{ stop(): Promise<void> }>();
  const receivers: Receiver[] = [];
  return {
    db,
    databaseUrl,
    settings,
    async receiver() {
      const receiver = await openReceiver();
      receivers.push(receiver);
      return receiver;
    },
    async add(receiver, events = [...CHANGES], path = '') {
      return addWebhook(db, settings, { url: receiver.url + path, events });
    },
    async info(id) {
      return (await listWebhooks(db)).find((hook) => hook.id === id)!;
    },
    start(waits = { first: 20, longest: 200 }) {
      const stopping = new AbortController();
      const ended = deliverWebhooks(
        { databaseUrl, log, siteOrigin: SITE_ORIGIN, settings, waits },
        stopping.signal,
      ).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      });
      const deliverer = {
        async stop() {
          running.delete(deliverer);
          stopping.abort();
          await ended;
        },
      };
      running.add(deliverer);
      return deliverer;
    },
    async write(code, mw = 1) {
      await db.none(
        `INSERT INTO products (code, name_cn, source, mw, structure_url) VALUES ($1, '产品', 'test', $2, '/media/1')
         ON CONFLICT (code) DO UPDATE SET mw = excluded.mw`,
        [code, mw],
      );
    },
    async close() {
      await Promise.all([...running].map((deliverer) => deliverer.stop()));
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await database.close();
    },
  };
}

/** The body of a test that has a fixture of its own. */
export const withFixture = withOwn(() => openWebhookFixture());
