import { hash } from 'node:crypto';
import { readerOfEngine, SEARCH_READER } from '../changes/search-reader.js';
import { hostAndPort } from '../unusable.js';

/** A search engine that the configuration names. */
export interface EngineAddress {
  url: string;
  key: string | undefined;
  /** host and port: its identity, whatever its place in the list */
  place: string;
  /** its name in `/readyz` and the metrics, which does not reveal its address */
  name: string;
  /** names it to those who may not know its address */
  id: string;
  /** the reader of the log that feeds it */
  reader: string;
  /** the readers that may feed it while the list of engines is being changed elsewhere */
  readers: string[];
}

/** Host and port of a search engine. */
export const placeOfEngine = (url: string): string => hostAndPort(url, url.startsWith('https:') ? 443 : 80);

/** The engines of a configuration, in its order; none where it names none. */
export function enginesOf({
  meiliUrl,
  meiliKey,
}: {
  meiliUrl?: string | undefined;
  meiliKey?: string | undefined;
}): EngineAddress[] {
  const urls = listed(meiliUrl);
  // The key of one engine may have commas in it.
  const keys = urls.length > 1 ? listed(meiliKey) : [meiliKey];
  return urls.map((url, i) => {
    const place = placeOfEngine(url);
    const reader = urls.length > 1 ? readerOfEngine(place) : SEARCH_READER;
    const name = urls.length > 1 ? `meilisearch_${i + 1}` : 'meilisearch';
    const readers = urls.length > 1 ? [reader] : [reader, readerOfEngine(place)];
    const id = hash('sha256', place).slice(0, 8);
    return { url, key: keys.length > 1 ? keys[i] : keys[0], place, name, id, reader, readers };
  });
}

const listed = (text = ''): string[] => text.split(',').flatMap((each) => each.trim() || []);
