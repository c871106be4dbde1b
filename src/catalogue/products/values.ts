import { z } from 'zod';
import {
  CONTROL_BUT_LINES,
  faultOfText,
  givenCode,
  isLonger,
  numberOf,
  refuse,
  saysNothing,
  statusOf,
} from '../../platform/index.js';
import type { Refusal } from '../../platform/index.js';
import { usualCas } from '../../chemistry/index.js';
import { NO_CAS, PUSHED_FIELDS, STATUSES } from './fields.js';
import type { Field, FieldName } from './fields.js';
import { isOwnImage } from './image-address.js';

/** A value in stored form; `null` is a cleared optional field. */
export type Stored = string | number | null;

const RESERVED_CODES = new Set(['.', '..', 'search', 'suggest', 'batch']);

/**
 * Parts of a semicolon-separated text (ASCII or full width): trimmed, without repeats, in order.
 * @param enough stops when the parts make more UTF-16 units than this: a call may bring one text of many megabytes
 */
export function splitList(text: string, enough = Infinity): string[] {
  const parts = new Set<string>();
  let length = 0;
  for (const [part] of text.matchAll(/[^;；]+/g)) {
    const trimmed = part.trim();
    if (trimmed === '' || parts.has(trimmed)) continue;
    parts.add(trimmed);
    length += trimmed.length;
    if (length > enough) break;
  }
  return [...parts];
}

/** Trims and checks what holds for every text: no control characters, whole code points, its length as stored. */
function text(
  field: Field,
  accept: z.ZodType<string> = z.string({
    error: field.kind === 'list' ? 'must be a text, with ; between its parts' : 'must be a text',
  }),
) {
  return accept.transform((value, ctx): string => {
    let stored = value.trim();
    const fault = faultOfText(stored, field.kind === 'lines' ? CONTROL_BUT_LINES : undefined);
    if (fault) return refuse(ctx, fault.reason, fault.message);
    // A code point has at most two UTF-16 units: a text of more is too long for sure.
    if (field.kind === 'list')
      stored = splitList(stored, 2 * field.max!)
        .filter((part) => !saysNothing(part))
        .join(';');
    if (field.kind !== 'lines' && saysNothing(stored)) stored = '';
    if (field.kind === 'cas') stored = stored === '' ? NO_CAS : usualCas(stored);
    if (field.max !== undefined && isLonger(stored, field.max)) {
      return refuse(ctx, 'too_long', `is longer than ${field.max} characters`);
    }
    return stored;
  });
}

/** A finite number, or a text that is one. */
export const decimal = z
  .union([z.number(), z.string()], { error: 'must be a number' })
  .transform((value, ctx): number | null => {
    if (typeof value === 'number')
      return Number.isFinite(value) ? value : refuse(ctx, 'not_finite', 'must be a finite number');
    const given = value.trim();
    if (given === '' || saysNothing(given)) return null;
    const number = numberOf(given);
    if (number === undefined)
      return refuse(
        ctx,
        'not_a_number',
        given.includes(',') ? 'must be a number, with a point before its fraction' : 'must be a number',
      );
    return Number.isFinite(number) ? number : refuse(ctx, 'not_finite', 'must be a finite number');
  });

const optional = (value: string): string | null => (value === '' ? null : value);

function schemaOf(field: Field): z.ZodType<Stored> {
  switch (field.kind) {
    case 'code':
      return text(field, givenCode('must be a text')).transform((code, ctx) =>
        RESERVED_CODES.has(code.toLowerCase())
          ? refuse(ctx, 'reserved', `${code} is reserved`)
          : optional(code),
      );
    case 'cas':
      return text(field);
    case 'number':
      return decimal.transform((number, ctx) => {
        if (number !== null && number < 0) return refuse(ctx, 'negative', 'must not be negative');
        return number === 0 ? 0 : number; // -0 is one
      });
    case 'status':
      return text(field).transform((status, ctx) =>
        status === ''
          ? null
          : (statusOf(status) ?? refuse(ctx, 'unknown_status', `must be one of ${STATUSES.join(', ')}`)),
      );
    case 'url':
      return text(field).transform((address, ctx) =>
        address === '' || isImageAddress(address)
          ? optional(address)
          : refuse(ctx, 'bad_url', 'must be an http(s) address or /media/<id> of this site'),
      );
    default:
      return field.required
        ? text(field).transform((value, ctx) => value || refuse(ctx, 'required', 'must not be empty'))
        : text(field).transform(optional);
  }
}

/** Two addresses, or the names of two images. */
const SEVERAL = /\.(?:png|jpe?g|gif|webp|bmp|svg)[,;|，；、]|[,;|，；、](?:https?:\/\/|\/media\/)/i;

function isImageAddress(address: string): boolean {
  if (isOwnImage(address)) return true;
  return /^https?:\/\/[^\s]+$/i.test(address) && !SEVERAL.test(address) && URL.canParse(address);
}

/** The schema of each writable field, from a caller's value to its stored form. */
export const VALUE_SCHEMAS = Object.fromEntries(
  PUSHED_FIELDS.map((field) => [field.name, schemaOf(field)]),
) as Record<FieldName, z.ZodType<Stored>>;

/** Reads one value through a schema. @returns its stored form, or why it cannot be stored */
export function readStored<T>(schema: z.ZodType<T>, value: unknown): { stored: T } | Refusal {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { stored: parsed.data };
  const issue = parsed.error.issues[0]!;
  const reason: string = issue.code === 'custom' ? issue.params?.['reason'] : 'wrong_type';
  return { reason, message: issue.message };
}
