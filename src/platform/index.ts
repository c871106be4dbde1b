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
export type { KeyRing } from './access/keys.js';
export { INQUIRIES, ofCaller, PAGES, READS_ANONYMOUS, READS_WITH_KEY } from './access/limits.js';
export type { Limits } from './access/limits.js';
export { onceFor, recordedOnce } from './access/once.js';
export { recentPushes } from './access/push-days.js';
export {
  endLogged,
  findLogged,
  GOES_ON,
  insertLog,
  pageLog,
  pruneAnswers,
  pruneLog,
  SIGN_OF_LIFE_MS,
} from './access/store.js';
export type { LogEntry } from './access/store.js';
export { entryOf, recorded, writerOf } from './access/sync-log.js';
export type { SyncLog } from './access/sync-log.js';
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
export { distinctValuesOf } from './database/distinct.js';
export { flushRegularly } from './database/flush.js';
export { listen } from './database/listen.js';
export { LOCKS } from './database/locks.js';
export { startBackground } from './database/background.js';
export { migrate, UnknownSchema } from './database/migrate.js';
export { pageAt, pageWithTotal } from './database/page.js';
export type { Page } from './database/page.js';
export { clockAhead, isOlder, MOST_APART, removeInSteps } from './database/prune.js';
export { readPrimary } from './database/reads.js';
export type { Reads } from './database/reads.js';
export { databaseTrouble, postgresServer } from './database/server.js';
export { BLOCKERS, LOCK_WAIT, LockTimeout, untilLocked } from './database/wait-for-locks.js';
export type { Blocker, LockWait } from './database/wait-for-locks.js';
export { ConcurrentWrite, directWrites, OFFICE_SOURCE, openWrites, writtenBy } from './database/writes.js';
export type { Writer, Writes } from './database/writes.js';
export { openAnswerCache, sizeOfText } from './http/answer-cache.js';
export type { AnswerCache, Made } from './http/answer-cache.js';
export { announced, inImportFolder, piecesOf, receiveBody, receiveStream, withBytes } from './http/body.js';
export type { Body } from './http/body.js';
export { compressAnswers } from './http/compress.js';
export { beginContext } from './http/context.js';
export type { Caller } from './http/context.js';
export { cors } from './http/cors.js';
export { watchRequests } from './http/watch-requests.js';
export { formText, receiveAnyForm, receiveForm } from './http/form.js';
export { healthRoutes, openHealth } from './http/health.js';
export type { Health } from './http/health.js';
export { goneSignal, holderOf } from './http/holder.js';
export { refuseWithoutHost } from './http/host.js';
export { malformedJson, parseJson, refuseOtherCharsets, SpooledJson } from './http/json-body.js';
export { joinObjects, listJson } from './http/json-text.js';
export { isKeyAccess, KEY_ACCESSES } from './http/key-access.js';
export type { KeyAccess } from './http/key-access.js';
export { logRequests } from './http/log-requests.js';
export { openNameless } from './http/nameless-file.js';
export { networkOf } from './http/network.js';
export { sendAtPace } from './http/pace.js';
export { FOR_EVER, openPacked, serveFolder } from './http/packed.js';
export {
  anyOf,
  booleanText,
  instantText,
  isGiven,
  pageNumber,
  pageSize,
  parametersOf,
  wholeNumber,
} from './http/parameters.js';
export {
  asProblem,
  badField,
  KINDS,
  Problem,
  problemSchema,
  renderProblems,
  unavailable,
} from './http/problem.js';
export type { Fault, Slug } from './http/problem.js';
export { codeNamed, FAULT_CODES } from './http/fault-codes.js';
export type { FaultCode } from './http/fault-codes.js';
export { rangeOf } from './http/range.js';
export {
  answerOf,
  changedMeanwhile,
  isConditional,
  mount,
  namesTag,
  ok,
  refuseUnlessAsAsked,
  route,
  tagOf,
} from './http/route.js';
export type { Answer, AnswerDoc, BodyBounds, Call, Guard, Route, RouteDoc } from './http/route.js';
export { securityHeaders } from './http/security-headers.js';
export { createExpressServer } from './http/server.js';
export { answerUnparsed } from './http/unparsed.js';
export {
  codeNumber,
  codeText,
  faultOfName,
  givenCode,
  members,
  nameList,
  numberAsText,
  ofOtherType,
  oneOf,
  readValue,
  refuse,
  tidyName,
} from './http/validate.js';
export { isFull } from './process/disk.js';
export { codeOf, messageOf, ofFile } from './process/errors.js';
export { DROPPED_LINES, openLogOutput } from './process/log-output.js';
export { openLog } from './process/log.js';
export { makeFolders } from './process/make-folders.js';
export { openMetrics, serveMetrics } from './process/metrics.js';
export type { Metrics, Pushed } from './process/metrics.js';
export { NotStarted, openPool, WorkerEnded } from './process/pool.js';
export type { Pool } from './process/pool.js';
export { ROOT } from './process/root.js';
export { withoutSecrets } from './process/secrets.js';
export { orAborted, TimedOut, within } from './process/time-out.js';
export { cannotListen, hostAndPort, unreachable, Unusable } from './process/unusable.js';
export { unsupported, VERSIONS } from './process/versions.js';
export { sayAlive, serve } from './process/worker.js';
export { writeWhole } from './process/write-whole.js';
export type { Site } from './site.js';
export { codePoints, CONTROL_BUT_LINES, cutUnits, faultOfText, isLonger } from './values/code-points.js';
export { csvCell, csvRow } from './values/csv.js';
export { ENCODINGS } from './values/files/encodings.js';
export type { Encoding } from './values/files/encodings.js';
export { rowsInFile } from './values/files/read.js';
export type { FileBounds, ReadOptions } from './values/files/read.js';
export { textOf, UnreadableFile } from './values/files/row.js';
export type { Cell, FileKind, Row } from './values/files/row.js';
export { LARGE_WORKBOOK } from './values/files/sheet.js';
export { guarded, guardedSql, unguarded } from './values/guarded.js';
export { parseInstant } from './values/instant.js';
export { saysNothing } from './values/nothing.js';
export { numberOf, withoutNoise } from './values/number.js';
export { isRefusal } from './values/refusal.js';
export type { Refusal } from './values/refusal.js';
export { isShortened, isSpreadsheetError } from './values/spreadsheet-error.js';
export { statusOf } from './values/status.js';
export { NoTable, readTable, tableLine } from './values/table.js';
export type { TableRow } from './values/table.js';
export { openPlatform } from './context.js';
export type { Context, Feature, Waits } from './context.js';
export {
  exposeBuild,
  exposeServers,
  introduce,
  logIntroduction,
  readBuild,
  SERVICE_VERSION,
} from './process/introduce.js';
export type { Build, Dependency, Introduction } from './process/introduce.js';
export { openLimit, OURSELVES } from './limits/limit.js';
export type { Holder, Limit, Share } from './limits/limit.js';
export { JSON_BOUNDS, LIMITS, PACES, STALL_MS } from './limits/sizes.js';
export type { Pace } from './limits/sizes.js';
