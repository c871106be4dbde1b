import { faultsOf } from '../../platform/access/fault.js';
import type { OtherFault } from '../../platform/access/fault.js';
import type { FileKind } from '../../platform/values/files/row.js';

// Without other imports: the pages of the back office use these types in the browser.

/** What a column of a file is read as: a field of a product, or nothing; the values of a list may be parted by another mark. */
export interface MappedColumn {
  name: string;
  as: string | null;
  split?: string | undefined;
}

/** A column of a file as it is shown before anything is read of it. */
export interface SeenColumn {
  name: string;
  /** its first values */
  samples: string[];
  /** what it is read as by its name, or by a mapping that is remembered */
  read: string | null;
  /** what else it seems to be, by its values */
  proposed?: string;
  /** whether its whole name is known (or its mapping is), a part of it, or nothing of it; or the service sets it itself */
  sureness: 'known' | 'guess' | 'unknown' | 'computed';
  /** what parts the values of a list */
  split?: string | undefined;
}

/** What a file has, before it is imported. */
export interface SeenFile {
  columns: SeenColumn[];
  /** stands for these columns in mappings */
  header: string;
  /** the mapping that is remembered for them */
  mapping?: string;
  encoding?: string;
  encoding_unsure?: true;
}

/** A row of an imported file that was rejected. */
export interface RejectedRow {
  line: number;
  code: string | null;
  field: string | null;
  reason: string;
  message: string;
  others?: readonly OtherFault[];
}

/** Where a row stands and what is wrong with it, in a line. */
export function describeRow(row: RejectedRow): string {
  const { line, code } = row;
  const faults = faultsOf(row).map(({ field, reason, message }, i) => {
    const where = [...(i === 0 ? [`line ${line}`, code] : []), field].filter((part) => part !== null);
    return `${where.join(', ')}: ${message} (${reason})`;
  });
  return faults.join('; ');
}

/** A row that was accepted, though something is probably wrong with it. */
export interface WarnedRow extends RejectedRow {
  value: string | number | null;
}

/** The outcome of an import, or of its preview. */
export interface ImportOutcome {
  created: number;
  updated: number;
  unchanged: number;
  invalid: number;
  errors: RejectedRow[];
  errors_truncated?: true;
  warnings: WarnedRow[];
  warnings_truncated?: true;
  /** how many there are of each reason, also of those that are not listed */
  warning_counts: Record<string, number>;
  /** names of columns and keys that are no field of a product */
  ignored_fields: string[];
  ignored_fields_truncated?: true;
  /** of a text: its character encoding, and whether another one may be right */
  encoding?: string;
  encoding_unsure?: true;
  /** the mapping by which its columns were read */
  mapping?: string;
  /** of a workbook: the names of further sheets that have values, and were not read */
  ignored_sheets?: string[];
  /** why the file could not be read to its end; what was read before is stored */
  failure?: string;
  /** the `failure` as a code, to be shown in another language, and the line at which it was, where there is one */
  failure_code?: string;
  failure_line?: number;
  /** the products that a full list had switched off and this import switched on, the first 1,000, and how many they are */
  switched_on?: string[];
  switched_on_total?: number;
  /** of a full list: the products that were switched off, the first 1,000, and how many they are */
  switched_off?: string[];
  switched_off_total?: number;
  /** of a full list: why nothing was switched off; its products are stored */
  switch_off_refused?: string;
}

/** The members of an answer that name the encoding of a file. */
export const encodingIn = ({ encoding }: Pick<FileKind, 'encoding'>) =>
  encoding ? { encoding: encoding.name, ...(encoding.isGuess && { encoding_unsure: true as const }) } : {};
