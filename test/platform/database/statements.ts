import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeSecret, startPostgres, stopPostgres } from '../../../infra/embedded/postgres.js';
import { migrate } from '../../../src/platform/database/migrate.js';

/** A step of a plan, as Postgres tells of it. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Filter?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** A statement that ran, with what it read of one table in one step of its plan. */
export interface Scan {
  statement: string;
  /** `Seq Scan`, `Index Scan`, `Index Only Scan`, `Bitmap Heap Scan` … */
  kind: string;
  table: string;
  /** what its rows were tried for, where that was not by the index */
  filter: string;
  /** rows that were looked at, and those of them that were thrown away */
  read: number;
  unwanted: number;
}

/** A server that writes down the plan of every statement it runs, those of functions and triggers too. */
export interface ExplainingPostgres {
  url: string;
  /** for who fills it: to write down what indexes and triggers run for each row takes longer than to run it */
  silentUrl: string;
  /** the statements of the service that ended since it was last asked, each with its scans */
  statements(): { statement: string; scans: Scan[] }[];
  close(): Promise<void>;
}

export async function startExplainingPostgres(): Promise<ExplainingPostgres> {
  const root = mkdtempSync(join(process.env['TEST_FOLDER']!, 'explaining-'));
  chmodSync(root, 0o711);
  const logFile = join(root, 'postgres.log');
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    maintenance_work_mem: '256MB',
    log_line_prefix: '@@%a@',
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_parameter_max_length': '60',
  };
  const folder = join(root, 'postgres');
  const { url } = await startPostgres({ folder, logFile, password: makeSecret(), settings });
  await migrate(url);
  let place = 0;
  return {
    url,
    silentUrl: `${url}?options=${encodeURIComponent('-c auto_explain.log_min_duration=-1')}`,
    statements() {
      const from = place;
      place = statSync(logFile).size;
      const entries = readFileSync(logFile).subarray(from, place).toString().split(/^@@/m);
      return entries.flatMap((entry) => {
        const [, name, json] = /^([^@]*)@LOG: {2}duration: [^\n]* plan:\n(.*)$/s.exec(entry) ?? [];
        if (!name?.startsWith('catalogue ') || json === undefined) return [];
        const plan = JSON.parse(json.replaceAll(/^\t/gm, '')) as { 'Query Text': string; Plan: Node };
        const statement = plan['Query Text'].replaceAll(/\s+/g, ' ').trim();
        return [{ statement, scans: scansOf(plan.Plan, statement) }];
      });
    },
    async close() {
      await stopPostgres(folder, 2_000);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function scansOf(node: Node, statement: string): Scan[] {
  const loops = node['Actual Loops'] ?? 0;
  const unwanted =
    loops * ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0));
  const table = node['Relation Name'];
  const kind = node['Node Type'];
  const own: Scan[] = [];
  if (table !== undefined && kind.includes('Scan'))
    own.push({
      statement,
      kind,
      table,
      filter: node.Filter ?? '',
      read: Math.round(loops * (node['Actual Rows'] ?? 0) + unwanted),
      unwanted,
    });
  return [...own, ...(node.Plans ?? []).flatMap((each) => scansOf(each, statement))];
}
