import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Option } from 'commander';
import type { Command } from 'commander';
import { action, addCommand, table } from '../command.js';
import { ROLES } from './account.js';
import type { StaffRole } from './account.js';
import { addStaff, removeStaff, setPassword } from './accounts.js';
import { countAdministrators, listStaff } from './store.js';

interface AddOptions {
  passwordStdin?: boolean;
  role: StaffRole;
}

/** `catalogue staff`: the accounts of the back office. The first one can be added nowhere else. */
export function registerStaff(program: Command): void {
  const staff = program.command('staff').description('accounts of the back office');

  addCommand(staff, 'add', 'add an account; its password is asked for')
    .argument('<name>', 'name to sign in with')
    .option('--password-stdin', 'read the password from standard input')
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).default('editor'))
    .action(
      action({ makes: true }, async ({ db }, name: string, { passwordStdin, role }: AddOptions) => {
        const password = await readPassword(passwordStdin);
        const { id, name: stored } = await addStaff(db, name, password, role);
        const more =
          (await countAdministrators(db)) === 0
            ? ' There is no administrator yet: --role administrator adds one.'
            : '';
        return {
          json: { ok: true, id, name: stored, role },
          text: `${stored} may sign in at /back-office/ (${role}).${more}`,
        };
      }),
    );

  addCommand(staff, 'list', 'list all accounts').action(
    action({}, async ({ db }) => {
      const data = await listStaff(db);
      return {
        json: { ok: true, data },
        text: table(['id', 'name', 'role', 'created_at', 'seen_at', 'disabled_at'], data),
      };
    }),
  );

  addCommand(staff, 'password', 'give an account another password and end its sessions')
    .argument('<name>')
    .option('--password-stdin', 'read the password from standard input')
    .action(
      action({}, async ({ db }, name: string, { passwordStdin }: { passwordStdin?: boolean }) => {
        const password = await readPassword(passwordStdin);
        if (!(await setPassword(db, name, password))) throw new Error(`There is no account ${name}.`);
        return { json: { ok: true, name }, text: `${name} has the new password; all sessions have ended.` };
      }),
    );

  addCommand(staff, 'remove', 'remove an account and end its sessions')
    .argument('<name>')
    .action(
      action({}, async ({ db }, name: string) => {
        if (!(await removeStaff(db, name))) throw new Error(`There is no account ${name}.`);
        return { json: { ok: true, name }, text: `${name} is removed.` };
      }),
    );
}

const readPassword = (fromInput?: boolean): Promise<string> => (fromInput ? readLine() : askTwice());

/** The first line of standard input. */
async function readLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk as string;
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/, 1)[0]!;
}

async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('Standard input is no terminal: give the password with --password-stdin.');
  const password = await ask('Password (10 characters at least): ');
  if ((await ask('Once more: ')) !== password) throw new Error('The two differ.');
  return password;
}

/** Asks for a text on the terminal without echoing it. */
function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  return new Promise<string>((resolve, reject) => {
    terminal.once('close', () => reject(new Error('Given up.')));
    terminal.question('', resolve);
  }).finally(() => {
    terminal.close();
    process.stderr.write('\n');
  });
}
