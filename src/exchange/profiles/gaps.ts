import { z } from 'zod';
import { countFindings, LACKABLE, qualityDocs, whereOf } from '../../catalogue/index.js';
import type { Filters } from '../../catalogue/index.js';
import { booleanText, described, route } from '../../platform/index.js';
import type { Connection, Database, Route, Writes } from '../../platform/index.js';
import { definitionSchema } from './definition.js';
import type { ProfileDefinition } from './definition.js';
import words from './docs.json' with { type: 'json' };
import { findProfile, listProfiles } from './store.js';

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

/** The filters of the products of a profile that lack something that it wants. @throws Problem 404 without such a profile */
export const lackingFor = async (db: Connection, profile: string): Promise<Filters> =>
  gapsOf((await findProfile(db, profile)).definition).lacking;

/** The same counted, for each profile, in one look at the products. */
async function countGaps(db: Database): Promise<ProfileGaps[]> {
  const profiles = (await listProfiles(db)).flatMap(({ name, definition }) => {
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
      query: z.object(described(words.qualityQuery, { profiles: booleanText.default(false) })),
      doc: qualityDocs.countFindings,
      async handle({ query }) {
        const found = await countFindings(db, writes);
        return { body: { ok: true, ...found, ...(query.profiles && { profiles: await countGaps(db) }) } };
      },
    }),
  ];
}
