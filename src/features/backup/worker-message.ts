import type { CliText, CliValues } from '#src/core/i18n.ts'
import type { MadeBackup } from './create.ts'
import type { Summary } from './format.ts'
import type { PlaceSettings } from './place.ts'

/** Makes a backup, for a caller that has the lock. */
interface CreateTask {
  action: 'create'
  data: string
  target: { file: string } | { place: PlaceSettings }
  /** The private networks that the server may send requests to, for files in buckets. */
  allow: readonly string[]
}

/** Reads and checks a backup; its database is unpacked into `folder`. */
export interface CheckTask {
  action: 'check'
  source: { file: string } | { place: PlaceSettings; name: string }
  folder: string
}

/** Removes old backups from a place, if it is the data folder's. */
interface PruneTask {
  action: 'prune'
  data: string
  place: PlaceSettings
  /** How many verified ones stay. */
  count: number
}

/** What takes long, and is done in a worker thread of a server. */
export type BackupTask = CreateTask | CheckTask | PruneTask

/** The result of a task. */
export type TaskResult<T extends BackupTask> = T extends CreateTask
  ? MadeBackup
  : T extends CheckTask
    ? Summary
    : string[]

/** What the worker starts with. */
export interface BackupWorkerData {
  docsteadWorker: 'backup'
  task: BackupTask
}

/** A message of the worker. The uploads are those of a `DamagedUploads`. */
export type BackupWorkerResponse =
  | { progress: number }
  | { result: TaskResult<BackupTask> }
  | { failure: { text: CliText; values: CliValues; uploads: string[] | undefined } }
  | { bug: string }
