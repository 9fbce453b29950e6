import { pathsIn } from '#src/core/data-folder.ts'
import { checkpointFile } from '#src/db/engine.ts'
import { checkBackup } from './check.ts'
import { makeBackup, type OnProgress } from './create.ts'
import { openPlace } from './open-place.ts'
import { pruneBackups, sourceIn, sourceOf } from './place.ts'
import { findOwner } from './place-owner.ts'
import type { BackupTask, TaskResult } from './worker-message.ts'

/** Does a task, in this thread or in a worker. @throws {StartError} those of `createBackup` and `verifyBackup` */
export type RunTask = <T extends BackupTask>(task: T, onProgress?: OnProgress) => Promise<TaskResult<T>>

async function run(task: BackupTask, onProgress: OnProgress): Promise<TaskResult<BackupTask>> {
  if (task.action === 'create') {
    const { target } = task
    const place = 'place' in target ? await openPlace(target.place) : undefined
    try {
      return await makeBackup(task.data, place ? { place } : (target as { file: string }), {
        onProgress,
        allow: task.allow,
      })
    } finally {
      // a server has left its log alone: the save after this would move all that was saved since the snapshot
      checkpointFile(pathsIn(task.data).database)
    }
  }
  if (task.action === 'check') {
    const { source } = task
    const from = 'file' in source ? sourceOf(source.file) : sourceIn(await openPlace(source.place), source.name)
    return checkBackup(from, task.folder, onProgress)
  }
  const place = await openPlace(task.place)
  const owner = await findOwner(place, task.data)
  return owner ? pruneBackups(place, task.count, owner) : []
}

/** Does a task in this thread. */
export const runTask: RunTask = <T extends BackupTask>(task: T, onProgress: OnProgress = () => undefined) =>
  run(task, onProgress) as Promise<TaskResult<T>>
