import { HttpError } from 'react-admin';
import { STRUCTURE_KEYS } from '../../catalogue/products/fields.js';
import { i18n } from './i18n.js';
import { API, AS_STAFF, lastSignedIn, PUBLIC } from './session.js';
import { signInAgain } from './sign-in.js';

/** A problem as the API answers it (RFC 9457). */
interface ApiProblem {
  type: string;
  detail: string;
  errors?: { path: string; code: string; message: string }[];
}

/** What a fault that the service found says in the page's language. */
export const faultWords = ({ code, message }: { code: string; message: string }): string =>
  i18n.translate(`reasons.${code}`, { _: message });

/** What is said while the service cannot be reached. */
export const awayWords = (): string => i18n.translate('problems.away');

/**
 * Sends a request, to a path of the public API or below that of the back office; a body other than a File or Blob as JSON.
 * Where the session has ended, again once somebody has signed in.
 * @throws HttpError with the fields at fault
 */
export async function send(
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
    throw new HttpError(awayWords(), 0);
  });
  if (answer.ok) return answer;
  const problem: ApiProblem = await answer.json().catch(() => ({ detail: '', type: '' }));
  if (problem.type.endsWith('#session-required') && lastSignedIn() !== undefined) {
    await signInAgain();
    return send(method, path, body, { headers, ...(signal && { signal }) });
  }
  // A product has one structure, whichever key it is sent by.
  const errors = (problem.errors ?? []).map((fault) =>
    [...STRUCTURE_KEYS, 'smarts'].includes(fault.path)
      ? { ...fault, path: 'structure', code: `structure_${fault.code}` }
      : fault,
  );
  const message = errors[0]
    ? faultWords(errors[0])
    : i18n.translate(`problems.${problem.type.split('#').at(-1)}`, { _: problem.detail });
  const fields = Object.fromEntries(errors.map((fault) => [fault.path, faultWords(fault)]));
  throw new HttpError(message, answer.status, { errors: fields });
}

/** What a request is answered with, as JSON. Fails as {@link send}. */
export const call = async <T = unknown>(...given: Parameters<typeof send>): Promise<T> =>
  (await send(...given)).json();

/** What the answer has as `data`. */
export const dataOf = async <T>(...given: Parameters<typeof send>): Promise<T> =>
  (await call<{ data: T }>(...given)).data;

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
