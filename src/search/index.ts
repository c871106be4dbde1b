// The door of this package: all that others import of it.

export * from './demand/csv.js';
export * from './demand/demand.js';
export * from './demand/demanded.js';
export {
  deleteDemand,
  ignoreDemand,
  listDemand,
  MOST_WEEKS,
  pruneDemand,
  USUAL_WEEKS,
} from './demand/store.js';
export { weeksAgo } from './demand/weeks.js';
export { DOCUMENTS_PAGE, EngineTrouble, Refused } from './engine/engine.js';
export type { Depth, EngineServer, IndexedDocument, Indexes, Sent } from './engine/engine.js';
export * from './engine/engine-of.js';
export { exactKey } from './engine/facet-keys.js';
export * from './lists/met-demand.js';
export * from './lists/resolve.js';
export * from './related/related.js';
export { openStructureLibrary } from './structure/find-library.js';
export type { StructureLibrary } from './structure/find-library.js';
export { DEFAULT_THRESHOLD, MODES, thresholdChoices, WAYS } from './structure/find-modes.js';
export type { Way } from './structure/find-modes.js';
export { LONGEST, ONE_WORD, thresholdText } from './structure/find-routes.js';
export * from './structure/find-text.js';
export { findByStructure, findIdsByStructure } from './structure/find.js';
export type { FoundStructures } from './structure/find.js';
export * from './structure/meant.js';
export type { Facets } from './text/facets.js';
export * from './text/filters.js';
export { LIMIT_MS } from './text/find-best.js';
export type { SearchAnswer } from './text/find-best.js';
export { doubtAbout, hasExact, MAX_HITS } from './text/found.js';
export type { Found, ListItem } from './text/found.js';
export * from './text/highlight.js';
export { BEGUN, KEY_KINDS } from './text/keys.js';
export type { KeyKind } from './text/keys.js';
export { isDemand, lacksOf } from './text/lacks.js';
export { partsOfList } from './text/list.js';
export { MATCHES, OUTCOMES } from './text/match.js';
export type { Outcome } from './text/match.js';
export * from './text/prefer.js';
export { Search } from './text/search.js';
export { SORTED, SORTS } from './text/sort.js';
export type { SearchSort } from './text/sort.js';
export { mergeSearchKeys } from './text/store.js';
export * from './text/suggest.js';
export { KEY_BYTES } from './text/tier.js';
export * from './text/typed.js';
export * from './open.js';
