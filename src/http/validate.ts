import type { Request } from 'express';
import type { z } from 'zod';
import { badField, Problem } from './problem.js';
import type { Fault } from './problem.js';

/**
 * Reads the query against a schema of texts. An empty parameter is an absent one, an unknown one is ignored.
 * @throws Problem 400 for a repeated parameter, a NUL, or a value that the schema refuses
 */
export function readQuery<Q extends z.ZodObject>(schema: Q, req: Request): z.infer<Q> {
  const at = req.originalUrl.indexOf('?');
  const given = new URLSearchParams(at < 0 ? '' : req.originalUrl.slice(at + 1));
  const known: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = given.getAll(name);
    if (values.length > 1) throw badField(name, 'repeated', 'is given more than once');
    const [value] = values;
    if (value === undefined || value === '') continue;
    if (value.includes('\0')) throw badField(name, 'control_character', 'contains a NUL character');
    known[name] = value;
  }
  return readValue(schema, known);
}

/** Reads a value against a schema. @throws Problem 400 that names every field at fault */
export function readValue<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, 100).map(asFault);
  const [first] = errors;
  throw new Problem(
    'bad-request',
    first?.path ? `${first.path}: ${first.message}` : (first?.message ?? 'The request is not acceptable.'),
    { errors },
  );
}

function asFault(issue: z.core.$ZodIssue): Fault {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const own = issue.code === 'custom' ? (issue.params?.['reason'] as string | undefined) : undefined;
  return { path: path.join('.'), code: own ?? issue.code, message: issue.message };
}
