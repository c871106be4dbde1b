// The statements that a request sends to Postgres, read from the server's own log: what is compared with the service
// runs the very same ones.
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks a gateway of its own for paths and takes down the statements of the last.
 * @param paths the first ones warm it up
 * @returns statements with their values, as texts
 */
export async function capture(stack, database, paths, env = {}) {
  await stack.sql('postgres', `ALTER DATABASE ${database} SET log_statement = 'all'`);
  const gateway = await stack.startGateway(database, env);
  try {
    for (const path of paths.slice(0, -1)) await ask(gateway.origin, path);
    await sleep(300); // what the gateway does by itself at its start
    const from = statSync(stack.postgresLog).size;
    await ask(gateway.origin, paths.at(-1));
    await sleep(100);
    const log = readFileSync(stack.postgresLog).subarray(from).toString();
    return readStatements(log, 'catalogue gateway');
  } finally {
    await gateway.stop();
    await stack.sql('postgres', `ALTER DATABASE ${database} RESET log_statement`);
  }
}

async function ask(origin, path) {
  const response = await fetch(origin + path);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
}

/** Entries of the log begin with `@@process@application@` (stack.mjs). */
function readStatements(log, application) {
  const statements = [];
  for (const entry of log.split(/^@@/m)) {
    const [, from, level, text] = /^\d+@([^@]*)@(LOG|DETAIL): {2}(.*)$/s.exec(entry.trimEnd()) ?? [];
    if (from !== application) continue;
    const [, sql] = (level === 'LOG' && /^execute [^:]+: (.*)$/s.exec(text)) || [];
    if (sql !== undefined) statements.push({ text: sql.replaceAll('\n\t', '\n'), values: [] });
    const [, values] = (level === 'DETAIL' && /^[Pp]arameters: (.*)$/s.exec(text)) || [];
    if (values !== undefined && statements.length > 0) statements.at(-1).values = readValues(values);
  }
  return statements;
}

/** `$1 = 'a''b', $2 = NULL` */
function readValues(text) {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, value]) =>
    value === undefined ? null : value.replaceAll("''", "'"),
  );
}
