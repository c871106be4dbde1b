/** An error answer of the service (RFC 9457). */
export class CatalogueError extends Error {
  readonly status: number;
  /** the last part of the problem's `type`, such as `not-found` */
  readonly kind: string | undefined;
  /** identifies the call to the operator */
  readonly requestId: string | undefined;
  /** the whole problem, or the text that was answered instead */
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

/** The data of an answer of `api`. @throws CatalogueError when it is an error */
export function dataOf<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (!answer.response.ok) throw new CatalogueError(answer.response.status, answer.error);
  return answer.data as T;
}
