import { z } from 'zod';
import { badField, codeNamed, holderOf, isRefusal } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import { openPictures } from '../catalogue/index.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

/** The longest SMILES that is drawn: those of names are of 300 atoms at most. */
const LONGEST = 4_000;

/** Drawings of what names mean. */
export function officeStructureRoutes({ shownChemistry }: OfficeParts): Route[] {
  const draw = openPictures(shownChemistry);
  return [
    staffRoute('get', '/drawing', {
      query: z.object({ smiles: z.string().min(1).max(LONGEST) }),
      async handle({ req, res, query: { smiles } }) {
        const holder = holderOf(req);
        const [read] = await shownChemistry.of(holder).read([{ source: 'smiles', text: smiles }]);
        if (isRefusal(read!)) throw badField('smiles', codeNamed(read.reason), read.message);
        const given = { source: 'smiles', given: smiles, given_hash: smiles } as const;
        const { type, bytes } = await draw(given, { theme: 'light', ground: 'none' }, holder);
        res.set({ 'Content-Type': type, 'Content-Security-Policy': "default-src 'none'" });
        res.end(bytes);
        return undefined;
      },
    }),
  ];
}
