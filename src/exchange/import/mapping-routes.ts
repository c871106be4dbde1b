import { z } from 'zod';
import { Problem, readValue, recorded, route, sourceBound, tidyName } from '../../platform/index.js';
import type { Call, Context, Route } from '../../platform/index.js';
import { docs } from './docs.js';
import { headerKey, mappedColumns, mappingName } from './mapping.js';
import { deleteMapping, mappingOf, putMapping } from './mapping-store.js';

const path = '/sync/mappings/{name}';

/** A mapping as it is sent. */
const schema = z.strictObject({
  columns: mappedColumns,
  /** of files with other columns too, as the page of imports has seen one */
  header: tidyName({ max: 100 }).optional(),
  source: tidyName({ max: 50 }).nullish(),
});
const shown = z.object({ columns: mappedColumns });

/** What the columns of files are read as, by a name. A key that is bound to its source changes the mappings of that one alone. */
export const mappingRoutes = ({ db, writes }: Context): Route[] => [
  route('get', path, 'read', {
    doc: docs.getMapping,
    handle: async (call) => ({ body: { ok: true, data: needed(await mappingOf(db, nameIn(call))) } }),
  }),
  route('put', path, 'push', {
    body: { schema, shown, limit: 256 * 1024 },
    doc: docs.putMapping,
    handle: (call) =>
      recorded(writes, call, async (tx) => {
        const key = call.key!;
        const bound = sourceBound(key);
        const { columns, header = headerKey(columns.map((each) => each.name)), source = null } = call.body;
        const own = bound ?? source ?? (key.isStaff ? null : key.source);
        const { name } = allowed(
          await putMapping(tx, { name: nameIn(call), header, columns, source: own, by: key.name, bound }),
        );
        return { body: { ok: true, data: await mappingOf(tx, name) } };
      }),
  }),
  route('delete', path, 'push', {
    doc: docs.deleteMapping,
    handle: (call) =>
      recorded(writes, call, async (tx) => {
        const { name } = needed(await mappingOf(tx, nameIn(call)));
        return { body: { ok: true, ...allowed(await deleteMapping(tx, name, sourceBound(call.key!))) } };
      }),
  }),
];

const nameIn = ({ params }: Pick<Call, 'params'>): string => readValue(mappingName, params['name'], 'name');

/** @throws Problem 403 where the source that a key is bound to kept a mapping from being written */
function allowed<T>(written: T | null): T {
  if (written === null) throw new Problem('key-insufficient', 'The mapping is of another source.');
  return written;
}

function needed<T>(mapping: T | null): T {
  if (mapping === null) throw new Problem('not-found', 'There is no mapping of this name.');
  return mapping;
}
