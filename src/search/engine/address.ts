import { hostAndPort } from '../../platform/index.js';
import type { Config } from '../../platform/index.js';
import type { Engine } from './engine.js';
import { openMeilisearchWords } from './meilisearch-words.js';

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

/** The words of the engine that a configuration names; undefined where it names none. Nothing connects before the first search. */
export function openWords(config: Pick<Config, 'meiliUrl' | 'meiliKey' | 'meiliIndex'>): Engine | undefined {
  const address = engineOf(config);
  return address && openMeilisearchWords({ ...address, index: config.meiliIndex });
}
