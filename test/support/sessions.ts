import pg from 'pg';

/** A session of somebody else's: `psql`, a report, a client that has frozen. */
export interface Foreign {
  pid: number;
  run(sql: string): Promise<unknown>;
  end(): Promise<void>;
}

/** Opens one, that does what it is told at its beginning and then nothing. */
export async function foreignSession(databaseUrl: string, sql: string): Promise<Foreign> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'a monthly report' });
  client.on('error', () => {}); // its database may go first
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query(sql);
  return { pid: rows[0]!.pid, run: (more) => client.query(more), end: () => client.end() };
}
