import { issueKey } from '../../../src/platform/access/keys.js';
import { openGateway } from '../../support/gateway.js';
import { Client, many, tally } from '../../support/wire.js';
import { shared } from '../../support/with-own.js';

/** FULL=1 tries more. */
const TRIED = process.env['FULL'] === '1' ? 10_000 : 3_000;

const gateway = shared(() => openGateway({ RATE_LIMIT: 'on' }));

test(`${TRIED} different keys that look like keys: 1,000 are a 401, the others a 429; who has one is served meanwhile`, async () => {
  const thief = new Client(gateway.origin, 8);
  const { now: before } = await gateway.memory();
  let trying = true;
  const tried = many(TRIED, 8, (n) =>
    thief.ask('/categories', { key: `pds_${String(n).padStart(43, '0')}` }),
  ).finally(() => (trying = false));
  let served = 0;
  while (trying && served < 500) {
    expect((await gateway.call('GET', '/categories')).status).toBe(200);
    served++;
  }
  const counts = tally(await tried);
  // Beyond the bound of the address, also one that this gateway has never seen.
  const { key } = await issueKey(gateway.db, { name: 'new' });
  expect((await gateway.call('GET', '/categories', { key })).status).toBe(200);
  thief.close();
  // On a machine so slow that they take more than a minute another thousand may be let through.
  expect(counts[401]! + counts[429]!).toBe(TRIED);
  expect(counts[401]).toBeGreaterThanOrEqual(1_000);
  expect(counts[429]).toBeGreaterThan(0);
  expect(served).toBeGreaterThan(0);
  expect((await gateway.memory()).now - before).toBeLessThan(150);
}, 120_000);
