import { z } from 'zod';
import { Problem, readValue, recorded, route, sourceBound } from '../../platform/index.js';
import type { Context, Route } from '../../platform/index.js';
import { docs } from './docs.js';
import { headerKey, mappedColumns, mappingName } from './mapping.js';
import { deleteMapping, mappingOf, putMapping } from './mapping-store.js';

const path = '/sync/mappings/{name}';

/** Columns as a list, or in short as an object of the fields by the names of the columns. */
const columns = z.preprocess(
  (given) =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.entries(given).map(([name, as]) => ({ name, as }))
      : given,
  mappedColumns.min(1, { error: 'must name at least one column' }),
);

/** What the columns of files are read as, by a name, for programs. A key that is bound to its source changes the mappings of that one alone. */
export const mappingRoutes = ({ db, writes }: Context): Route[] => [
  route('get', path, 'read', {
    doc: docs.getMapping,
    handle: async ({ params }) => ({
      body: { ok: true, data: needed(await mappingOf(db, params['name']!)) },
    }),
  }),
  route('put', path, 'push', {
    body: {
      schema: z.strictObject({ columns }),
      shown: z.object({ columns: mappedColumns }),
      limit: 256 * 1024,
    },
    doc: docs.putMapping,
    handle: (call) =>
      recorded(writes, call, async (tx) => {
        const { source, name: by } = call.key!;
        const name = readValue(mappingName, call.params['name'], 'name');
        const header = headerKey(call.body.columns.map((column) => column.name));
        const bound = sourceBound(call.key!);
        if (!(await putMapping(tx, { name, header, columns: call.body.columns, source, by }, bound)))
          throw new Problem('key-insufficient', 'The mapping is of another source.');
        return { body: { ok: true, data: await mappingOf(tx, name) } };
      }),
  }),
  route('delete', path, 'push', {
    doc: docs.deleteMapping,
    handle: (call) =>
      recorded(writes, call, async (tx) => {
        const { name } = needed(await mappingOf(tx, call.params['name']!));
        if (!(await deleteMapping(tx, name, sourceBound(call.key!))))
          throw new Problem('key-insufficient', 'The mapping is of another source.');
        return { body: { ok: true, name } };
      }),
  }),
];

function needed<T>(mapping: T | null): T {
  if (mapping === null) throw new Problem('not-found', 'There is no mapping of this name.');
  return mapping;
}
