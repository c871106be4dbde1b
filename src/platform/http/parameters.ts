import type { Request } from 'express';
import { z } from 'zod';
import { parseInstant } from '../values/instant.js';
import { badField } from './problem.js';
import { readValue } from './validate.js';

/** The parameters of an address as it was asked for, `originalUrl`. */
export function parametersOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
}

/** Whether a parameter of the query string is given: an empty one counts as absent. */
export const isGiven = (req: Request, name: string): boolean =>
  parametersOf(req.originalUrl)
    .getAll(name)
    .some((value) => value !== '');

/**
 * The parser writes a replacement character for what is not UTF-8 (mostly GBK). At the end alone it is what is left of a
 * character where an address was cut.
 */
const NOT_UTF8 = /^\ufffd|\ufffd(?!%?[\da-f]?$)/iu;

/**
 * Reads the query string by a schema of texts. An empty parameter counts as absent, an unknown one is ignored.
 * @throws Problem 400 for a repeated parameter, a NUL, what is not UTF-8, or a value that the schema refuses
 */
export function readQuery<Q extends z.ZodObject>(schema: Q, req: Request): z.infer<Q> {
  const given = parametersOf(req.originalUrl);
  const known: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = given.getAll(name);
    if (values.length > 1) throw badField(name, 'repeated', 'is given more than once');
    const [value] = values;
    if (value === undefined || value === '') continue;
    if (NOT_UTF8.test(value) && !/%EF%BF%BD/i.test(req.originalUrl))
      throw badField(name, 'malformed_text', 'is not valid UTF-8');
    if (value.includes('\0')) throw badField(name, 'control_character', 'contains a NUL character');
    known[name] = value;
  }
  return readValue(schema, known);
}

/**
 * Refuses parameters that a write does not have: one that was mistyped would be as if it were not there.
 * @throws Problem 400 for an unknown parameter, unless it is empty
 */
export function refuseUnknown({ shape }: z.ZodObject, req: Request): void {
  for (const [name, value] of parametersOf(req.originalUrl)) {
    if (value === '' || Object.hasOwn(shape, name)) continue;
    const known = Object.keys(shape).join(', ') || 'none';
    const shown = name.slice(0, 100).toWellFormed();
    throw badField(shown, 'unknown_parameter', `is no parameter of this call (which has ${known})`);
  }
}

/** `true`, `false`, `1`, `0` as query texts. */
export const booleanText = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true, false, 1 or 0' })
  .meta({ override: { type: 'boolean', enum: undefined } })
  .transform((text) => text === 'true' || text === '1');

/** A whole number in a query. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text), { error: `must be a whole number from ${least} to ${most}` })
    .meta({ override: { type: 'integer', minimum: least, maximum: most } })
    .transform(Number)
    .refine((number) => number >= least && number <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    });
}

/** An instant in a query or a body. */
export const instantText = z.string().transform((text, ctx) => {
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  ctx.addIssue({
    code: 'custom',
    params: { reason: 'bad_time' },
    message: 'must be an ISO 8601 date or date-time, such as 2026-01-31T12:00:00Z',
  });
  return z.NEVER;
});
