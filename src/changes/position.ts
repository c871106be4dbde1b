/** How far a reader has read: every row up to and including (xid, seq) of this epoch of the log. */
export interface Position {
  epoch: string;
  /** 64-bit transaction id, decimal */
  xid: string;
  seq: number;
}

/** True where a reader at `reader` has read the change at `written`. */
export function isPast(reader: Position, written: Position): boolean {
  if (reader.epoch !== written.epoch) return false;
  const [read, wrote] = [BigInt(reader.xid), BigInt(written.xid)];
  return read > wrote || (read === wrote && reader.seq >= written.seq);
}

/** The opaque cursor that clients get for a position. */
export function encodePosition({ epoch, xid, seq }: Position): string {
  return Buffer.from(`${epoch}.${xid}.${seq}`).toString('base64url');
}

/** The position of a cursor; undefined where the text is no cursor. The log may no longer reach back to it. */
export function decodePosition(cursor: string): Position | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, epoch, xid, seq] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,19})\.(\d{1,15})$/.exec(text) ?? [];
  if (epoch === undefined || xid === undefined || seq === undefined) return undefined;
  return { epoch, xid, seq: Number(seq) };
}

/** The position is older than the log, or of another epoch: the reader needs a full read. */
export class PositionLost extends Error {
  readonly reason: 'epoch' | 'pruned';

  constructor(reason: 'epoch' | 'pruned') {
    super(
      reason === 'epoch'
        ? 'the log of changes started anew after this position was taken'
        : 'the log of changes no longer reaches back to this position',
    );
    this.reason = reason;
  }
}
