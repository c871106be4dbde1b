/** What a file is that is not read, by the bytes that it begins with. */
const BEGINNINGS: readonly [hex: string, what: string][] = [
  ['09000400', 'an old Excel file (xls)'],
  ['09020600', 'an old Excel file (xls)'],
  ['09040600', 'an old Excel file (xls)'],
  ['25504446', 'a PDF'],
  ['7b5c727466', 'a text of a word processor (rtf)'],
  ['526172211a', 'a RAR archive'],
  ['377abcaf271c', 'a 7z archive'],
  ['425a68', 'a bzip2 archive'],
  // A file that begins so is read: these are within gzip.
  ['504b0304', 'a gzipped workbook or zip archive: send the workbook itself'],
  ['1f8b', 'a file that was gzipped twice: send the file itself'],
  ['fd377a585a', 'an xz archive'],
  ['28b52ffd', 'a zstd archive'],
  ['89504e47', 'an image'],
  ['ffd8ff', 'an image'],
  ['47494638', 'an image'],
  ['53514c69746520666f726d6174', 'a database of SQLite'],
  ['000100005374616e', 'a database of Access'],
  ['50415231', 'a Parquet file'],
  ['49443b5057584c', 'a SYLK file (slk)'],
  ['49443b505343414c43', 'a SYLK file (slk)'],
  ['4d494d452d56657273696f6e3a', 'a web page (mht)'],
];

/** What an archive holds that is no workbook, by a name in it. */
const PARTS: readonly [name: RegExp, what: string][] = [
  [/(?:^|\/)xl\/workbook\.bin$/, 'a binary Excel file (xlsb)'],
  [/^index\/.*\.iwa$|^index\.zip$/, 'a Numbers file'],
  [/^word\//, 'a Word document (docx)'],
  [/^ppt\//, 'a presentation (pptx)'],
  [/^content\.xml$/, 'an OpenDocument file (ods)'],
  [/\.(?:csv|tsv|txt|json|ndjson|jsonl|xlsx?|gz)$/, 'a zip archive with a file in it: send the file itself'],
];

const ADVICE = 'save it as xlsx or CSV';
const said = (what: string): string => (what.includes(':') ? what : `${what}; ${ADVICE}`);

/** What a file of another kind is, and what to do; undefined where its beginning tells nothing. */
export function foreignKind(content: Buffer): string | undefined {
  const head = content.subarray(0, 16).toString('hex');
  if (head.startsWith('d0cf11e0')) return said(compoundKind(content));
  const found = BEGINNINGS.find(([begin]) => head.startsWith(begin));
  return found && said(found[1]);
}

/** A compound file names its streams in UTF-16. */
function compoundKind(content: Buffer): string {
  const names = (name: string): boolean => content.includes(Buffer.from(name, 'utf16le'));
  if (names('EncryptedPackage')) return 'protected by a password: save it without one';
  if (names('WordDocument')) return 'an old Word document (doc)';
  return names('PowerPoint Document') ? 'an old presentation (ppt)' : 'an old Excel file (xls)';
}

/** The same of a zip archive, by the names in it; undefined for a workbook, and where they tell nothing. */
export function foreignArchive(names: readonly string[]): string | undefined {
  if (names.some((name) => /(?:^|\/)workbook\.xml$/.test(name))) return undefined;
  const found = PARTS.find(([part]) => names.some((name) => part.test(name)));
  return found && said(found[1]);
}
