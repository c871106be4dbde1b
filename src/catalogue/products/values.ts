import type { z } from 'zod';
import {
  CONTROL_BUT_LINES,
  faultOfText,
  givenCode,
  isLonger,
  isRefusal,
  numberOf,
  saysNothing,
  statusOf,
} from '../../platform/index.js';
import type { FaultCode, Refusal } from '../../platform/index.js';
import { usualCas } from '../../chemistry/index.js';
import { NO_CAS, PUSHED_FIELDS, STATUSES } from './fields.js';
import type { Field, FieldName, STOCK } from './fields.js';
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

/** What a value is stored as, or why it cannot be. */
type Read<T extends Stored = Stored> = { stored: T } | Refusal;

const refused = (reason: FaultCode, message: string): Refusal<FaultCode> => ({ reason, message });

// A push reads a hundred thousand values by these functions: schemas spent most of its time outside the database.

/**
 * Trims a text, checks what holds for every one (no control characters, whole code points, its length as stored), and takes the usual
 * form of a CAS number, the parts of a list, and words for nothing as none.
 */
function readText({ kind, max }: Field, value: unknown): Read<string> {
  const isList = kind === 'list';
  if (typeof value !== 'string')
    return refused('wrong_type', isList ? 'must be a text, with ; between its parts' : 'must be a text');
  let stored = value.trim();
  const fault = faultOfText(stored, kind === 'lines' ? CONTROL_BUT_LINES : undefined);
  if (fault) return fault;
  // A code point has at most two UTF-16 units: a text of more is too long for sure.
  if (isList)
    stored = splitList(stored, 2 * max!)
      .filter((part) => !saysNothing(part))
      .join(';');
  if (kind !== 'lines' && saysNothing(stored)) stored = '';
  if (kind === 'cas') stored = stored === '' ? NO_CAS : usualCas(stored);
  if (max !== undefined && isLonger(stored, max))
    return refused('too_long', `is longer than ${max} characters`);
  return { stored };
}

/** A finite number, or a text that is one. */
function readDecimal(value: unknown): Read<number | null> {
  if (typeof value === 'number' && Number.isFinite(value)) return { stored: value };
  if (typeof value !== 'string') return refused('wrong_type', 'must be a number');
  const given = value.trim();
  if (given === '' || saysNothing(given)) return { stored: null };
  const stored = numberOf(given);
  if (stored === undefined)
    return refused(
      'not_a_number',
      given.includes(',') ? 'must be a number, with a point before its fraction' : 'must be a number',
    );
  return Number.isFinite(stored) ? { stored } : refused('not_finite', 'must be a finite number');
}

const GIVEN_CODE = givenCode('must be a text');

/** A trimmed text as a field of its kind stores it. */
function ofKind({ kind, required }: Field, text: string): Read {
  switch (kind) {
    case 'code':
      if (RESERVED_CODES.has(text.toLowerCase())) return refused('reserved', `${text} is reserved`);
      break;
    case 'status': {
      const stored = text === '' ? null : statusOf(text);
      if (stored !== undefined) return { stored };
      return refused('unknown_status', `must be one of ${STATUSES.join(', ')}`);
    }
    case 'url':
      if (text !== '' && !isImageAddress(text))
        return refused('bad_url', 'must be an http(s) address or /media/<id> of this site');
      break;
    default:
      if (required && text === '') return refused('required', 'must not be empty');
  }
  return { stored: text === '' ? null : text };
}

/** Two addresses, or the names of two images. */
const SEVERAL = /\.(?:png|jpe?g|gif|webp|bmp|svg)[,;|，；、]|[,;|，；、](?:https?:\/\/|\/media\/)/i;

function isImageAddress(address: string): boolean {
  if (isOwnImage(address)) return true;
  return /^https?:\/\/[^\s]+$/i.test(address) && !SEVERAL.test(address) && URL.canParse(address);
}

const PUSHED = new Map<string, Field>(PUSHED_FIELDS.map((field) => [field.name, field]));

/** Reads a caller's value of a writable field, or of `stock`. @returns its stored form, or why it cannot be stored */
export function readStored(name: FieldName | typeof STOCK.name, value: unknown): Read {
  if (name === 'stock') return readDecimal(value);
  const field = PUSHED.get(name)!;
  if (field.kind === 'number') {
    const read = readDecimal(value);
    if (isRefusal(read) || read.stored === null) return read;
    return read.stored < 0 ? refused('negative', 'must not be negative') : { stored: read.stored + 0 }; // -0 is one
  }
  const code = field.kind === 'code' ? readBy(GIVEN_CODE, value) : { stored: value };
  const read = isRefusal(code) ? code : readText(field, code.stored);
  return isRefusal(read) ? read : ofKind(field, read.stored);
}

/** Reads a value through a schema. @returns what it is read as, or why it is refused */
export function readBy<T>(schema: z.ZodType<T>, value: unknown): { stored: T } | Refusal {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { stored: parsed.data };
  const issue = parsed.error.issues[0]!;
  const reason: string = issue.code === 'custom' ? issue.params?.['reason'] : 'wrong_type';
  return { reason, message: issue.message };
}
