import type { Command } from 'commander';
import { action, addCommand, table, whole } from '../../command.js';
import { LINE_COLUMNS } from './inquiry.js';
import { askedOf, newestInquiries } from './store.js';

/** `catalogue inquiries`: the price inquiries. */
export function registerInquiries(program: Command): void {
  addCommand(program, 'inquiries', 'price inquiries, newest first, a row for each product')
    .option('--limit <n>', 'at most so many inquiries', whole, 100)
    .action(
      action({}, async ({ db }, { limit }: { limit: number }) => {
        const data = await newestInquiries(db, limit);
        const rows = data.flatMap((inquiry) => askedOf(inquiry).map((asked) => ({ ...inquiry, ...asked })));
        const sender = ['id', 'created_at', 'name', 'company', 'email', 'phone'];
        return { json: { ok: true, data }, text: table([...sender, ...LINE_COLUMNS, 'message'], rows) };
      }),
    );
}
