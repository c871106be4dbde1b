import { z } from 'zod';
import { Problem, readValue, recorded, route, sourceBound } from '../../platform/index.js';
import type { Call, Connection, Context, Route } from '../../platform/index.js';
import { docs } from './docs.js';
import { headerKey, mappedColumns, mappingName } from './mapping.js';
import { mappingOf, putMapping } from './mapping-store.js';

const path = '/sync/mappings/{name}';

/** A mapping as it is sent. */
const schema = z.strictObject({
  columns: mappedColumns,
  /** of files with other columns too, as the page of imports has seen one */
  header: z.string().max(100).optional(),
  source: z.string().max(50).nullish(),
});
const shown = z.object({ columns: mappedColumns });

/** What the columns of files are read as, by a name. A key that is bound to its source changes the mappings of that one alone. */
export const mappingRoutes = ({ db, writes }: Context): Route[] => [
  route('get', path, 'read', {
    doc: docs.getMapping,
    handle: async ({ params }) => ({
      body: { ok: true, data: needed(await mappingOf(db, params['name']!)) },
    }),
  }),
  route('put', path, 'push', {
    body: { schema, shown, limit: 256 * 1024 },
    doc: docs.putMapping,
    handle: (call) =>
      recorded(writes, call, async (tx) => {
        const key = call.key!;
        const name = readValue(mappingName, call.params['name'], 'name');
        await ownMapping(tx, call);
        const { columns, header = headerKey(columns.map((each) => each.name)), source = null } = call.body;
        const own = sourceBound(key) ?? source ?? (key.isStaff ? null : key.source);
        await putMapping(tx, { name, header, columns, source: own, by: key.name });
        return { body: { ok: true, data: await mappingOf(tx, name) } };
      }),
  }),
  route('delete', path, 'push', {
    doc: docs.deleteMapping,
    handle: (call) =>
      recorded(writes, call, async (tx) => {
        const { name } = needed(await ownMapping(tx, call));
        await tx.none('DELETE FROM import_mappings WHERE name = $1', [name]);
        return { body: { ok: true, name } };
      }),
  }),
];

/** A mapping that the caller may change. @throws Problem 403 where it is not of the source that the key is bound to */
async function ownMapping(tx: Connection, { params, key }: Pick<Call, 'params' | 'key'>) {
  const found = await mappingOf(tx, params['name']!);
  const bound = sourceBound(key!);
  if (found && bound !== undefined && found.source !== bound)
    throw new Problem('key-insufficient', 'The mapping is of another source.');
  return found;
}

function needed<T>(mapping: T | null): T {
  if (mapping === null) throw new Problem('not-found', 'There is no mapping of this name.');
  return mapping;
}
