import type { Request } from 'express';
import { Problem } from './problem.js';

/**
 * The requested range of something (RFC 9110, section 14), both ends included; several ranges, or an unknown unit, are
 * ignored. @param whole what it is a range of, for the message
 * @throws Problem 416
 */
export function rangeOf(
  req: Request,
  size: number,
  whole: string,
): { start: number; end: number } | undefined {
  const ranges = req.range(size);
  if (ranges === -1) {
    throw new Problem('range-not-satisfiable', `The ${whole} has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const { start, end } = ranges[0]!;
  return { start, end };
}
