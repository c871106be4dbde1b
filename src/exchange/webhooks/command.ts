import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { WrongUsage, action, addCommand, table, whole } from '../../command.js';
import { Problem } from '../../platform/index.js';
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  switchWebhook,
  testWebhook,
} from './manage.js';
import type { NewSecret } from './manage.js';
import { CHANGES, EVENTS } from './store.js';
import type { WebhookEvent } from './store.js';

const HEADINGS = ['id', 'url', 'events', 'state', 'disabled_reason', 'lag_changes', 'lag_seconds', 'waiting_inquiries', 'succeeded_at', 'failed_at', 'last_error', 'next_attempt_at']; // prettier-ignore

/** `catalogue webhooks`: who is sent product changes and inquiries. */
export function registerWebhooks(program: Command): void {
  const hooks = program.command('webhooks').description('receivers of product changes and inquiries');

  addCommand(
    hooks,
    'add',
    'tell a receiver of changes and inquiries from now on; its secret is shown this once',
  )
    .argument('<url>', 'https address')
    .option('--events <list>', `of ${EVENTS.join(', ')}`, events, [...CHANGES])
    .action(
      action({}, async ({ db, config }, url: string, options: { events: WebhookEvent[] }) =>
        showSecret(await addWebhook(db, config.webhooks, { url, events: options.events }).catch(asUsage)),
      ),
    );

  addCommand(hooks, 'list', 'list all webhooks').action(
    action({}, async ({ db }) => {
      const data = await listWebhooks(db);
      return { json: { ok: true, data }, text: table(HEADINGS, data) };
    }),
  );

  addCommand(hooks, 'remove', 'remove a webhook')
    .argument('<id>', 'number of the webhook', whole)
    .action(
      action({}, async ({ db }, id: number) => {
        await removeWebhook(db, id);
        return { json: { ok: true, id }, text: `Webhook ${id} is removed.` };
      }),
    );

  for (const on of [true, false])
    addCommand(hooks, on ? 'enable' : 'disable', on ? 'go on where it stopped' : 'stop for a while')
      .argument('<id>', 'number of the webhook', whole)
      .action(
        action({}, async ({ db }, id: number) => {
          await switchWebhook(db, id, on);
          return { json: { ok: true, id }, text: `Webhook ${id} is switched ${on ? 'on' : 'off'}.` };
        }),
      );

  addCommand(hooks, 'test', 'send a test message')
    .argument('<id>', 'number of the webhook', whole)
    .action(
      action({}, async ({ db, config }, id: number) => {
        const outcome = await testWebhook(db, config.webhooks, id);
        const text = outcome.ok ? `Accepted (${outcome.status}).` : `Not accepted: ${outcome.error}.`;
        return { json: outcome, text, failed: !outcome.ok };
      }),
    );

  addCommand(hooks, 'rotate', 'make a new secret; the former one signs beside it for a while')
    .argument('<id>', 'number of the webhook', whole)
    .option('--overlap <hours>', 'how long', hours, 24)
    .action(
      action({}, async ({ db }, id: number, { overlap }: { overlap: number }) =>
        showSecret(await rotateSecret(db, id, overlap * 3_600)),
      ),
    );
}

/** What is no https address is wrong usage (exit 2); an address that may not be reached from here is a failure (exit 1). */
function asUsage(error: unknown): never {
  const [fault] = error instanceof Problem ? (error.errors ?? []) : [];
  const isWrong = ['no_https_address', 'credentials', 'not_https'].includes(fault?.code ?? '');
  throw isWrong ? new WrongUsage((error as Problem).message) : error;
}

function showSecret(made: NewSecret) {
  const notes = [`The secret of webhook ${made.id}, ${made.url}. It is not shown again.`];
  return { json: { ok: true, ...made }, text: made.secret, notes };
}

function events(list: string): WebhookEvent[] {
  const wanted = list.split(',').map((each) => each.trim());
  const known = EVENTS.filter((event) => wanted.includes(event));
  if (known.length < new Set(wanted).size) throw new InvalidArgumentError(`may hold ${EVENTS.join(', ')}.`);
  return known;
}

function hours(value: string): number {
  const given = Number(value);
  if (!(given >= 0 && given <= 24 * 365)) throw new InvalidArgumentError('must be a number of hours.');
  return given;
}
