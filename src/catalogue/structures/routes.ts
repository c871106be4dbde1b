import { z } from 'zod';
import {
  described,
  holderOf,
  isConditional,
  namesTag,
  notFound,
  oneOf,
  recorded,
  refuseOtherSource,
  refuseUnlessAsAsked,
  route,
  sourceBound,
  tagOf,
} from '../../platform/index.js';
import type { Answer, Call, Context, Database, Route } from '../../platform/index.js';
import { STRUCTURE_KEYS } from '../products/fields.js';
import { lockProducts, productCodeOf, updateProducts } from '../products/store.js';
import { drawingVersion } from './drawing-address.js';
import { GROUNDS, SHOWN_PARTS, THEMES } from '../../chemistry/index.js';
import type { CatalogueParts } from '../parts.js';
import { docs, words } from './docs.js';
import { openPictures, PICTURE_WIDTHS } from './picture.js';
import { formsAnswer, structureAnswer } from './show.js';
import { structureOf } from './store.js';
import type { NewStructure } from './store.js';
import { readNewStructure, setStructure } from './new-structure.js';

type StructureParts = Context & CatalogueParts;

const KiB = 1024;

const pictureQuery = z.object(
  described(words.pictureQuery, {
    theme: z.enum(THEMES, { error: 'must be light or dark' }).default('light'),
    ground: oneOf(GROUNDS).default('none'),
    part: oneOf(SHOWN_PARTS).default('all'),
    w: oneOf(PICTURE_WIDTHS).optional(),
    v: z.string().max(64).optional(),
  }),
);

const structureBody = z
  .object({
    smiles: z.string().nullish().meta({ example: 'CC(=O)Oc1ccccc1C(=O)O' }),
    molfile: z.string().nullish(),
    inchi: z.string().nullish(),
  })
  .refine((given) => STRUCTURE_KEYS.filter((key) => given[key]?.trim()).length === 1, {
    error: 'exactly one of smiles, molfile and inchi is needed',
    path: ['smiles'],
  });

/** The routes of products' structures: to read, write and draw one. */
export const structureRoutes = (parts: StructureParts): Route[] => [
  ...readRoutes(parts),
  pictureRoute(parts),
  ...writeRoutes(parts),
];

function writeRoutes({ writes, chemistry }: StructureParts): Route[] {
  const write = (call: Call, structure: NewStructure): Promise<Answer> =>
    recorded(writes, call, async (tx) => {
      const code = call.params['code']!;
      const [product] = await lockProducts(tx, [code]);
      if (!product) throw notFound('product');
      refuseOtherSource(product, sourceBound(call.key!));
      if (isConditional(call.req)) {
        const json = await structureAnswer(tx, chemistry.of(holderOf(call.req)), code);
        if (structure === null && json === null) throw notFound('structure');
        refuseUnlessAsAsked(call.req, json === null ? [] : [tagOf(json)]);
      }
      const changed = await setStructure(tx, code, structure);
      if (structure === null && !changed) throw notFound('structure');
      await updateProducts(tx, [product]);
      return { body: { ok: true, code, changed } };
    });

  return [
    route('put', '/products/{code}/structure', 'push', {
      body: { schema: structureBody, limit: 128 * KiB },
      doc: docs.putStructure,
      async handle(call) {
        const { newStructure } = (await readNewStructure(chemistry.of(holderOf(call.req)), call.body))!;
        return write(call, newStructure);
      },
    }),
    route('delete', '/products/{code}/structure', 'push', {
      doc: docs.deleteStructure,
      handle: (call) => write(call, null),
    }),
  ];
}

function readRoutes({ db, shownChemistry }: StructureParts): Route[] {
  return [
    route('get', '/products/{code}/structure', 'open', {
      doc: docs.getStructure,
      async handle({ req, params }) {
        const shown = shownChemistry.of(holderOf(req));
        return { json: await ofCodeOrCas(db, params, (code) => structureAnswer(db, shown, code)) };
      },
    }),
    route('get', '/products/{code}/forms', 'open', {
      doc: docs.getOtherForms,
      async handle({ req, params }) {
        const shown = shownChemistry.of(holderOf(req));
        return { body: await ofCodeOrCas(db, params, (code) => formsAnswer(db, shown, code)) };
      },
    }),
  ];
}

function pictureRoute({ db, shownChemistry, limits }: StructureParts): Route {
  const draw = openPictures(shownChemistry);
  return route('get', '/products/{code}/structure.svg', 'open', {
    limit: 'none', // as for images, as a page shows many
    query: pictureQuery,
    doc: docs.drawStructure,
    async handle({ params, query, req, res }) {
      const stored = await ofCodeOrCas(db, params, (code) => structureOf(db, code));
      const { theme, ground, part, w: width } = query;
      const count = (): Promise<void> => limits.countDrawing({ req, res });
      const { type, bytes } = await draw(stored, { theme, ground, part, width }, holderOf(req), count);
      const tag = tagOf(bytes);
      res.set({
        ETag: tag,
        // At the address of another structure it may be shown again once the product has that one back.
        'Cache-Control':
          query.v === drawingVersion(stored.given_hash)
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=60',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        // Opened directly it is a page, on which nothing may be run or loaded.
        'Content-Security-Policy': "default-src 'none'",
      });
      if (namesTag(req.headers['if-none-match'], tag)) return void res.status(304).end();
      res.set({ 'Content-Type': type, 'Content-Length': String(bytes.length) });
      res.end(req.method === 'HEAD' ? undefined : bytes);
      return undefined;
    },
  });
}

/** What is read of the product with this code, else of the one that the details show for the CAS number. @throws Problem 404 */
async function ofCodeOrCas<T>(
  db: Database,
  params: Call['params'],
  read: (code: string) => Promise<T | null>,
): Promise<T> {
  const given = params['code']!;
  // A page has up to 200 pictures, asked for by code: only where that finds nothing the CAS number is looked up.
  const found = await read(given);
  if (found !== null) return found;
  const code = await productCodeOf(db, given);
  const foundByCas = code === given ? null : await read(code);
  if (foundByCas === null) throw notFound('structure');
  return foundByCas;
}
