// GET /export?format=csv against `psql \copy` of the same query, and the memory it takes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FIELD_COLUMNS } from '../../../dist/src/exchange/exports/columns.js';
import { FORMATS } from '../../../dist/src/exchange/exports/formats.js';
import { inTurns, median, timed } from '../measure.mjs';
import { watching } from '../stack.mjs';

/** One export, read from a bare socket into one buffer: the client is to cost as little as psql does. */
async function exportOnce(origin) {
  const buffer = Buffer.alloc(256 * 1024);
  let head = '';
  let tail = '';
  let bytes = 0;
  const socket = connectTo({
    host: '127.0.0.1',
    port: new URL(origin).port,
    onread: {
      buffer,
      callback(length) {
        if (bytes === 0) head = buffer.toString('latin1', 0, 15);
        tail = (tail + buffer.toString('latin1', Math.max(0, length - 5), length)).slice(-5);
        bytes += length;
        return true;
      },
    },
  });
  socket.write('GET /api/v1/export?format=csv HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  if (head !== 'HTTP/1.1 200 OK' || tail !== '0\r\n\r\n') throw new Error(`cut short: ${head} … ${tail}`);
}

/** One \copy of the same query, as psql itself times it: without its start and its connection. */
async function copyOnce(url, origin) {
  const bound = FIELD_COLUMNS.map((column) => ({ ...column, sql: column.sql() }));
  const copy = FORMATS.csv.copy(bound, 'FROM products ORDER BY id').replaceAll(/\s+/g, ' ');
  const psql = spawn('psql', [
    url,
    '-Xq',
    '-c',
    `SET catalogue.site_origin = '${origin}'`,
    '-c',
    '\\timing on',
    '-c',
    `\\${copy.replace(/^COPY/, 'copy').replace('TO STDOUT', `TO '/dev/null'`)}`,
  ]);
  const [out, errors] = await Promise.all([text(psql.stdout), text(psql.stderr)]);
  const [, ms] = /Time: ([\d.]+) ms/.exec(out) ?? [];
  if (ms === undefined) throw new Error(`psql: ${errors}`);
  return Number(ms);
}

export const exporting = {
  name: 'export',
  title: 'Export',
  about: 'GET /export?format=csv, uncompressed. Beside it: `psql \\copy` of the same query.',
  async run(bench, { size, count, database }) {
    const gateway = await bench.stack.startGateway(database);
    // Small exports are over long before the compiler has seen enough of them: the first take three times as long.
    let [rounds, warm] = [bench.rounds, 8];
    if (count > 500_000) [rounds, warm] = [Math.min(bench.rounds, 3), 1];
    if (count > 5_000_000) [rounds, warm] = [1, 0];
    try {
      const { result, peak } = await watching(gateway.pid, () =>
        inTurns(
          {
            service: () => timed(() => exportOnce(gateway.origin)),
            psql: () => copyOnce(bench.stack.urlOf(database), gateway.origin),
          },
          rounds,
          { warm },
        ),
      );
      const rate = (all) => (count / median(all)) * 1000;
      bench.row('csv', size, rate(result.service), 'rows/s', {
        beside: 'psql \\copy',
        besideValue: rate(result.psql),
        target: { least: 0.75 },
      });
      bench.row('memory (RSS) of the gateway at most', size, peak, 'MB', {
        target: { of: 'value', most: 150 },
      });
    } finally {
      await gateway.stop();
    }
  },
};
