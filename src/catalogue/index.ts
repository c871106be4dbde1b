// The door of this package: all that others import of it.

export { aliasQuery } from './aliases/routes.js';
export { loadStarterAliases } from './aliases/starter.js';
export { namesBeside } from './aliases/store.js';
export { exportAliases, importAliases } from './aliases/tables.js';
export * from './bulk/begin.js';
export * from './bulk/read.js';
export * from './bulk/run.js';
export { endBulkEdit, findBulkEdit, lastBulkEdits } from './bulk/store.js';
export { categoriesInUse, listCategories } from './categories/store.js';
export * from './changes/epoch.js';
export * from './changes/lag.js';
export * from './changes/listen.js';
export {
  checkPosition,
  endOf,
  lastChange,
  latestShown,
  readChanges,
  readCommitted,
  stateOf,
  tip,
  tipForCopies,
  tipOfSnapshot,
} from './changes/log.js';
export type { LoggedChange } from './changes/log.js';
export { encodePosition, isPast, PositionLost } from './changes/position.js';
export type { Position } from './changes/position.js';
export * from './changes/prune.js';
export { REBUILD_REASONS, requestedBy } from './changes/rebuild-reasons.js';
export type { RebuildReason } from './changes/rebuild-reasons.js';
export * from './changes/search-reader.js';
export * from './history/bring-back.js';
export { listDeleted, pruneHistory } from './history/store.js';
export * from './media/folder-store.js';
export { keep } from './media/keep.js';
export { DamagedImage, putImage, readImage } from './media/objects.js';
export type { ObjectStore } from './media/objects.js';
export { withMedia } from './media/open.js';
export type { Media } from './media/open.js';
export { publicMediaRoutes } from './media/routes.js';
export { readGroup } from './media/rules.js';
export {
  deleteUnshown,
  findImage,
  groupsOfImages,
  insertImages,
  moveImages,
  pageImages,
  productsShowing,
} from './media/store.js';
export type { NewImage } from './media/store.js';
export { aliasesOf, versionOf } from './products/aliases.js';
export {
  COLUMN_NAMES,
  columnMeaning,
  isNoteOfColumn,
  isGuarded,
  isRead,
  isUnknown,
  nameKey,
  REASON_COLUMN,
} from './products/columns.js';
export type { ColumnMeaning } from './products/columns.js';
export { CODE_OR_CAS_PARAM, pushAnswer, pushShown } from './products/docs.js';
export {
  blankProduct,
  EDITABLE_FIELDS,
  FACETED_FIELDS,
  FIELD_NAMES,
  FIELDS,
  labelsOf,
  NO_CAS,
  STATUS_NAMES,
  STATUSES,
  STOCK,
  STRUCTURE_KEYS,
} from './products/fields.js';
export type { FacetedName, Field, FieldName, Product, Status } from './products/fields.js';
export { addIgnored, ignoredFields, nothingIgnored } from './products/ignored.js';
export type { Ignored } from './products/ignored.js';
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
export { MAX_ITEMS, pushItems } from './products/push.js';
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
export * from './quality/count.js';
export { docs as qualityDocs } from './quality/docs.js';
export { NAME_CHECKS } from './quality/checks.js';
export { meaningsOf } from './quality/store.js';
export * from './structures/description-store.js';
export { BITMAP, drawingAddress, HASH_DIGITS, isDrawing } from './structures/drawing-address.js';
export { otherForms } from './structures/other-forms.js';
export type { OtherForm } from './structures/other-forms.js';
export { openPictures } from './structures/picture.js';
export type { Picture } from './structures/picture.js';
export {
  drawingsOf,
  pictured,
  shownSmiles,
  structuresShown,
  withDrawings,
  withStructures,
} from './structures/show.js';
export { hashesOf, READABLE, structureOf, structuresOf } from './structures/store.js';
export type { StoredStructure, SubstanceForm } from './structures/store.js';
export { compactTagLedger, listTags } from './tags/store.js';
export * from './terms/names.js';
export * from './terms/read.js';
export { nearestTerms, lockTerms, nameOfTerm, pageOfTerms, putTerms, TERMS_CHANNEL } from './terms/store.js';
export * from './terms/tables.js';
export { TERM_KINDS } from './terms/term.js';
export type { TermKind } from './terms/term.js';
export * from './open.js';
export * from './parts.js';
