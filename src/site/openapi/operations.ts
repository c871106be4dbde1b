import type { Language } from './languages.js';
import { inLanguage } from './languages.js';

/** A part of the OpenAPI document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  examples?: unknown[];
}

export interface Parameter {
  in: 'query' | 'path' | 'header';
  name: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface DocumentedAnswer {
  $ref?: string;
  description: string;
  content?: Record<string, Media>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, DocumentedAnswer>;
}

/** The OpenAPI document, as far as the page shows it. */
export interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, DocumentedAnswer> };
}

/** A call as the page shows it. */
export interface DocumentedCall extends Operation {
  method: string;
  path: string;
  /** the call needs a key */
  locked: boolean;
  /** what the service sends to a receiver, in place of a call to it */
  isWebhook: boolean;
}

/** The calls of the document, in its order, webhooks last. */
export function callsOf({ paths, webhooks }: Document): DocumentedCall[] {
  const listed = (all: Document['paths'], isWebhook: boolean): DocumentedCall[] =>
    Object.entries(all).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
        locked: (operation.security ?? []).length > 0 && !operation.security!.some(isOpen),
        isWebhook,
      })),
    );
  return [...listed(paths, false), ...listed(webhooks, true)];
}

const isOpen = (way: Record<string, unknown>): boolean => Object.keys(way).length === 0;

/** What a call sends, in an example; undefined where it has no body. */
interface ExampleBody {
  type: string;
  /** of a body that is no file */
  value?: unknown;
}

/** @returns the body of a call in its first example */
export function exampleBody({ requestBody }: DocumentedCall): ExampleBody | undefined {
  const [first] = Object.entries(requestBody?.content ?? {});
  if (!first) return undefined;
  const [type, media] = first;
  const value = exampleOf(media);
  return value === undefined ? { type } : { type, value };
}

/** The first example of a body or an answer. */
const exampleOf = ({ example, examples }: Media): unknown =>
  example ?? Object.values(examples ?? {})[0]?.value;

/** An example of a parameter, as it is typed. */
export function exampleOfParameter({ example, schema }: Parameter): string | undefined {
  const value = example ?? schema?.examples?.[0];
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** The labelled examples of a body or an answer, in one language. */
export function examplesIn(media: Media, lang: Language): [label: string, value: unknown][] {
  if (media.example !== undefined) return [['', media.example]];
  return Object.entries(media.examples ?? {}).map(([label, { value }]) => [inLanguage(label, lang), value]);
}

/** The name of the component that a reference leads to. */
export const referenced = ($ref: string): string => $ref.split('/').at(-1)!;
