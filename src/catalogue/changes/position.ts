/** A place in the order of the log. */
interface Place {
  epoch: string;
  /** 64-bit transaction id, decimal */
  xid: string;
  seq: number;
}

/** How far a reader has read: every row up to and including (xid, seq) of this epoch of the log. */
export interface Position extends Place {
  /** the random mark of that row: in another history of the database the same numbers have another one */
  mark: number;
}

/** True where a reader at `reader` has read the change at `written`. */
export function isPast(reader: Place, written: Place): boolean {
  if (reader.epoch !== written.epoch) return false;
  const [read, wrote] = [BigInt(reader.xid), BigInt(written.xid)];
  return read > wrote || (read === wrote && reader.seq >= written.seq);
}

/** The opaque cursor that clients get for a position. */
export function encodePosition({ epoch, xid, seq, mark }: Position): string {
  return Buffer.from(`${epoch}.${xid}.${seq}.${mark}`).toString('base64url');
}

/** The position of a cursor; undefined where the text is no cursor. The log may no longer reach back to it. */
export function decodePosition(cursor: string): Position | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, epoch, xid, seq, mark] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,19})\.(\d{1,15})\.(\d{1,16})$/.exec(text) ?? [];
  if (epoch === undefined || xid === undefined || seq === undefined || mark === undefined) return undefined;
  return { epoch, xid, seq: Number(seq), mark: Number(mark) };
}

/** The position is older than the log, or of another history of it: the reader needs a full read. */
export class PositionLost extends Error {
  readonly reason: 'epoch' | 'pruned';

  constructor(reason: 'epoch' | 'pruned') {
    super(
      reason === 'epoch'
        ? 'this position belongs to another history of the log of changes'
        : 'the log of changes no longer reaches back to this position',
    );
    this.reason = reason;
  }
}
