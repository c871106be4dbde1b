import { z } from 'zod';
import { countFindings, LACKABLE, qualityDocs, whereOf } from '../../catalogue/index.js';
import type { Filters } from '../../catalogue/index.js';
import { booleanText, described, route } from '../../platform/index.js';
import type { Connection, Database, Route, Writes } from '../../platform/index.js';
import { definitionSchema } from './definition.js';
import type { ProfileDefinition } from './definition.js';
import words from './docs.json' with { type: 'json' };
import { listProfiles, profileNamed } from './store.js';

/** How many products of a profile lack a value of a field that it wants. */
export interface ProfileGaps {
  profile: string;
  title: string;
  /** what it wants that products may lack */
  fields: string[];
  /** its products, and those of them that lack one */
  products: number;
  lacking: number;
}

/** The products of a profile that lack something that it wants. */
function gapsOf({ filter, columns }: ProfileDefinition): { all: Filters; lacking: Filters } {
  const wanted = columns.flatMap(({ field }) => field ?? []);
  const lacks = [...new Set(wanted.map((field) => (PICTURES.has(field) ? 'picture' : field)))];
  return { all: filter, lacking: { ...filter, lacks: lacks.filter((field) => LACKABLE.has(field)) } };
}
const PICTURES = new Set<string>(['picture_url', 'drawing_url']);

/**
 * The filters of the products of a profile that lack something that it wants.
 * @throws Problem as {@link profileNamed} does
 */
export async function lackingFor(db: Connection, name: string, hasKey = true): Promise<Filters> {
  return gapsOf((await profileNamed(db, 'lacking', name, hasKey)).definition).lacking;
}

/** The same counted, for each profile or for one, in one look at the products. */
async function countGaps(db: Database, only?: string): Promise<ProfileGaps[]> {
  const stored =
    only === undefined ? await listProfiles(db) : [await profileNamed(db, 'profile', only, true)];
  const profiles = stored.flatMap(({ name, definition }) => {
    const read = definitionSchema.safeParse(definition); // an older version may have stored what this one refuses
    return read.success ? [{ name, title: read.data.title, ...gapsOf(read.data) }] : [];
  });
  const values: string[] = [];
  const counted = (filters: Filters): string =>
    `count(*) FILTER (WHERE ${['true', ...whereOf(filters, (value) => `$${values.push(value)}`).conditions].join(' AND ')})`;
  const counts = profiles.map(({ all, lacking }) => `[${counted(all)}, ${counted(lacking)}]`);
  const { found } = await db.one<{ found: number[][] }>(
    `SELECT ARRAY[${counts.join(', ')}] AS found FROM products`,
    values,
  );
  return profiles.map(({ name, title, lacking }, i) => ({
    profile: name,
    title,
    fields: [...lacking.lacks!],
    products: Number(found[i]![0]),
    lacking: Number(found[i]![1]),
  }));
}

/** What is probably wrong with products, check by check; and what they lack for each export profile. */
export function qualityRoutes({ db, writes }: { db: Database; writes: Writes }): Route[] {
  return [
    route('get', '/quality', 'read', {
      query: z.object(
        described(words.qualityQuery, {
          profile: z.string().optional(),
          profiles: booleanText.default(false),
        }),
      ),
      doc: qualityDocs.countFindings,
      async handle({ query }) {
        const isAsked = query.profiles || query.profile !== undefined;
        const profiles = isAsked && { profiles: await countGaps(db, query.profile) };
        return { body: { ok: true, ...(await countFindings(db, writes)), ...profiles } };
      },
    }),
  ];
}
