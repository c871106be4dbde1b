import { encodingNamed } from '../values/files/encodings.js';
import type { Request } from 'express';
import { z } from 'zod';
import { distance } from '../values/distance.js';
import { parseInstant } from '../values/instant.js';
import { statusOf } from '../values/status.js';
import { placed, saying } from './doc.js';
import words from './docs.json' with { type: 'json' };
import { badField } from './problem.js';
import { readValue, refuse } from './validate.js';

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
    known[name] = asWritten(schema.shape[name] as z.ZodType, value);
  }
  return readValue(schema, known);
}

const YES_NO = new Map(
  [['是', 'yes', 'y', 'on'], ['否', 'no', 'n', 'off']].flatMap((words, at) => words.map((word) => [word, at === 0 ? 'true' : 'false'])),
); // prettier-ignore

/** A value of an enumeration as it stands there, whatever its case; a status in both languages, as in files, yes and no, and a further name of an encoding. */
function asWritten(schema: z.ZodType, value: string): string {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodPipe)
    inner = (inner instanceof z.ZodPipe ? inner.in : inner.unwrap()) as z.ZodType;
  if (!(inner instanceof z.ZodEnum)) return value;
  return optionOf(inner.options as string[], value);
}

function optionOf(options: readonly string[], value: string): string {
  const plain = value.trim().toLowerCase();
  const words = new Set([YES_NO.get(plain), statusOf(value), encodingNamed(plain)]);
  return (
    options.find((option) => option.toLowerCase() === plain) ??
    options.find((option) => words.has(option)) ??
    value
  );
}

/**
 * Refuses parameters that a write does not have: one that was mistyped would be as if it were not there.
 * @throws Problem 400 for an unknown parameter, unless it is empty
 */
export function refuseUnknown({ shape }: z.ZodObject, req: Request): void {
  for (const [name, value] of parametersOf(req.originalUrl)) {
    if (value === '' || Object.hasOwn(shape, name)) continue;
    const known = Object.keys(shape);
    const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
    const near =
      known.find((each) => plain(each) === plain(name)) ??
      known.find((each) => isNear(plain(each), plain(name)));
    const meant = near === undefined ? '' : `; ${near} may be meant`;
    const message = `is no parameter of this call (which has ${known.join(', ') || 'none'})${meant}`;
    const at = name.slice(0, 100).toWellFormed();
    throw badField(at, 'unknown_parameter', message, near ? { nearest: [near] } : {});
  }
}

/** Whether one text begins the other, or is it but for a letter. */
const isNear = (a: string, b: string): boolean =>
  (b.length > 2 && (a.startsWith(b) || b.startsWith(a))) ||
  (Math.min(a.length, b.length) > 3 && distance(a, b, 1) !== undefined);

/** `true`, `false`, `1`, `0` as query texts. */
export const booleanText = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true, false, 1 or 0' })
  .meta({ override: { type: 'boolean', enum: undefined } })
  .transform((text) => text === 'true' || text === '1');

/** One of some texts in a query, or several with commas, written as in files: read as one text, or as all without repeats. */
export const anyOf = <const T extends readonly string[]>(values: T) =>
  z
    .string()
    .meta({
      override: { pattern: `^((${values.join('|')})(,(${values.join('|')}))*)?$` },
      example: values.slice(0, 2).join(','),
    })
    .transform((text, ctx): T[number] | T[number][] => {
      const given = [...new Set(text.split(',').map((each) => optionOf(values, each)))];
      const known = given.filter((each): each is T[number] => values.includes(each));
      if (known.length === given.length) return known.length === 1 ? known[0]! : known;
      const message = `must be one of ${values.join(', ')}, or several with commas`;
      const params = {
        reason: 'unknown_value',
        message_cn: `须为 ${values.join('、')} 之一，或以逗号分隔的几个`,
      };
      ctx.addIssue({ code: 'custom', params, input: text, message });
      return z.NEVER;
    });

/** The most values of a list with commas. */
const MOST_VALUES = 100;

/**
 * A text in a query, or several with commas: read as one text, or as all without repeats. A comma within a value is `\,`; the
 * whole text is a value too, so that one with a comma is found as it stands.
 */
export const anyText = z.string().transform((text, ctx): string | string[] => {
  const parts = text.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());
  if (parts.length > MOST_VALUES) return refuse(ctx, 'too_many', `must have at most ${MOST_VALUES} values`);
  return parts.length === 1 ? parts[0]! : [...new Set([text, ...parts.filter(Boolean)])];
});

/** A whole number in a query. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .meta({ override: { type: 'integer', minimum: least, maximum: most } })
    .refine((text) => /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
      params: { reason: 'out_of_range', message_cn: `须为 ${least} 至 ${most} 的整数` },
    })
    .transform(Number);
}

/** Which page is asked for. */
export const pageNumber = wholeNumber(1, 1_000_000_000).default(1).meta(saying(words.page));

/** How many are asked for at once. */
export const pageSize = ({ most = 200, usual = 20 } = {}) =>
  wholeNumber(1, most)
    .default(usual)
    .meta({ ...saying(placed(words.page_size, { most, usual })), override: { default: usual } });

/** An instant in a query or a body. */
export const instantText = z.string().transform((text, ctx) => {
  const instant = parseInstant(text);
  return (
    instant ?? refuse(ctx, 'bad_time', 'must be an ISO 8601 date or date-time, such as 2026-01-31T12:00:00Z')
  );
});
