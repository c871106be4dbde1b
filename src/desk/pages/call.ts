import { HttpError } from 'react-admin';
import { API, AS_STAFF, lastSignedIn, PUBLIC } from './session.js';
import { signInAgain } from './sign-in.js';
import { STRUCTURE_KEYS } from '../../catalogue/products/fields.js';

/** A problem as the API answers it (RFC 9457). */
export interface ApiProblem {
  type: string;
  status: number;
  detail: string;
  errors?: { path: string; code: string; message: string }[];
}

/** Translates problems into the page's language. */
export interface Explain {
  problem(problem: ApiProblem): string;
  fault(fault: { code: string; message: string }): string;
  away(): string;
}

/**
 * Sends a request, to a path of the public API or below that of the back office; a body other than a File or Blob as JSON.
 * Where the session has ended, again once somebody has signed in.
 * @throws HttpError with the fields at fault
 */
export async function send(
  explain: Explain,
  method: string,
  path: string,
  body?: unknown,
  { headers = {}, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  const raw = body instanceof Blob;
  const answer = await fetch(path.startsWith(PUBLIC) ? path : API + path, {
    method,
    cache: 'no-store',
    headers: {
      ...AS_STAFF,
      ...(body !== undefined && { 'Content-Type': raw ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch(() => {
    throw new HttpError(explain.away(), 0);
  });
  if (answer.ok) return answer;
  const problem: ApiProblem = await answer.json().catch(() => ({ detail: '', type: '' }));
  if (problem.type.endsWith('#session-required') && lastSignedIn() !== undefined) {
    await signInAgain();
    return send(explain, method, path, body, { headers, ...(signal && { signal }) });
  }
  // A product has one structure, whichever key it is sent by.
  const errors = (problem.errors ?? []).map((fault) =>
    [...STRUCTURE_KEYS, 'smarts'].includes(fault.path)
      ? { ...fault, path: 'structure', code: `structure_${fault.code}` }
      : fault,
  );
  const fields = Object.fromEntries(errors.map((fault) => [fault.path, explain.fault(fault)]));
  throw new HttpError(explain.problem({ ...problem, errors, status: answer.status }), answer.status, {
    errors: fields,
  });
}

/** What a failure says, and what it says of single fields. */
export function failureOf(error: unknown): { message: string; errors: Record<string, string> } {
  return {
    message: error instanceof Error ? error.message : String(error),
    errors: error instanceof HttpError ? (error.body?.errors ?? {}) : {},
  };
}

/** A text of an address as it was typed: its Chinese is not percent-encoded. */
export function decoded(text: string, decode = decodeURIComponent): string {
  try {
    return decode(text);
  } catch {
    return text; // cut within a character, or as a caller may send it
  }
}

/** An address of texts whose values are encoded. */
export const address = (texts: TemplateStringsArray, ...values: unknown[]): string =>
  String.raw({ raw: texts }, ...values.map((value) => encodeURIComponent(String(value))));

/** The query string of all values that are not empty. */
export function query(values: object): string {
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
