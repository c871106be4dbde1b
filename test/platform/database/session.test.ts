import { withSession } from '../../../src/platform/database/connect.js';
import { connected, freshDatabase } from '../../support/database.js';
import { closing } from '../../support/with-own.js';
import { connection } from '../../support/sessions.js';

test('whatever a database, a role or an address sets, values are written and read by our own settings', async () => {
  const database = closing(await freshDatabase());
  const name = new URL(database.url).pathname.slice(1);
  const address = `${database.url}?options=-c%20TimeZone=Asia/Tokyo%20-c%20work_mem=5MB`;
  await database.db.none(`
    ALTER DATABASE ${name} SET DateStyle = 'German, DMY';
    ALTER DATABASE ${name} SET IntervalStyle = 'sql_standard';
    ALTER DATABASE ${name} SET extra_float_digits = -15;
    ALTER DATABASE ${name} SET client_encoding = 'GBK';
    ALTER ROLE CURRENT_USER IN DATABASE ${name} SET bytea_output = 'escape';
    ALTER ROLE CURRENT_USER IN DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
  const values = `SELECT now() AT TIME ZONE 'UTC' = now()::timestamp AS utc, '2026-02-03 04:05:06.123456Z'::timestamptz::text AS at,
    '03/02/2026'::date::text AS day, '1 day 2 hours'::interval::text AS interval, (0.1::float8 + 0.2)::text AS number,
    '\\x00ff'::bytea::text AS bytes, '氘' AS text, current_setting('transaction_isolation') AS isolation,
    current_setting('work_mem') AS work_mem`;
  const expected = {
    utc: true,
    at: '2026-02-03 04:05:06.123456+00',
    day: '2026-03-02',
    interval: '1 day 02:00:00',
    number: '0.30000000000000004',
    bytes: '\\x00ff',
    text: '氘',
    isolation: 'read committed',
    work_mem: '5MB',
  };
  expect(await connected(address, { name: 'test', pool: 1 }).one(values)).toEqual(expected);
  const client = await connection(withSession(address));
  expect((await client.query(values)).rows).toEqual([expected]);
});
