/** A change of a product, as the history keeps it. */
export interface Entry {
  id: number;
  /** ISO 8601 UTC */
  at: string;
  op: 'created' | 'changed' | 'deleted';
  /** `database`: by SQL, in the database itself */
  by: { kind: 'key' | 'staff' | 'import' | 'command' | 'database'; name: string | null };
  /** part of a bulk edit, or of the undoing of one */
  bulk: boolean;
  /** the fields that differ; of a deletion all that held something; none of a new product */
  changes: { field: string; before: string | number | null; after: string | number | null }[];
}

/** A page of products that were deleted, each with the entry that brings it back. */
export interface DeletedPage {
  data: {
    /** of the entry */
    id: number;
    code: string;
    at: string;
    by: Entry['by'];
    name_cn: string;
    name_en: string | null;
    cas: string;
  }[];
  /** how many there are on all pages */
  total: number;
}
