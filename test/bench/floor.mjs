// What the service is compared with: the same statements over `pg` alone, behind bare node:http or behind a bare
// Express route; or an Express route that answers a constant. Its argument is a JSON file:
//   { kind: 'http' | 'express', url, statements: [{ text, values }], code: the value that stands for the code asked for }
//   { kind: 'constant', bodies: path to the text that is answered there }
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import express from 'express';
import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const { kind, url, statements = [], code, bodies = {} } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const pool = url === undefined ? undefined : new pg.Pool({ connectionString: url, max: 10 });

const named = statements.map(({ text, values }, i) => ({ name: `floor-${i}`, text, values }));

async function answer(wanted) {
  const results = await Promise.all(
    named.map(({ name, text, values }) =>
      pool.query({ name, text, values: values.map((value) => (value === code ? wanted : value)) }),
    ),
  );
  const texts = results.map(textOf);
  return texts.length === 1 ? texts[0] : `{"ok":true,"data":[${texts.join(',')}]}`;
}

/** Rows as JSON. Where the statement has made the JSON there is nothing left to do but to put it together. */
function textOf({ rows, fields }) {
  const column = fields[0]?.name;
  const made = rows.length > 0 && typeof rows[0][column] === 'string' && /^[{"]/.test(rows[0][column]);
  return made ? `[${rows.map((row) => row[column]).join(',')}]` : JSON.stringify(rows);
}

function makeServer() {
  if (kind === 'http') {
    return createServer((req, res) => {
      const path = req.url.split('?', 1)[0];
      answer(decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))).then(
        (text) => {
          res.writeHead(200, {
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Length': Buffer.byteLength(text),
          });
          res.end(text);
        },
        (error) => res.writeHead(500).end(String(error)),
      );
    });
  }
  const app = express();
  if (kind === 'constant') {
    app.use(express.json());
    for (const [path, body] of Object.entries(bodies))
      app.all(path, (_req, res) => void res.type('application/json').send(body));
  } else {
    app.get(['/api/v1/products', '/api/v1/products/:code'], (req, res, next) => {
      answer(req.params.code).then((text) => res.type('application/json').send(text), next);
    });
  }
  return createServer(app);
}

const server = makeServer();
server.listen(0, '127.0.0.1', () => process.send({ origin: `http://127.0.0.1:${server.address().port}` }));
process.on('SIGTERM', () => process.exit(0)).on('disconnect', () => process.exit(0));
