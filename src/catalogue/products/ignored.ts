/** Characters of a key, or of a sheet's name, that are shown, and keys that are named at most. */
const LONGEST = 60;
const MOST = 100;

/** A key as messages show it: unknown ones may be of any length. */
export const shownKey = (key: string): string =>
  (key.length > LONGEST ? `${key.slice(0, LONGEST)}…` : key).toWellFormed();

/** The columns or keys that are not read. */
export interface Ignored {
  /** each once, within bounds */
  names: Set<string>;
  /** whether there are more of them, or longer ones */
  isCut: boolean;
  /** of a workbook: the names of sheets that are not read */
  sheets?: string[] | undefined;
  /** the fields of which a word for nothing was told of: once is enough */
  blank: Set<string>;
}

/** To be filled by {@link addIgnored}. */
export const nothingIgnored = (): Ignored => ({ names: new Set(), isCut: false, blank: new Set() });

/** Collects the name of a column or key that is not read. */
export function addIgnored(ignored: Ignored, key: string): void {
  const name = shownKey(key);
  if (key.length > LONGEST) ignored.isCut = true;
  if (ignored.names.size < MOST) ignored.names.add(name);
  else if (!ignored.names.has(name)) ignored.isCut = true;
}

/** What answers say of them. */
export interface IgnoredFields {
  ignored_fields: string[];
  ignored_fields_truncated?: true;
  ignored_sheets?: string[];
}

/** The members of an answer that name them. */
export const ignoredFields = ({ names, isCut, sheets }: Ignored): IgnoredFields => ({
  ignored_fields: [...names],
  ...(isCut && { ignored_fields_truncated: true }),
  ...(sheets && { ignored_sheets: sheets.map(shownKey) }),
});
