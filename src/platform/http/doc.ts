import { z } from 'zod';
import { filled } from '../values/words.js';
import type { Language } from '../values/words.js';

/** A text of the OpenAPI document in each language; a long one as its lines. */
export type Prose = Record<Language, string | readonly string[]>;

/** What the data say of a field or a parameter, and a value that it may have: one of them at least. */
export type FieldWords = (Prose & { example?: unknown }) | { example: unknown };

/** A labelled example. */
export interface Example extends Prose {
  value: unknown;
}

/** What the data say of an answer. */
export interface AnswerWords extends Prose {
  /** its media types, where it is not JSON */
  types?: string[];
  examples?: Example[];
  /** further text media types that it may have, each with an example */
  samples?: Record<string, string>;
  /** its own headers */
  headers?: Record<string, Prose>;
}

/** What the data say of a call. */
export interface CallWords {
  summary: Prose;
  description?: Prose;
  params?: Record<string, FieldWords>;
  /** by status */
  answers: Record<string, AnswerWords>;
  /** members of the answer 200 */
  fields?: Record<string, FieldWords>;
  /** examples of what is sent as JSON */
  bodies?: Example[];
  /** an example of what is sent, by media type, where that may have several */
  sent?: Record<string, unknown>;
}

/** What a call is, beside the schemas of its answers. */
interface CallTraits {
  /** path parameters that several calls have */
  params?: Record<string, FieldWords>;
  /** statuses of problems beyond those that every route may answer */
  problems?: number[];
  /** its answer is written as a stream: no ETag, no 304 */
  streamed?: true;
  /** a write of products, that `Prefer: wait` can wait for */
  searchable?: true;
  /** a write that `If-Match` and `If-None-Match` can guard, see `refuseUnlessAsAsked` */
  guarded?: true;
  /** a write that would make something new again, that `Idempotency-Key` does once */
  once?: true;
}

/** What code says of a call whose words are `W`. */
type CallFacts<W extends CallWords> = CallTraits & {
  /** the members of the answer 200, which is JSON with `ok: true` before them */
  answer?: Record<W extends { fields: infer F } ? keyof F : never, z.ZodType> & Record<string, z.ZodType>;
  /** other schemas of answers */
  answers?: { [Status in keyof W['answers']]?: z.ZodType };
};

/** What the OpenAPI document says of a route; limits are added from the route itself. */
export interface RouteDoc extends CallTraits {
  /** operationId */
  id: string;
  tag: string;
  words: CallWords;
  /** of answers, by status */
  schemas: Record<string, z.ZodType>;
}

/** JSON that succeeded, with these members. */
export const okSchema = <S extends z.ZodRawShape>(members: S) =>
  z.object({ ok: z.literal(true), ...members });

/** Members of a page of what is counted. */
export const PAGED = { page: z.int(), page_size: z.int(), total: z.int() };

/** The documentation of calls under a tag, by their ids: each has words in the data and facts in the code, or it does not compile. */
export function documented<W extends Record<string, CallWords>>(
  tag: string,
  calls: W & { [Id in keyof W]: Record<Exclude<keyof W[Id], keyof CallWords>, never> },
  facts: { [Id in keyof W]: CallFacts<W[Id]> },
): { [Id in keyof W]: RouteDoc } {
  const docs = Object.entries<CallFacts<CallWords>>(facts).map(([id, given]) => {
    const { answer, answers, params = calls[id]!.params, ...traits } = given;
    const words = { ...calls[id]!, ...(params && { params }) };
    const schemas = { ...(answer && { 200: okSchema(described(words.fields ?? {}, answer)) }), ...answers };
    return [id, { id, tag, words, schemas, ...traits }];
  });
  return Object.fromEntries(docs) as { [Id in keyof W]: RouteDoc };
}

/** Words as metadata of a schema: the document is made with both languages, and is then brought to what is asked for. */
export const saying = ({ example, ...prose }: FieldWords): z.GlobalMeta =>
  ({
    ...('en' in prose && { description: prose }),
    ...(example !== undefined && { example }),
  }) as unknown as z.GlobalMeta;

/** Gives fields their words. Words of a field that is not there do not compile. */
export function described<W extends Record<string, FieldWords>, S extends Record<keyof W, z.ZodType>>(
  words: W,
  fields: S,
): S {
  const known: Record<string, FieldWords> = words;
  return Object.fromEntries(
    Object.entries<z.ZodType>(fields).map(([name, field]) => [
      name,
      Object.hasOwn(known, name) ? field.meta(saying(known[name]!)) : field,
    ]),
  ) as S;
}

/**
 * The data of a document with their places filled: `{name}` within a text, and alone any value; `"...": "{name}"` stands
 * for the members of an object.
 */
export function placed<T>(data: T, places: Record<string, unknown>): T {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const [, alone = ''] = /^\{(\w+)\}$/.exec(value) ?? [];
      return places[alone] ?? filled(value, places as Record<string, string>);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(fill);
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) => {
        const filledIn = fill(each);
        return name === '...' && typeof filledIn === 'object'
          ? Object.entries(filledIn!)
          : [[name, filledIn]];
      }),
    );
  };
  return fill(data) as T;
}
