import { StartError } from '#src/core/config.ts'
import { DamagedUploads } from './archive.ts'
import { type MadeBackup, type OnProgress, withBackupLock } from './create.ts'
import { uploadName } from './format.ts'
import { openPlace } from './open-place.ts'
import type { Place, PlaceSettings } from './place.ts'
import { ownPlace } from './place-owner.ts'
import { type RunTask, runTask } from './run-task.ts'
import { type VerifiedBackup, verifyBackup, verifyPlaced } from './verify.ts'
import { backupsIn } from './work-folder.ts'

/** A backup that was made and then verified. */
export interface CheckedBackup extends VerifiedBackup {
  made: MadeBackup
  /** The names of older backups that were removed. */
  removed: string[]
  /** Whether none was removed because the place is another site's. */
  isShared: boolean
}

/** Options of a backup that is verified. */
interface CheckedOptions {
  onProgress?: OnProgress
  /** Does what takes long: in this thread when left out; in a server `inWorker()`. */
  run?: RunTask
  /** The private networks that the server may send requests to, for files in buckets: the setting `outbound_allow`. */
  allow?: readonly string[]
}

// The share of making a backup in the time of making and verifying it.
const madeShare = 0.6

const nowSeconds = () => Math.floor(Date.now() / 1000)

/**
 * Checks that a folder that was chosen before is not empty: choosing it has left its owner there, so that an empty one is
 * where a disk should be mounted.
 *
 * @throws {StartError} backupPlaceEmpty
 */
export async function requireKnown(place: Place, settings: PlaceSettings): Promise<void> {
  if (settings.kind !== 'folder' || settings.mayCreate) return
  if ((await place.list()).size === 0) throw new StartError('backupPlaceEmpty', { path: place.name })
}

/**
 * Backs up a data folder and verifies the result: into a whole file, or into a place, where the `count` newest verified
 * backups of the site stay; another site's place keeps all.
 *
 * @throws {StartError} backupPlaceEmpty, backupPlaceGone, those of `createBackup` and `verifyBackup`
 */
export function createCheckedBackup(
  data: string,
  target: { file: string } | { place: PlaceSettings; count: number },
  { onProgress = () => undefined, run = runTask, allow = [] }: CheckedOptions = {},
): Promise<CheckedBackup> {
  const making: OnProgress = (done, total) => onProgress((done / total) * madeShare, 1)
  const verifying: OnProgress = (done, total) => onProgress(madeShare + (done / total) * (1 - madeShare), 1)
  return withBackupLock(data, async () => {
    if ('file' in target) {
      const made = await run({ action: 'create', data, target, allow }, making)
      return {
        made,
        ...(await verifyBackup(target.file, { run, onProgress: verifying })),
        removed: [],
        isShared: false,
      }
    }
    const place = await openPlace(target.place)
    await requireKnown(place, target.place)
    const isOwn = await ownPlace(place, data, { now: nowSeconds(), isTakeover: false })
    for (let isFirst = true; ; isFirst = false) {
      await place.requireSame()
      const made = await run({ action: 'create', data, target: { place: target.place }, allow }, making)
      try {
        const at = { place, name: made.placed, work: backupsIn(data), now: nowSeconds() }
        const verified = await verifyPlaced(at, { run, onProgress: verifying })
        const { count } = target
        const removed = isOwn ? await run({ action: 'prune', data, place: target.place, count }) : []
        return { made, ...verified, removed, isShared: !isOwn }
      } catch (error) {
        // uploads that earlier backups brought there and that are no longer as they were: copied again, once
        if (!(error instanceof DamagedUploads) || !isFirst) throw error
        for (const stored of error.stored) await place.remove(uploadName(stored))
      }
    }
  })
}
