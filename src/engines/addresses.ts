import { hash } from 'node:crypto';
import { readerOfEngine, SEARCH_READER } from '../changes/search-reader.js';
import { hostAndPort } from '../process/unusable.js';

/** A search engine that the configuration names. */
export interface EngineAddress {
  url: string;
  key: string | undefined;
  /** host and port, which identify the engine wherever it stands in the list */
  place: string;
  /** its name in `/readyz` and the metrics, which does not reveal its address */
  name: string;
  /** identifies it to clients, who may not know its address */
  id: string;
  /** the reader of the change log that feeds it */
  reader: string;
  /** readers that may feed it while another process still has the old list of engines */
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
  // With a single engine, commas belong to its key.
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
