import type { Command } from 'commander';
import { WrongUsage, action, addCommand, instant, table, whole } from '../../command.js';
import { writeWhole } from '../../platform/index.js';
import { demandCsv } from './csv.js';
import { listDemand, MOST_WEEKS, USUAL_WEEKS } from './store.js';
import { weekOf, weeksAgo } from './weeks.js';

/** `catalogue demand`: unmet demand. */
export function registerDemand(program: Command): void {
  addCommand(program, 'demand', 'searches that found no sure product, the most frequent first')
    .option(
      '--since <date>',
      `from the week of this day on; without it the last ${USUAL_WEEKS} weeks`,
      instant,
    )
    .option('--limit <n>', 'at most so many', whole, 100)
    .option('--csv <file>', 'all of them as a table with a column a week')
    .action(
      action({}, async ({ db }, { since, limit, csv }: { since?: string; limit: number; csv?: string }) => {
        const first = since === undefined ? weeksAgo(USUAL_WEEKS) : weekOf(Date.parse(since));
        if (first < weeksAgo(MOST_WEEKS) || first > weeksAgo(1))
          throw new WrongUsage(`--since: one of the last ${MOST_WEEKS} weeks`);
        const data = await listDemand(db, { since: first }, csv === undefined ? { limit } : {});
        if (csv !== undefined) {
          await writeWhole([demandCsv(data, first)], csv);
          return {
            json: { ok: true, file: csv, rows: data.length },
            text: `${data.length} texts in ${csv}.`,
          };
        }
        const headings = ['count', 'typed', 'language', 'sureness', 'inquiries', 'last_week'];
        return { json: { ok: true, since: first, data }, text: table(headings, data) };
      }),
    );
}
