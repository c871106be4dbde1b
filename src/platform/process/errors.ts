/** The code of an error, as Node and Postgres give it; undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The message of an error, or of whatever else was thrown. */
export function messageOf(error: unknown): string {
  const said = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(said);
}

const FILE_FAULTS = new Map<string | undefined, string>([
  ['ENOENT', 'there is no such file or folder'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of this path is not a folder'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'its disk is read-only'],
  ['ENOSPC', 'its disk is full'],
  ['EDQUOT', 'the quota of its disk is used up'],
  ['EIO', 'its disk does not work'],
]);

/** An error of the file system in plain words, with the path of the file; any other error as it is. */
export function ofFile(path: string, error: unknown): unknown {
  const code = codeOf(error);
  // A server's socket may be a file too.
  const isSocket = (error as { syscall?: unknown } | null)?.syscall === 'connect';
  const fault = isSocket ? undefined : FILE_FAULTS.get(code);
  return fault === undefined
    ? error
    : Object.assign(new Error(`${path}: ${fault} (${code}).`, { cause: error }), { code });
}
