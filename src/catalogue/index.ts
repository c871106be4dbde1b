// The door of this package: all that others import of it.

export { aliasQuery } from './aliases/routes.js';
export { namesBeside } from './aliases/store.js';
export * from './aliases/tables.js';
export * from './bulk/begin.js';
export * from './bulk/read.js';
export * from './bulk/run.js';
export { endBulkEdit, findBulkEdit, lastBulkEdits } from './bulk/store.js';
export { categoriesInUse, listCategories } from './categories/store.js';
export * from './changes/epoch.js';
export * from './changes/lag.js';
export * from './changes/listen.js';
export * from './changes/log.js';
export * from './changes/position.js';
export * from './changes/prune.js';
export * from './changes/rebuild-reasons.js';
export * from './changes/search-reader.js';
export * from './history/bring-back.js';
export { listDeleted, pruneHistory } from './history/store.js';
export * from './media/folder-store.js';
export { keep } from './media/keep.js';
export * from './media/objects.js';
export * from './media/open.js';
export { publicMediaRoutes } from './media/routes.js';
export { readGroup } from './media/rules.js';
export * from './media/store.js';
export { aliasesOf, versionOf } from './products/aliases.js';
export * from './products/columns.js';
export { CODE_OR_CAS_PARAM, pushAnswer, pushShown } from './products/docs.js';
export * from './products/fields.js';
export * from './products/ignored.js';
export { absoluteAddress, absoluteAddresses } from './products/image-address.js';
export { NoItem, openItems, readItems } from './products/item.js';
export type { GivenWarning, ReadItems } from './products/item.js';
export * from './products/judge.js';
export type { LargePush, PushEnd } from './products/large-push.js';
export * from './products/list-page.js';
export { pruneListParts } from './products/list-parts-store.js';
export { compactTotals, LACKABLE, listInOrder, listProducts, upTo, whereOf } from './products/list-store.js';
export {
  checkText,
  FILTER_WORDS,
  FILTERS,
  KEY_FILTERS,
  planList,
  SAMPLE_SOURCE,
  structuresWanted,
} from './products/list.js';
export type { Filters, ListSort } from './products/list.js';
export { MAX_PARTS, nothingNamed, readFullList, switchOffAfterwards } from './products/missing.js';
export type { FullList, NamedProducts, SwitchedOff } from './products/missing.js';
export * from './products/push-body.js';
export { pushItems } from './products/push.js';
export type { PushOutcome } from './products/push.js';
export { recordedPush } from './products/recorded-push.js';
export type { PushDone } from './products/recorded-push.js';
export { EDIT_BYTES } from './products/routes.js';
export { exampleProduct, productSchema, productWithStructure } from './products/schemas.js';
export {
  codesBetween,
  distinctValues,
  highestId,
  knownName,
  othersOfSeries,
  PRODUCT_COLUMNS,
  productDetail,
  productsByCode,
  productsById,
  versionsAfterId,
} from './products/store.js';
export type { ProductDetail, StoredProduct } from './products/store.js';
export * from './quality/catch-up.js';
export { docs as qualityDocs } from './quality/docs.js';
export { NAME_CHECKS } from './quality/checks.js';
export { meaningsOf } from './quality/store.js';
export * from './structures/description-store.js';
export { BITMAP, drawingAddress, HASH_DIGITS, isDrawing } from './structures/drawing-address.js';
export * from './structures/picture.js';
export * from './structures/show.js';
export { hashesOf, isAnyIncomplete, READABLE, structureOf, structuresOf } from './structures/store.js';
export type { StoredStructure, SubstanceForm } from './structures/store.js';
export { compactTagLedger, listTags } from './tags/store.js';
export * from './terms/names.js';
export * from './terms/read.js';
export { nearestTerms, lockTerms, nameOfTerm, pageOfTerms, putTerms, TERMS_CHANNEL } from './terms/store.js';
export * from './terms/tables.js';
export * from './terms/term.js';
export * from './open.js';
export * from './parts.js';
