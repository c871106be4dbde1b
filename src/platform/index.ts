// The door of this package: all that others import of it.

export type { ItemFault, OtherFault } from './access/fault.js';
export {
  CHALLENGE,
  identifyCaller,
  keyRequired,
  otherSource,
  refuseOtherRecipient,
  refuseOtherSource,
  sourceBound,
} from './access/identify.js';
export {
  importOfKey,
  keptForm,
  openKeeping,
  pruneImports,
  rejectedAfter,
  rejectedOf,
} from './access/kept-imports.js';
export { issueKey, listKeys, revokeKey } from './access/keys.js';
export { INQUIRIES, ofCaller, PAGES, READS_ANONYMOUS, READS_WITH_KEY } from './access/limits.js';
export type { Limits } from './access/limits.js';
export * from './access/once.js';
export {
  endLogged,
  findLogged,
  GOES_ON,
  insertLog,
  pageLog,
  pruneAnswers,
  pruneLog,
  SIGN_OF_LIFE_MS,
  recentlyRejected,
} from './access/store.js';
export type { LogEntry } from './access/store.js';
export { entryOf, recorded, writerOf } from './access/sync-log.js';
export { ConfigError, loadConfig, siteOriginOf } from './config.js';
export type { Config, S3Config } from './config.js';
export { CLOCK, openAsOf } from './database/as-of.js';
export {
  allowSilence,
  connect,
  disconnect,
  escapeLike,
  exactTime,
  isLocked,
  isoTime,
  isOverload,
  isUnavailable,
  named,
  prepared,
  readRows,
  withSession,
} from './database/connect.js';
export type { BorrowedConnection, Connection, Database, Statement, Transaction } from './database/connect.js';
export * from './database/distinct.js';
export * from './database/flush.js';
export * from './database/listen.js';
export * from './database/locks.js';
export { startBackground } from './database/background.js';
export { migrate, UnknownSchema } from './database/migrate.js';
export * from './database/page.js';
export * from './database/prune.js';
export { readPrimary } from './database/reads.js';
export type { Reads } from './database/reads.js';
export { databaseTrouble, postgresServer } from './database/server.js';
export * from './database/single.js';
export * from './database/wait-for-locks.js';
export * from './database/writes.js';
export * from './http/answer-cache.js';
export { announced, inImportFolder, piecesOf, receiveBody, receiveStream, withBytes } from './http/body.js';
export type { Body } from './http/body.js';
export * from './http/compress.js';
export { beginContext } from './http/context.js';
export type { Caller } from './http/context.js';
export * from './http/cors.js';
export * from './http/doc.js';
export * from './http/watch-requests.js';
export { formText, receiveAnyForm, receiveForm } from './http/form.js';
export { healthRoutes, openHealth } from './http/health.js';
export type { Health } from './http/health.js';
export * from './http/holder.js';
export * from './http/host.js';
export { malformedJson, parseJson, refuseOtherCharsets, SpooledJson } from './http/json-body.js';
export * from './http/json-text.js';
export { isKeyAccess, KEY_ACCESSES } from './http/key-access.js';
export type { KeyAccess } from './http/key-access.js';
export * from './http/log-requests.js';
export * from './http/nameless-file.js';
export * from './http/network.js';
export { sendAtPace } from './http/pace.js';
export * from './http/packed.js';
export {
  anyOf,
  anyText,
  booleanText,
  instantText,
  isGiven,
  pageNumber,
  pageSize,
  parametersOf,
  wholeNumber,
} from './http/parameters.js';
export * from './http/problem.js';
export * from './http/fault-codes.js';
export * from './http/range.js';
export * from './http/route.js';
export * from './http/security-headers.js';
export * from './http/server.js';
export * from './http/unparsed.js';
export * from './http/validate.js';
export { isFull } from './process/disk.js';
export * from './process/errors.js';
export * from './process/give-way.js';
export { DROPPED_LINES, openLogOutput } from './process/log-output.js';
export * from './process/log.js';
export * from './process/make-folders.js';
export { openMetrics, serveMetrics } from './process/metrics.js';
export type { Metrics } from './process/metrics.js';
export { NotStarted, openPool, WorkerEnded } from './process/pool.js';
export type { Pool } from './process/pool.js';
export { ROOT } from './process/root.js';
export * from './process/secrets.js';
export * from './process/time-out.js';
export { traceHeaders, withinTrace } from './process/trace.js';
export * from './process/unusable.js';
export { unsupported, VERSIONS } from './process/versions.js';
export { sayAlive, serve } from './process/worker.js';
export * from './process/write-whole.js';
export type { Site } from './site.js';
export * from './values/code-points.js';
export * from './values/csv.js';
export * from './values/distance.js';
export * from './values/files/encodings.js';
export * from './values/files/read.js';
export { textOf, UnreadableFile } from './values/files/row.js';
export type { Cell, FileKind, Row, WrittenCell } from './values/files/row.js';
export { LARGE_WORKBOOK } from './values/files/sheet.js';
export * from './values/guarded.js';
export * from './values/instant.js';
export * from './values/nothing.js';
export * from './values/number.js';
export * from './values/refusal.js';
export * from './values/spreadsheet-error.js';
export * from './values/status.js';
export * from './values/table.js';
export * from './values/words.js';
export { openPlatform } from './context.js';
export type { Context, Feature, Waits } from './context.js';
export * from './process/introduce.js';
export * from './limits/limit.js';
export { JSON_BOUNDS, LIMITS, PACES, STALL_MS } from './limits/sizes.js';
export type { Pace } from './limits/sizes.js';
