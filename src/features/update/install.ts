import { chmod, chown, copyFile, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, fail } from '#src/core/errors.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import { type UpdateRecord, writeRecord } from '#src/core/update-record.ts'
import { schemaNumber } from '#src/db/engine.ts'
import { syncFolder } from '#src/db/sync-folder.ts'
import { backUp, copyForTrial, databaseBytes, keepBackupsAway } from './backup.ts'
import { hashFile, type PreparedRelease, readPrepared, releaseFolder, type UpdateSite } from './release-source.ts'
import { besides, manualLines, requireReplaceable, requireSpace, toWriteError } from './space.ts'
import type { StagedUpdate } from './switch.ts'
import { askVersion, TrialFailed, type TrialOptions, tryExecutable } from './trial.ts'

/** The steps of an update, in their order. */
export type UpdateStep = 'download' | 'verify' | 'stage' | 'try' | 'backup' | 'restart'

/** Who began an update; without a name, somebody on the command line. */
export type UpdateActor = Pick<UpdateRecord, 'uid' | 'username' | 'ip'>

/** How an update is installed. */
export interface InstallOptions {
  by: UpdateActor
  /** The flags that the server was started with. */
  args: readonly string[]
  user?: TrialOptions['user']
  onStep(step: UpdateStep): void
}

const readyMs = 60_000
// A migration reads and writes every row: slower than any disk in use.
const migrationBytesPerMs = 2_000

/** @throws {AppError} updateFromSources */
function requireExecutable({ installation }: UpdateSite): string {
  return installation.executable ?? fail('updateFromSources')
}

/** Copies the new executable beside the present one, with its owner and mode, and verifies what has been written. */
async function stage({ path, file }: PreparedRelease, executable: string, staged: string): Promise<void> {
  try {
    await rm(staged, { force: true })
    await copyFile(path, staged)
    const { mode, uid, gid } = await stat(executable)
    await chmod(staged, mode & 0o777)
    if (process.getuid?.() === 0) await chown(staged, uid, gid)
    const handle = await open(staged, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await syncFolder(dirname(staged))
    if ((await hashFile(staged)) !== file.sha256) fail('updateDamaged')
  } catch (error) {
    await rm(staged, { force: true })
    throw toWriteError(error, dirname(staged))
  }
}

/** Runs the new executable on a copy of the database, beside the running server. */
async function tryOnCopy(
  site: UpdateSite,
  { manifest }: PreparedRelease,
  staged: string,
  trial: TrialOptions,
): Promise<void> {
  const { version, platform, schema } = await askVersion(staged)
  const isPromised =
    version === manifest.version && platform === site.installation.platform && schema === manifest.schema
  if (!isPromised) throw new TrialFailed(`version ${version}, ${platform}, schema ${schema}`)
  const folder = join(releaseFolder(site.config.data), 'trial')
  const remove = await copyForTrial(site.config.data, folder)
  try {
    giveToOwner(site.config.data)
    await tryExecutable(staged, { ...trial, args: [...trial.args, '--data', folder] })
  } finally {
    await remove()
  }
}

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Prepares the release in the data folder for installation, while the server runs: verifies it, stages it beside the
 * executable, tries it on a copy of the database and makes a backup. Then everything is ready for `switchVersion`.
 *
 * @throws {AppError} updateFromSources, updateNotPrepared, updateNotWritable, updateNoSpace, updateDamaged,
 *   updateBackupRunning, updateBroken, updateBackupFailed, and those of `readManifest` and `chooseRelease`; nothing is changed then
 */
export async function stageUpdate(site: UpdateSite, options: InstallOptions): Promise<StagedUpdate> {
  const { data } = site.config
  const executable = requireExecutable(site)
  options.onStep('verify')
  const release = readPrepared(site) ?? fail('updateNotPrepared')
  const { manifest, file, path } = release
  if ((await hashFile(path)) !== file.sha256) fail('updateDamaged')

  options.onStep('stage')
  const backups = await keepBackupsAway(data)
  backups.release()
  try {
    requireReplaceable(executable, file.size)
  } catch (error) {
    if (!(error instanceof AppError) || error.errorName !== 'updateNotWritable') throw error
    return fail('updateNotWritable', { ...error.values, lines: manualLines(site.config, path, executable).join('\n') })
  }
  const bytes = await databaseBytes(data)
  requireSpace(data, 2 * bytes + 10_000_000) // the backup, and the copy that is tried
  const staged = besides(executable, 'new')
  await stage(release, executable, staged)
  try {
    const changesSchema = manifest.schema !== schemaNumber
    const trial: TrialOptions = {
      args: options.args,
      version: manifest.version,
      readyMs: readyMs + (changesSchema ? bytes / migrationBytesPerMs : 0),
      user: options.user,
    }
    options.onStep('try')
    await tryOnCopy(site, release, staged, trial).catch((error: unknown) =>
      fail('updateBroken', { version: manifest.version, detail: detailOf(error) }),
    )
    options.onStep('backup')
    await backUp(data, manifest.version, site.now()).catch((error: unknown) =>
      fail('updateBackupFailed', { detail: detailOf(error) }),
    )
    const record = writeRecord(data, {
      phase: 'switching',
      from: site.installation.version,
      to: manifest.version,
      executable,
      staged,
      previous: besides(executable, 'previous'),
      ...options.by,
      time: Math.floor(site.now().getTime() / 1000),
      is_logged: false,
    })
    options.onStep('restart')
    return { record, changesSchema, trial }
  } catch (error) {
    await rm(staged, { force: true })
    throw error
  }
}
