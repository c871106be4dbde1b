/** A change of a product, as the history keeps it. */
export interface Entry {
  id: number;
  /** ISO 8601 UTC */
  at: string;
  op: 'created' | 'changed' | 'deleted';
  /** `database`: somebody in the database itself */
  by: { kind: 'key' | 'staff' | 'import' | 'command' | 'database'; name: string | null };
  /** the fields that differ; of a deletion all that held something; none of a new product */
  changes: { field: string; before: string | number | null; after: string | number | null }[];
}
