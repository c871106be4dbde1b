// The door of this package: all that others import of it.

export { demandCsv } from './demand/csv.js';
export { openDemand } from './demand/demand.js';
export type { Demand } from './demand/demand.js';
export type { Demanded, Lack } from './demand/demanded.js';
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
export { engineOf, engineServers, refuseUnsupportedEngine } from './engine/engine-of.js';
export type { EngineConfig } from './engine/engine-of.js';
export { exactKey } from './engine/facet-keys.js';
export { openMeilisearch } from './engine/meilisearch.js';
export { forgetMetDemand } from './lists/met-demand.js';
export { A_READ, isFound, MAX_RESOLVED, readsOf, REASONS, resolve } from './lists/resolve.js';
export type { Resolved, ResolveParts } from './lists/resolve.js';
export { openStructureLibrary } from './structure/find-library.js';
export type { StructureLibrary } from './structure/find-library.js';
export { DEFAULT_THRESHOLD, MODES, thresholdChoices, WAYS } from './structure/find-modes.js';
export type { Way } from './structure/find-modes.js';
export { LONGEST, ONE_WORD, thresholdText } from './structure/find-routes.js';
export { searchedStructures } from './structure/find-text.js';
export { findByStructure, findIdsByStructure } from './structure/find.js';
export type { FoundStructures } from './structure/find.js';
export { typedText, withMeant } from './structure/meant.js';
export type { MeantParts } from './structure/meant.js';
export type { Facets } from './text/facets.js';
export { FILTER_PARAMETERS, filtersOf, parameterOf, valueList } from './text/filters.js';
export type { SearchFilters } from './text/filters.js';
export { LIMIT_MS } from './text/find-best.js';
export type { SearchAnswer } from './text/find-best.js';
export { doubtAbout, hasExact, MAX_HITS } from './text/found.js';
export type { Found, ListItem } from './text/found.js';
export { highlighter } from './text/highlight.js';
export { BEGUN, KEY_KINDS } from './text/keys.js';
export type { KeyKind } from './text/keys.js';
export { isDemand, lacksOf } from './text/lacks.js';
export { partsOfList } from './text/list.js';
export { MATCHES, OUTCOMES } from './text/match.js';
export type { Outcome } from './text/match.js';
export { LONGEST_WAIT, waitUntilSearchable } from './text/prefer.js';
export { Search } from './text/search.js';
export { SORTED, SORTS } from './text/sort.js';
export type { SearchSort } from './text/sort.js';
export { mergeSearchKeys } from './text/store.js';
export { MAX_SUGGESTIONS, suggestionsOf } from './text/suggest.js';
export { KEY_BYTES } from './text/tier.js';
export { beginning, partRead, readTyped } from './text/typed.js';
export type { Typed } from './text/typed.js';
export { findingRoutes, openFinding } from './open.js';
export type { SearchParts } from './open.js';
