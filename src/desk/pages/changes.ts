import type { RaRecord, UpdateParams } from 'react-admin';
import { EDITABLE_FIELDS } from '../../catalogue/products/fields.js';
import type { StructureKey } from '../../chemistry/structures/structure-key.js';

/**
 * Sends only changed fields, so that an edit does not undo somebody else's of other fields; of a product and of an inquiry
 * also what they were, so that it does not undo one of the same fields unseen.
 * @param params.meta.seen what somebody else has made of it since the form was filled, where the page has shown that
 */
export function changedFields(resource: string, { data, previousData, meta }: UpdateParams): object {
  const seen: Partial<RaRecord> | undefined = meta?.seen ?? previousData;
  if (resource === 'inquiries') return inquiryChanges(data, previousData, seen);
  const names = resource === 'products' ? EDITABLE_FIELDS.map(({ name }) => name) : Object.keys(data);
  const changed = names.filter((name) => data[name] !== previousData?.[name]);
  const valuesIn = (record: Partial<RaRecord> = {}): object =>
    Object.fromEntries(changed.map((name) => [name, record[name] ?? null]));
  if (resource !== 'products') return valuesIn(data);
  const structure = data['structure'] ?? '';
  const isSame = structure === (previousData?.['structure'] ?? '');
  const was = {
    ...valuesIn(seen),
    ...(!isSame && { structure: seen?.['structure'] ?? null }),
  };
  return { ...valuesIn(data), ...(!isSame && structureKey(structure)), was };
}

/** The same of an inquiry: of its lines those whose status is another. */
function inquiryChanges(
  data: Partial<RaRecord>,
  before: Partial<RaRecord> = {},
  seen: Partial<RaRecord> = {},
): object {
  const names = ['status', 'note'].filter((name) => (data[name] ?? null) !== (before[name] ?? null));
  const statusesIn = ({ lines = [] }: Partial<RaRecord>) =>
    (lines as { line: number; status: string }[]).map(({ line, status }) => ({ line, status }));
  const were = new Map(statusesIn(before).map(({ line, status }) => [line, status]));
  const lines = statusesIn(data).filter(({ line, status }) => were.get(line) !== status);
  const set = new Set(lines.map(({ line }) => line));
  const valuesIn = (record: Partial<RaRecord>, lines: object[]): object => ({
    ...Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
    ...(lines.length > 0 && { lines }),
  });
  const was = statusesIn(seen).filter(({ line }) => set.has(line));
  return { ...valuesIn(data, lines), was: valuesIn(seen, was) };
}

/** A structure by the key for its form; an empty one is removed. */
function structureKey(structure: string): object {
  const text = structure.trim();
  const key: StructureKey = text.startsWith('InChI=') ? 'inchi' : text.includes('\n') ? 'molfile' : 'smiles';
  return { [key]: key === 'molfile' ? structure : text };
}

/** A new record as it is sent. */
export function created({ structure, ...fields }: Record<string, unknown>): object {
  return { ...fields, ...(typeof structure === 'string' && structureKey(structure)) };
}
