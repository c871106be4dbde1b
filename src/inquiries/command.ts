import type { Command } from 'commander';
import { action, addCommand, table } from '../command.js';
import { whole } from '../command-arguments.js';
import { listInquiries } from './store.js';

/** `catalogue inquiries`: the price inquiries. */
export function registerInquiries(program: Command): void {
  addCommand(program, 'inquiries', 'price inquiries, newest first')
    .option('--limit <n>', 'at most so many', whole, 100)
    .action(
      action({}, async ({ db }, { limit }: { limit: number }) => {
        const data = await listInquiries(db, limit);
        const headings = [
          'id',
          'created_at',
          'name',
          'company',
          'email',
          'phone',
          'code',
          'cas',
          'product_name',
          'quantity',
          'message',
        ];
        return { json: { ok: true, data }, text: table(headings, data) };
      }),
    );
}
