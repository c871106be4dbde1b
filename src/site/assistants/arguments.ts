import { z } from 'zod';
import { statusOf } from '../../platform/index.js';
import { partsOfList } from '../../search/index.js';
import { said } from '../openapi/languages.js';
import { MOST } from './texts.js';

// Clients make the same slips everywhere: a number as text, null for what is left out, a list as JSON text. They are read;
// the schema that is shown stays strict.

/** Arguments as a tool reads them, and the names of those that it does not know. */
export interface ReadArguments<T> {
  value: T;
  ignored: string[];
}

type JsonSchema = Record<string, unknown>;

/** A text that holds JSON of this form, read; all else as it is. */
function parsed(value: unknown, begins: string): unknown {
  if (typeof value !== 'string' || !value.trim().startsWith(begins)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The items of a list, as it may be given: a list, a list as JSON text, lines, or one line, which may be a list by its separators. */
export function listOf(given: unknown): unknown[] {
  const value = parsed(given, '[');
  if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
  const lines = value.split('\n').filter((line) => line.trim());
  const list = lines.length === 1 && value.length <= LONGEST_LINE && partsOfList(value, MOST.identifiers + 1);
  return list && list.sure ? list.texts : lines;
}

/** The longest line that is read as a list, in characters: reading one takes its time. */
const LONGEST_LINE = 20_000;

const BOOLEANS = new Map([['true', true], ['1', true], ['yes', true], ['是', true], ['false', false], ['0', false], ['no', false], ['否', false]]); // prettier-ignore

/** A value as its schema wants it; one that it cannot be read as stays, and is refused by the schema. */
function mended(given: unknown, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return mended(given, schema.unwrap() as z.ZodType);
  const text = typeof given === 'string' ? given.trim() : given;
  if (schema instanceof z.ZodNumber)
    return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : given;
  if (schema instanceof z.ZodBoolean)
    return BOOLEANS.get(typeof text === 'string' ? text.toLowerCase() : String(text)) ?? given;
  if (schema instanceof z.ZodArray)
    return listOf(given).map((each) => (typeof each === 'number' ? String(each) : each));
  if (schema instanceof z.ZodEnum && typeof text === 'string') {
    const options = schema.options as string[];
    const plain = text.toLowerCase().replaceAll(/[\s-]+/g, '_');
    const readings = [text, text.toLowerCase(), plain, plain.replaceAll('_', '-'), statusOf(text)];
    return readings.find((each) => each !== undefined && options.includes(each)) ?? given;
  }
  // A number of a product or a CAS number without its quotation marks.
  return typeof given === 'number' && isText(schema) ? String(given) : given;
}

const isText = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodString || (schema instanceof z.ZodPipe && isText(schema.in as z.ZodType));

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

/** Reads arguments with the slips that clients make. What the schema does not know is left out, and refused by a strict one. */
export function readArguments(input: z.ZodObject, given: unknown) {
  const fields = new Map(Object.entries<z.ZodType>(input.shape as Record<string, z.ZodType>));
  const entries = Object.entries((parsed(given, '{') ?? {}) as object);
  const isStrict = input.def.catchall instanceof z.ZodNever;
  const ignored = isStrict ? [] : entries.map(([name]) => name).filter((name) => !fields.has(name));
  const present = entries.flatMap(([name, value]) => {
    const field = fields.get(name);
    if (!field) return isStrict ? [[name, value]] : [];
    return (value === null || value === '') && isOptional(field) ? [] : [[name, mended(value, field)]];
  });
  const { data, error } = input.safeParse(Object.fromEntries(present));
  const message = `is no argument of this tool, which has ${[...fields.keys()].join(', ')}`;
  if (error) return { issues: [...error.issues, ...ignored.map((name) => ({ path: [name], message }))] };
  return { value: { value: data, ignored } };
}

/** A schema as clients compile it: without keywords of ours, and with `required` also where nothing is. */
function shown(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Keywords of the document of the API, and rules between fields, which descriptions tell.
      for (const keyword of ['override', 'example', 'param', 'allOf'])
        delete (jsonSchema as JsonSchema)[keyword];
      if (typeof jsonSchema.description === 'object') jsonSchema.description = said(jsonSchema.description);
      if (jsonSchema.type === undefined) delete jsonSchema.maxLength; // of a text or a number
      if (jsonSchema.type === 'object' && jsonSchema.properties) jsonSchema.required ??= [];
    },
  });
}

/** A schema for the protocol's package: shown as clients compile it. */
const schemaFor = <T>(schema: z.ZodObject, validate: (given: unknown) => T) => ({
  '~standard': {
    version: 1 as const,
    vendor: 'catalogue',
    jsonSchema: { input: () => shown(schema, 'input'), output: () => shown(schema, 'output') },
    validate,
  },
});

/** That of a tool's arguments: it shows the strict one, and reads arguments with their slips. */
export const argumentsSchema = (input: z.ZodObject) =>
  schemaFor(input.strict(), (given) => readArguments(input, given));

/** That of its answers, which are checked by it. */
export const answerSchema = (output: z.ZodObject) => schemaFor(output, output['~standard'].validate);
