import type { Command } from 'commander';
import { action, addCommand, table } from '../../command.js';
import { directWrites } from '../../platform/index.js';
import { countFindings } from './count.js';

/** `catalogue quality`: how many products each check finds. */
export function registerQuality(program: Command): void {
  addCommand(
    program,
    'quality',
    'what is probably wrong with products, by check; "export --quality CHECK" writes them',
  ).action(
    action({}, async ({ db, signal }) => {
      const count = () => countFindings(db, directWrites(db));
      let quality = await count();
      while (!quality.complete) {
        signal.throwIfAborted();
        quality = await count();
      }
      const rows = quality.data.map(({ title, ...row }) => ({ ...row, what: `${title.en} · ${title.cn}` }));
      return { json: { ok: true, ...quality }, text: table(['check', 'count', 'what'], rows) };
    }),
  );
}
