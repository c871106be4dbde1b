import { z } from 'zod';
import { faultOfText, isLonger } from '../values/code-points.js';
import { isObject } from '../values/files/json.js';
import { codeNamed } from './fault-codes.js';
import type { FaultCode } from './fault-codes.js';
import { Problem } from './problem.js';
import type { Fault } from './problem.js';
import type { Refusal } from '../values/refusal.js';

/**
 * Reads a value against a schema.
 * @param subject begins the sentence where the value as a whole is at fault
 * @throws Problem 400 that names every field at fault, each once
 */
export function readValue<T extends z.ZodType>(schema: T, value: unknown, subject = 'This'): z.infer<T> {
  // What its schema does not say of a value is said by wordsFor().
  const parsed = schema.safeParse(value, {
    error: ({ code, inst }) =>
      code === 'unrecognized_keys' ? membersOf(inst) : OURS.has(code) ? '' : undefined,
    reportInput: true,
  });
  if (parsed.success) return parsed.data;
  const errors = firstOfEach(parsed.error.issues.map(asFault)).slice(0, 100);
  const { path, message } = errors[0]!;
  throw new Problem('bad-request', path ? `${path}: ${message}` : `${subject} ${message}`, { errors });
}

/** The names of an object's members, which the words for an unknown one end with. */
const membersOf = (schema: unknown): string =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).join(', ') : '';

const OURS = new Set<string | undefined>(['invalid_type', 'too_small', 'too_big']);
const TYPES: Record<string, string> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};
/** What a schema says of a value of another type, and of nothing else that is wrong with it. */
export const ofOtherType = (message: string) => ({
  error: ({ code }: { code?: string | undefined }): string | undefined =>
    code === 'invalid_type' ? message : undefined,
});

/** A value of the wrong type fails further checks too, about which there is nothing more to say. */
const firstOfEach = (faults: Fault[]): Fault[] =>
  [...new Map(faults.toReversed().map((fault) => [fault.path, fault])).values()].toReversed();

const LONGEST_SHOWN = 100;

function asFault(issue: z.core.$ZodIssue): Fault {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const [code, message, message_cn] = wordsFor(issue);
  const { input } = issue;
  // A number that a double does not hold is not what stood there.
  const isShown = ['string', 'number', 'boolean'].includes(typeof input) && code !== 'inexact_number';
  return {
    path: path.join('.'),
    code,
    message: issue.code === 'unrecognized_keys' ? message : issue.message || message,
    ...(message_cn !== undefined && { message_cn }),
    ...(isShown && { value: String(input).slice(0, LONGEST_SHOWN).toWellFormed() }),
  };
}

type Said = [code: FaultCode, message: string, message_cn?: string];

/** The code of ours for what a schema finds, a sentence, and one in Chinese where the code's own words say less. */
function wordsFor(issue: z.core.$ZodIssue): Said {
  switch (issue.code) {
    case 'custom': {
      const { reason, message_cn } = issue.params ?? {};
      return [codeNamed(reason), '', message_cn];
    }
    case 'invalid_type':
      if (issue.input === undefined && issue.path.length > 0) return ['required', 'is needed'];
      return ['wrong_type', `must be ${TYPES[issue.expected] ?? issue.expected}`];
    case 'unrecognized_keys':
      return ['unknown_field', `is none of ${issue.message}`, `不是 ${issue.message} 之一`];
    case 'invalid_value':
      return ['unknown_value', '', `须为 ${issue.values.join('、')} 之一`];
    case 'too_small': {
      const { origin, minimum } = issue;
      const [code, ...words] = bounded(origin, 'too_few', `at least ${minimum}`, `至少 ${minimum}`);
      if (code !== 'out_of_range' && minimum === 1) words[0] = 'must not be empty';
      return [code, ...words];
    }
    case 'too_big':
      return bounded(issue.origin, 'too_many', `at most ${issue.maximum}`, `至多 ${issue.maximum}`);
    case 'invalid_format':
      return ['bad_format', ''];
    case 'invalid_union':
      return ['wrong_type', ''];
    default:
      return ['invalid', ''];
  }
}

/** @param type of what is too large or too small: a text has characters, a number is one */
function bounded(type: string, ofList: FaultCode, limit: string, limitCn: string): Said {
  if (type === 'string') return ['bad_length', `must have ${limit} characters`, `${limitCn} 个字符`];
  return type === 'array'
    ? [ofList, `must have ${limit} items`, `${limitCn} 项`]
    : ['out_of_range', `must be ${limit}`, limitCn];
}

/** Refuses a value in the midst of reading it. */
export function refuse(
  ctx: z.core.$RefinementCtx,
  reason: FaultCode,
  message: string,
  ...path: PropertyKey[]
): never {
  ctx.addIssue({ code: 'custom', path, params: { reason }, message });
  return z.NEVER;
}

/** One of some texts; the error names them all. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

interface NameBounds {
  /** code points */
  max: number;
  /** what must not occur, and what to say about it */
  pattern?: RegExp;
  says?: string;
}

/** What is wrong with a name that is trimmed. */
export function faultOfName(
  name: string,
  { max, pattern, says = '' }: NameBounds,
): Refusal<FaultCode> | undefined {
  if (name === '' || isLonger(name, max))
    return { reason: 'bad_length', message: `must have 1 to ${max} characters` };
  return faultOfText(name) ?? (pattern?.test(name) ? { reason: 'bad_character', message: says } : undefined);
}

/** A name: trimmed, within its bounds, free of control characters. */
export function tidyName(bounds: NameBounds) {
  return z
    .string({ error: 'must be a text' })
    .meta({ minLength: 1, maxLength: bounds.max, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })
    .overwrite((text) => text.trim())
    .superRefine((name, ctx) => {
      const fault = faultOfName(name, bounds);
      if (fault) refuse(ctx, fault.reason, fault.message);
    });
}

/** A body that gives one name or several, `{name}` or `{names}`: read as the names without repeats and how many were given. */
export function nameList(one: string, several: string, bounds: NameBounds) {
  const name = tidyName(bounds);
  return z
    .object({ [one]: name.optional(), [several]: z.array(name).min(1).max(5_000).optional() })
    .meta({ anyOf: [{ required: [one] }, { required: [several] }] })
    .refine((body) => body[one] !== undefined || body[several] !== undefined, {
      error: 'is needed',
      path: [one],
      params: { reason: 'required' },
    })
    .transform((body) => {
      const names = [body[several] ?? [], body[one] ?? []].flat();
      return { names: [...new Set(names)], given: names.length };
    });
}

/** An object whose members are read one by one, as it came: `z.record` would skip a member `__proto__`. */
export function members(error: string) {
  return z.custom<Record<string, unknown>>(isObject, { error, params: { reason: 'wrong_type' } });
}

/** A product number that is a number, as the document describes it. */
export const codeNumber = z
  .number()
  .meta({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

/**
 * Makes a text of a product number that is a number, and leaves what is none. A JSON number with more digits than a double
 * holds is read as another number, and so is refused.
 */
export function numberAsText<T>(given: z.ZodType<T>) {
  return given
    .refine((code) => typeof code !== 'number' || isExact(code), {
      error: 'has more digits than a JSON number keeps; send it as a text',
      params: { reason: 'inexact_number' },
    })
    .transform((code) => (typeof code === 'number' ? String(code) : (code as Exclude<T, number>)));
}

/**
 * A product number as callers send it: a text, or a number (ERPs do).
 * @param error the message for anything else
 */
export const givenCode = (error: string) =>
  numberAsText(z.union([z.string(), codeNumber], { error })).transform((code) => code.trim());

/** A double keeps every safe integer, and every decimal of up to 15 digits. */
const isExact = (number: number): boolean =>
  Number.isInteger(number) ? Number.isSafeInteger(number) : Number(number.toPrecision(15)) === number;

/** A product number that says which product is meant. */
export const codeText = givenCode('must be a product number').refine(
  (code) => code !== '' && code.isWellFormed() && !code.includes('\0'),
  { error: 'must be a product number' },
);
