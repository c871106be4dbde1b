import { hostAndPort } from '../../platform/index.js';

/** The search engine that the configuration names. */
export interface EngineAddress {
  url: string;
  key: string | undefined;
  /** host and port */
  place: string;
}

/** Host and port of a search engine. */
export const placeOfEngine = (url: string): string => hostAndPort(url, url.startsWith('https:') ? 443 : 80);

/** The engine of a configuration; undefined where it names none. */
export function engineOf({
  meiliUrl: url,
  meiliKey: key,
}: {
  meiliUrl?: string | undefined;
  meiliKey?: string | undefined;
}): EngineAddress | undefined {
  return url === undefined ? undefined : { url, key, place: placeOfEngine(url) };
}
