/** A product as read from a file, or why it cannot be read. */
export type FileRow = { line: number; item: unknown } | { line: number; reason: string; message: string };

/** A file that cannot be read to its end. */
export class UnreadableFile extends Error {}
