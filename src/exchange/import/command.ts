import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { WrongUsage, action, addCommand, source, whole } from '../../command.js';
import type { Result, Session } from '../../command.js';
import {
  directWrites,
  encodingNamed,
  ENCODINGS,
  OURSELVES,
  receiveStream,
  siteOriginOf,
  writtenBy,
} from '../../platform/index.js';
import type { Encoding } from '../../platform/index.js';
import { isUnknown } from '../../catalogue/index.js';
import { importFile, unknownColumns } from './load.js';
import { describeRow } from './outcome.js';
import type { ImportOutcome } from './outcome.js';
import { mappingNamed } from './mapping-store.js';
import { openRejectedRows } from './rejected.js';

interface Options {
  keySource: string;
  strict?: boolean;
  dryRun?: boolean;
  rejected?: string;
  encoding?: Encoding;
  mapping?: string;
  missing?: 'off';
  confirm?: number;
}

/** `catalogue import`: pushes the products of a file. */
export function registerImport(program: Command): void {
  addCommand(program, 'import', 'push the products of a file: csv, xlsx, json or ndjson, also gzipped')
    .argument('<file>', '- is standard input')
    .option(
      '--key-source <label>',
      'source label of the products it creates; it writes those of all sources',
      source,
      'sync',
    )
    .option('--strict', 'write nothing where a column has no meaning here')
    .option('--dry-run', 'write nothing, and say what would be stored')
    .option('--rejected <file>', 'where rejected rows go; without it beside the file, as FILE.rejected.csv')
    .option('--encoding <name>', 'the character encoding of a text, such as GBK; found without it', encoding)
    .option('--mapping <name>', 'what its columns are read as: a mapping that was made by this name')
    .addOption(
      new Option(
        '--missing <state>',
        'what becomes of products of the source that are not in the file',
      ).choices(['off']),
    )
    .option('--confirm <number>', 'how many of them there are, where they are more than a tenth', whole)
    .action(
      action({ makes: true }, (session, file: string, options: Options) =>
        file === '-' ? withInput(session, options) : run(session, file, options),
      ),
    );
}

function encoding(name: string): Encoding {
  const found = encodingNamed(name);
  if (!found) throw new InvalidArgumentError(`must be one of ${ENCODINGS.join(', ')}.`);
  return found;
}

/** Puts standard input into a file: its format is found from its beginning, and it may be read twice. */
async function withInput(session: Session, options: Options): Promise<Result> {
  const input = addAbortSignal(session.signal, process.stdin);
  const bounds = { limit: Infinity, inMemory: 0, stallMs: 2 ** 31 - 1 };
  const { spool, discard } = await receiveStream(input, OURSELVES, bounds).catch((error: Error) => {
    throw error.cause ?? error; // it is no body of a call
  });
  try {
    return await run(session, await spool(), options, 'standard-input');
  } finally {
    await discard();
  }
}

async function run(
  { db, config, origin, progress, say, signal }: Session,
  file: string,
  options: Options,
  name = file,
): Promise<Result> {
  const { keySource, strict, dryRun, rejected, missing, confirm, encoding, mapping } = options;
  if (confirm !== undefined && missing === undefined)
    throw new WrongUsage('--confirm means something only with --missing off.');
  if (rejected !== undefined && resolve(rejected) === resolve(file))
    throw new WrongUsage('--rejected must name another file than the imported one.');
  const found = await stat(file).catch(() => null);
  // A file of no bytes is one that was never written; a list without products is one.
  if (found?.isFile() && found.size === 0) throw new Error(`${name} is empty.`);
  const mappings = mapping === undefined ? undefined : [await mappingNamed(db, mapping)];
  const unknown = strict ? await unknownColumns(file, { encoding, mappings, signal }) : [];
  if (unknown.length > 0)
    throw new Error(`Nothing was written, for these columns mean nothing here: ${unknown.join(', ')}.`);

  const rows = openRejectedRows((kind) => rejected ?? `${name}.rejected.${kind}`);
  const bar = progress('Importing');
  const outcome = await importFile(
    writtenBy(directWrites(db), { kind: 'command', name: null }),
    file,
    keySource,
    {
      siteOrigin: siteOriginOf(config, origin),
      onProgress: (done, all) => bar.update(done, all),
      onIgnored(names) {
        bar.end();
        for (const line of describeIgnored(names)) say(line);
      },
      onRejected: (row) => rows.add(row),
      signal,
      dryRun,
      encoding,
      mappings,
      fullList: missing && { confirm },
    },
  )
    .catch(async (error: unknown) => {
      await rows.discard();
      throw error;
    })
    .finally(() => bar.end());
  return resultOf(
    name,
    file,
    outcome,
    await rows.finish(),
    dryRun ? 'Nothing was written. It would be: ' : '',
  );
}

/** What is said of an import. @param kept where the rejected rows are; `lead` is said before the counts */
function resultOf(
  name: string,
  file: string,
  outcome: ImportOutcome,
  kept: { path?: string; error?: string },
  lead: string,
): Result {
  const { failure: why, ...counted } = outcome;
  const { created, updated, unchanged, invalid, warnings } = outcome;
  const isEmpty = created + updated + unchanged + invalid + warnings.length === 0;
  const failure = why?.includes(file) ? why.replaceAll(file, name) : why && `${name}: ${why}`;
  const { switched_on_total: on, switched_off_total: off } = outcome;
  const refused = outcome.switch_off_refused?.replace('confirm=', '--confirm ');
  const counts = [
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${invalid} rejected`,
    ...(on === undefined ? [] : [`${on} of them switched on again`]),
    ...(off === undefined ? [] : [`${off} switched off`]),
  ].join(', ');
  return {
    json: {
      ok: (failure ?? refused) === undefined,
      ...counted,
      ...(kept.path !== undefined && { rejected_file: kept.path }),
      ...(failure !== undefined && { error: failure }),
    },
    text:
      failure === undefined
        ? `${lead}${counts}.`
        : isEmpty
          ? 'Nothing was written.'
          : `Broken off: ${counts}.`,
    notes: [
      ...(isEmpty && failure === undefined ? [`${name} is empty, or has nothing below its header.`] : []),
      ...encodingNotes(outcome),
      ...(outcome.ignored_sheets ?? []).map((name) => `Not read: the sheet ${name}. Only the first one is.`),
      ...outcome.errors.map(describeRow),
      ...warnings.map((row) => `Warning: ${describeRow(row)}`),
      ...[failure, refused].flatMap((why) => why ?? []),
      ...(kept.path === undefined ? [] : [`The rejected rows are in ${kept.path}, to be corrected.`]),
      ...(kept.error === undefined ? [] : [`The rejected rows could not be kept: ${kept.error}`]),
    ],
    failed: (failure ?? refused) !== undefined || invalid > 0,
  };
}

function encodingNotes({ encoding, encoding_unsure: isUnsure }: ImportOutcome): string[] {
  if (isUnsure)
    return [`Read as ${encoding}, of which it is not sure: look at the products, or choose with --encoding.`];
  return encoding === undefined || encoding === 'utf-8' ? [] : [`Read as ${encoding}.`];
}

/** What is said of names that are not read. */
function describeIgnored(names: string[]): string[] {
  const unknown = names.filter(isUnknown);
  const computed = names.filter((name) => !isUnknown(name));
  return [
    ...(unknown.length > 0 ? [`Ignored, for they mean nothing here: ${unknown.join(', ')}.`] : []),
    ...(computed.length > 0 ? [`Not read, for the service sets them itself: ${computed.join(', ')}.`] : []),
  ];
}
