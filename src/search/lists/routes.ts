import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  codeNumber,
  described,
  goneSignal,
  holderOf,
  joinObjects,
  JSON_BOUNDS,
  numberAsText,
  PACES,
  route,
  sendAtPace,
} from '../../platform/index.js';
import type { Database, Limits, Route } from '../../platform/index.js';
import type { Demand } from '../demand/demand.js';
import { absoluteAddresses } from '../../catalogue/index.js';
import type { Outcome } from '../text/match.js';
import type { Search } from '../text/search.js';
import { docs, words } from './docs.js';
import type { Resolved } from './judge.js';
import { MAX_RESOLVED, readsOf, resolve } from './resolve.js';

interface ListParts {
  db: Database;
  search: Search;
  demand: Pick<Demand, 'count'>;
  limits: Pick<Limits, 'countReads'>;
  siteOrigin: () => string;
}

/** The longest text of an identifier, in code points: longer than any name. */
const LONGEST = 500;
/** The longest structure: a SMILES of 300 atoms with all stereo has about 1,500 characters, its InChI more. */
const LONGEST_STRUCTURE = 2_500;
const mustBeText = (longest: number): string => `must be a text of at most ${longest} characters`;

const textUpTo = (longest: number) =>
  z
    .string({ error: mustBeText(longest) })
    .refine((given) => given.length <= longest || [...given].length <= longest, {
      error: mustBeText(longest),
      params: { reason: 'too_long' },
    })
    .refine((given) => given.isWellFormed() && !given.includes('\0'), {
      error: 'contains a character that no text has',
      params: { reason: 'control_character' },
    })
    .meta({ maxLength: longest });
const orNothing = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((given) => given ?? undefined);
const text = textUpTo(LONGEST);
const field = orNothing(z.union([text, z.number().transform(String)], { error: mustBeText(LONGEST) }));
const code = orNothing(numberAsText(z.union([text, codeNumber], { error: mustBeText(LONGEST) })));
const drawn = orNothing(textUpTo(LONGEST_STRUCTURE));

const given = z.object(
  described(words.given, {
    code,
    cas: field,
    name: field,
    smiles: drawn,
    inchi: drawn,
    inchikey: drawn,
    formula: field,
    quantity: field,
    note: field,
  }),
);

const body = z.object({
  identifiers: z
    .array(
      numberAsText(
        z.union([text, codeNumber, given], {
          error: `must be a text, or an object of texts (${Object.keys(given.shape).join(', ')})`,
        }),
      ),
      { error: 'must be a list of texts or objects' },
    )
    .min(1, { error: 'must name at least one product' })
    .max(MAX_RESOLVED, { error: `at most ${MAX_RESOLVED} identifiers a call` }),
});

/** Resolves lists of names and numbers. Open to everybody, as search is. */
export function listRoutes({ db, search, demand, limits, siteOrigin }: ListParts): Route[] {
  return [
    route('post', '/products/resolve', 'open', {
      beside: '/products/{code}', // a product may have this number
      limit: 'read',
      body: { schema: body, limit: 2 * 1024 * 1024, holds: JSON_BOUNDS.list },
      doc: docs.resolveProducts,
      async handle({ req, res, body: { identifiers } }) {
        await limits.countReads({ req, res }, readsOf(identifiers.length) - 1);
        const lines = req.accepts(['application/json', 'application/x-ndjson']) === 'application/x-ndjson';
        const signal = goneSignal(res);
        const found = resolve({ db, search, demand, holder: holderOf(req) }, identifiers);
        const pieces = written(search, found, lines);
        // The first piece is made before the head is sent, so that an early failure is answered as a problem.
        const first = await pieces.next();
        res.setHeader('Content-Type', `application/${lines ? 'x-ndjson' : 'json'}; charset=utf-8`);
        res.setHeader('Cache-Control', 'no-store');
        const whole = async function* (): AsyncGenerator<string> {
          if (!first.done) yield absoluteAddresses(first.value, siteOrigin());
          for await (const piece of pieces) yield absoluteAddresses(piece, siteOrigin());
        };
        try {
          await sendAtPace(Readable.from(whole(), { objectMode: false }), res, PACES.lists, signal);
        } catch (error) {
          if (!signal.aborted) throw error; // else the client has disconnected
        }
        return undefined;
      },
    }),
  ];
}

type Found = ReturnType<typeof resolve>;

/** An answer as text, piece by piece: lines, or one document. */
async function* written(search: Search, found: Found, isLines: boolean): AsyncGenerator<string> {
  const [begin, between] = isLines ? ['', '\n'] : ['{"ok":true,"data":[', ','];
  const counts: Record<Outcome, number> = { exact: 0, partial: 0, similar: 0, none: 0 };
  let index = 0;
  let isDegraded = false;
  for await (const { resolved, degraded } of found) {
    isDegraded = degraded;
    for (const { match } of resolved) counts[match]++;
    const items = resolved.map((each) => JSON.stringify(shown(each, index++)));
    yield (index === items.length ? begin : between) + items.join(between);
  }
  const ended = { counts, degraded: isDegraded, behind_seconds: await search.lateness() };
  // The last line shows that the answer is complete.
  yield isLines ? `\n${JSON.stringify({ ok: true, ...ended })}\n` : joinObjects(']}', JSON.stringify(ended));
}

function shown(
  { asked, facts, match, reason, readAs, product, others, conflict, didYouMean }: Resolved,
  index: number,
) {
  return {
    index,
    asked,
    match,
    ...(reason && { reason }),
    read_as: facts.heading ? { heading: true } : readAs,
    product,
    others,
    ...(conflict.length > 0 && { conflict }),
    ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
    ...(facts.quantity !== undefined && { quantity: facts.quantity }),
    ...(facts.note !== undefined && { note: facts.note }),
  };
}
