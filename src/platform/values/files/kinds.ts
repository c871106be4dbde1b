// What begins as a zip archive or gzip is read: those in it are within gzip.
import kinds from './kinds.json' with { type: 'json' };

/** What an archive holds that is no workbook, by a name in it. */
const PARTS = kinds.parts.map(([name, what]) => ({ name: new RegExp(name!, 'i'), what: what! }));

const said = (what: string): string => (what.includes(':') ? what : `${what}; save it as xlsx or CSV`);

/** What a file of another kind is, and what to do; undefined where its beginning tells nothing. */
export function foreignKind(content: Buffer): string | undefined {
  const head = content.subarray(0, 16).toString('hex');
  if (head.startsWith('d0cf11e0')) return said(compoundKind(content));
  const found = Object.entries(kinds.beginnings).find(([, begin]) =>
    begin.some((bytes) => head.startsWith(bytes)),
  );
  return found && said(found[0]);
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
  const found = PARTS.find((part) => names.some((name) => part.name.test(name)));
  return found && said(found.what);
}
