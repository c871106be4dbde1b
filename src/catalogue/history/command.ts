import type { Command } from 'commander';
import { action, addCommand, table, whole } from '../../command.js';
import { isKnown, listHistory } from './store.js';

/** A value is cut here in the table for people. */
const SHOWN = 40;

/** `catalogue history`: who changed what of a product. */
export function registerHistory(program: Command): void {
  addCommand(program, 'history', 'who changed what of a product and when, the last change first')
    .argument('<code>')
    .option('--limit <n>', 'at most so many changes', whole, 20)
    .action(
      action({}, async ({ db }, code: string, { limit }: { limit: number }) => {
        const data = await listHistory(db, code, null, limit);
        if (data.length === 0 && !(await isKnown(db, code)))
          throw new Error(`There is no product ${code}, and there was none.`);
        const rows = data.flatMap(({ at, op, by, changes }): object[] => {
          const entry = { at, who: [by.kind, by.name ?? ''].join(' ').trim(), op };
          if (op !== 'changed') return [entry];
          return changes.map(({ field, before, after }) => ({
            ...entry,
            field,
            before: cut(before),
            after: cut(after),
          }));
        });
        return {
          json: { ok: true, data },
          text: table(['at', 'who', 'op', 'field', 'before', 'after'], rows),
        };
      }),
    );
}

const cut = (value: string | number | null): string => {
  const text = [...String(value ?? '-')];
  return text.length > SHOWN ? `${text.slice(0, SHOWN).join('')}…` : text.join('');
};
