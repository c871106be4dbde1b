import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import pino from 'pino';
import type { Session } from '../../command.js';
import { openAsOf, openLimit, openWrites, readPrimary, siteOriginOf } from '../../platform/index.js';
import { openFinding } from '../../search/index.js';
import { openChemistry } from '../../chemistry/index.js';
import { openTerms } from '../../catalogue/index.js';
import { MAX_SUBSCRIPTIONS, openAssistants } from './server.js';
import { openStdio } from './stdio.js';

/** Serves an assistant over standard input and output, until it goes or Ctrl-C ends it. */
export async function serveAssistant({ db, config, origin, signal }: Session): Promise<void> {
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const terms = openTerms(db);
  const siteOrigin = siteOriginOf(config, origin);
  const writes = openWrites(db, openLimit({ all: 1 }));
  const given = { config, databaseUrl: config.databaseUrl!, db, log };
  const finding = openFinding(given, { terms, nameReader: undefined }, { output: 2 });
  const chemistry = openChemistry({ output: 2 });
  const context = {
    db,
    reads: readPrimary(db, openAsOf(db, log)),
    writes,
    ...finding.parts,
    chemistry,
    terms,
    siteOrigin: () => siteOrigin,
  };
  const makeServer = openAssistants(context, log);
  const { transport, ended } = openStdio();
  const serving = serveStdio(() => makeServer(), {
    transport,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: (error) => log.warn({ err: error }, 'a message was refused'),
  });
  try {
    // Ctrl-C ends it normally.
    if (!signal.aborted) await Promise.race([ended, once(signal, 'abort')]);
  } finally {
    await serving.close();
    await finding.stop();
    await chemistry.close();
  }
}
