import { unsupported, VERSIONS } from '../versions.js';
import { unreachable, Unusable } from '../unusable.js';
import { placeOfEngine } from './engines.js';

const PATIENCE_MS = 1_500;

/**
 * Asks a search engine for its version, with the key that it is used with. Not by the official client: what answers may be no
 * Meilisearch, and of an answer that is no JSON the client tells neither that nor its status.
 * @returns such as `1.21.0`; undefined where the key may not ask for it
 * @throws Unusable where nothing answers, a key is missing or refused, or what answers is no search engine
 */
export async function engineVersion(url: string, key: string | undefined): Promise<string | undefined> {
  const place = placeOfEngine(url);
  const ask = async (path: string, init: RequestInit = {}): Promise<EngineReply> => {
    const headers = { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      const answer = await fetch(url.replace(/\/$/, '') + path, { ...init, headers, signal });
      return { status: answer.status, body: (await answer.json().catch(() => ({}))) as EngineReply['body'] };
    } catch (error) {
      throw (
        unreachable('MEILI_URL', place, error) ??
        new Unusable('MEILI_URL', `${place} does not answer as a search engine does`, error)
      );
    }
  };
  const { status, body } = await ask('/version');
  if (typeof body.pkgVersion === 'string') return body.pkgVersion;
  if (body.code === 'missing_authorization_header')
    throw new Unusable('MEILI_KEY', `the search engine at ${place} asks for a key, and none is set`);
  if (body.code !== 'invalid_api_key')
    throw new Unusable('MEILI_URL', `what answers at ${place} is no search engine (${status})`);
  // A key that may search and no more is enough for a gateway, and may not ask for the version.
  const searching = await ask('/multi-search', { method: 'POST', body: '{"queries":[]}' });
  if (searching.status !== 200) throw new Unusable('MEILI_KEY', `the search engine at ${place} refuses it`);
  return undefined;
}

interface EngineReply {
  status: number;
  body: { pkgVersion?: unknown; code?: unknown };
}

/** @throws Unusable where the engine is older or newer than what the service runs on */
export function refuseUnsupportedEngine(url: string, version: string | undefined): void {
  const reason = version && unsupported('Meilisearch', version, VERSIONS.meilisearch, placeOfEngine(url));
  if (reason) throw new Unusable('MEILI_URL', reason);
}
