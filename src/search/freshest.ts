import { isPast } from '../changes/position.js';
import type { Position } from '../changes/position.js';

/** An engine is fresh that holds what the freshest held so long ago, ms. */
const WITHIN_MS = 1_000;

/** How far the freshest of several engines has come, and had come a second ago. */
interface Freshest {
  /** an engine holds everything up to this position */
  advance(position: Position): void;
  /** it was promised that searches find everything up to this position: no index is fresh that does not hold it */
  promise(position: Position): void;
  /** whether an index that holds everything up to this position is fresh */
  isHeldBy(position: Position): boolean;
}

/** Nothing is known at first: everything is fresh. */
export function openFreshest(): Freshest {
  /** Oldest first; of those that are older than a second only the last. */
  let reached: { at: number; position: Position }[] = [];
  /** the furthest that was promised in this epoch of the log */
  let promised: Position | undefined;
  return {
    advance(position) {
      if (promised?.epoch !== position.epoch) promised = undefined;
      const newest = reached.at(-1);
      if (newest && isPast(newest.position, position)) return;
      const young = reached.findLastIndex(({ at }) => at <= performance.now() - WITHIN_MS);
      reached = reached.slice(Math.max(young, 0));
      reached.push({ at: performance.now(), position });
    },
    promise(position) {
      if (!promised || !isPast(promised, position)) promised = position;
    },
    isHeldBy(position) {
      const wanted = reached.findLast(({ at }) => at <= performance.now() - WITHIN_MS)?.position;
      return [wanted, promised].every((each) => each === undefined || isPast(position, each));
    },
  };
}
