// The one door to the database engine: nothing outside src/db/sqlite imports that folder.
export { ChangeFeed, LostChanges, type PagesOfMoment, readSequences } from './sqlite/change-feed.ts'
export { cutOff, fullCheck, requireWritable } from './sqlite/check.ts'
export type { CheckWorkerData, CheckWorkerReady, CheckWorkerResponse } from './sqlite/check-worker-message.ts'
export { isDamaged, isFull, isLocked, isNotWritable, isUniqueViolation } from './sqlite/errors.ts'
export {
  beginsWithText,
  bytesOf,
  containsText,
  equalsIgnoringCase,
  numbersIn,
  positionOf,
  quotedBytesOf,
  tableOf,
} from './sqlite/expressions.ts'
export { type FileLock, lockFile } from './sqlite/file-lock.ts'
export { closeLog, FollowedDatabase, ReadOnlyDatabase } from './sqlite/followed-database.ts'
export { copyForeignFile, ForeignFile, ForeignFileWriter, type ForeignRow, rowNumber } from './sqlite/foreign-file.ts'
export { LogBuilder } from './sqlite/log-file.ts'
export {
  applyMigrations,
  copyDatabase,
  DamagedCopy,
  type Migrated,
  migrate,
  NewerDatabase,
  readSchemaNumber,
  schemaNumber,
} from './sqlite/migrate.ts'
export {
  checkpointFile,
  emptyLog,
  type OpenDatabase,
  openCopy,
  openDatabase,
  pauseCheckpoints,
  readNow,
  shrinkMemory,
} from './sqlite/open-database.ts'
export { rawDescriptor, readAt } from './sqlite/raw-file.ts'
export { readSqliteSchema } from './sqlite/read-schema.ts'
export { withSnapshot } from './sqlite/snapshot.ts'
export {
  fingerprint,
  Stage,
  type StagedTable,
  StageOutdated,
  type StageRow,
  type StageWriting,
  type TableName,
  writeStage,
} from './sqlite/stage.ts'
export { ForeignDatabase, IncompleteDatabase, inspectDatabase, requireStructure } from './sqlite/structure.ts'
