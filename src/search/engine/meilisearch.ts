import { Meilisearch, MeilisearchApiError, MeilisearchRequestError } from 'meilisearch';
import type { MeilisearchErrorResponse } from 'meilisearch';
import { openHttp } from './http.js';

/**
 * The official client, sending as {@link openHttp} does. With `fetch`, its default, a timeout is ignored if the caller passes a
 * signal.
 */
export function openMeilisearch({ url, key }: { url: string; key?: string | undefined }): Meilisearch {
  const request = openHttp(url);
  return new Meilisearch({
    host: url,
    ...(key !== undefined && { apiKey: key }),
    httpClient: async (address, init) => {
      const { status, body } = await request(
        address instanceof Request ? address.url : String(address),
        init,
      );
      if (status < 300) return body;
      throw new MeilisearchApiError(new Response(null, { status }), body as MeilisearchErrorResponse);
    },
  });
}

/** The engine's answer if it refused a request; undefined for other errors. */
export function refusalOf(error: unknown): MeilisearchApiError | undefined {
  // The client wraps errors from below.
  const cause = error instanceof MeilisearchRequestError ? error.cause : error;
  return cause instanceof MeilisearchApiError ? cause : undefined;
}
