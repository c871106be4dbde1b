import { isPast } from '../changes/position.js';
import type { Position } from '../changes/position.js';

/** An engine is fresh if it holds what the freshest one held this long ago, ms. */
const WITHIN_MS = 1_000;

/** The position of the freshest engine, now and a second ago. */
interface Freshest {
  /** an engine holds everything up to this position */
  advance(position: Position): void;
  /** searches were promised to show everything up to this position, so that older indexes are not fresh */
  promise(position: Position): void;
  /** whether an index with everything up to this position is fresh */
  isHeldBy(position: Position): boolean;
}

/** Tracks how far the freshest engine has come. Before anything is known, every engine is fresh. */
export function openFreshest(): Freshest {
  /** Oldest first. Of the entries older than a second, only the last is kept. */
  let reached: { at: number; position: Position }[] = [];
  /** the furthest promise */
  let promised: Position | undefined;
  return {
    advance(position) {
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
