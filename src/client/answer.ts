/** An error that the service has answered (RFC 9457). */
export class CatalogueError extends Error {
  readonly status: number;
  /** what kind: the last part of the problem's `type`, such as `not-found` */
  readonly kind: string | undefined;
  /** tells the operator which call it was */
  readonly requestId: string | undefined;
  /** the whole problem, or the text that came in its place */
  readonly problem: unknown;

  constructor(status: number, problem: unknown) {
    const { type, title, detail, request_id } = (problem ?? {}) as Record<string, string | undefined>;
    super(detail ?? title ?? `The service answered ${status}.`);
    this.name = 'CatalogueError';
    this.status = status;
    this.kind = type?.split('#')[1];
    this.requestId = request_id;
    this.problem = problem;
  }
}

/** The data of an answer of `api`. @throws CatalogueError where it is an error */
export function dataOf<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (!answer.response.ok) throw new CatalogueError(answer.response.status, answer.error);
  return answer.data as T;
}
