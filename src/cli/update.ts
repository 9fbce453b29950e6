import { accessSync, constants, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { flagName, StartError, settingNames } from '#src/core/config.ts'
import { hasDatabase, lockDataFolder, prepareDataFolder, readRunning } from '#src/core/data-folder.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import { isFollowing } from '#src/core/follow-record.ts'
import { cliText, errorText, type Lang } from '#src/core/i18n.ts'
import { thisInstallation } from '#src/core/installation.ts'
import { readRecord, type UpdateRecord } from '#src/core/update-record.ts'
import { commandLineActor, recordAudit } from '#src/features/audit/index.ts'
import { noteInDatabase } from '#src/features/backup/index.ts'
import {
  compareVersions,
  downloadRelease,
  fetchManifest,
  goBack,
  readPrepared,
  stageUpdate,
  switchVersion,
  type UpdateSite,
  unpackRelease,
} from '#src/features/update/index.ts'
import { type Command, type Invocation, print, say } from './command.ts'
import { outcomeLine } from './serve.ts'

const nobody = { uid: 0, username: '', ip: '' }

/** Whether the server that is recorded in a data folder holds it: its process id may belong to another process by now. */
function isHeld(data: string): boolean {
  try {
    lockDataFolder(data).release()
    return false
  } catch (error) {
    if (error instanceof StartError && error.text === 'dataInUse') return true
    throw error
  }
}

// The new version is tried twice; a large database is copied and migrated.
const answerMs = 30 * 60_000

/** Asks the running server to install the prepared release, and waits until that has ended. */
async function askServer(site: UpdateSite, lang: Invocation['lang']): Promise<UpdateRecord> {
  const { data } = site.config
  const { pid } = readRunning(data) ?? fail('internal')
  if (process.platform === 'win32') throw new StartError('updateStopFirst', { pid })
  const before = JSON.stringify(readRecord(data))
  try {
    process.kill(pid, 'SIGUSR2')
  } catch {
    throw new StartError('updateNotYours', { pid })
  }
  say(cliText(lang, 'updateRequested', { pid }))
  const endsMs = Date.now() + answerMs
  while (Date.now() < endsMs) {
    const record = readRecord(data)
    if (record?.phase === 'ended' && JSON.stringify(record) !== before) return record
    await delay(200)
  }
  throw new StartError('updateNoAnswer', { pid })
}

/** Installs the prepared release where no server runs. */
async function installHere(site: UpdateSite, { flags, lang }: Invocation): Promise<UpdateRecord> {
  const { data } = site.config
  const args = [...settingNames.map(flagName), 'config'].flatMap((name) => {
    const value = flags.get(name)
    return value === undefined ? [] : [`--${name}`, value]
  })
  const owner = statSync(data)
  const user = process.getuid?.() === 0 && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined
  const staged = await stageUpdate(site, {
    by: nobody,
    args,
    user,
    onStep: (step) => say(cliText(lang, 'updateStep', { step: cliText(lang, `updateStep_${step}`) })),
  })
  try {
    return await switchVersion(data, staged)
  } finally {
    giveToOwner(data)
  }
}

async function installNoted(site: UpdateSite, call: Invocation): Promise<UpdateRecord> {
  try {
    return await installHere(site, call)
  } catch (error) {
    if (error instanceof AppError) await noteRejection(site, call.lang, error)
    throw error
  }
}

/** Says whether there is a newer version; does not install it. */
async function check(site: UpdateSite, { lang, json }: Invocation): Promise<number> {
  const { manifest } = await fetchManifest(site)
  const { version } = site.installation
  const isNewer = compareVersions(manifest.version, version) > 0
  if (json) print(JSON.stringify({ version, new_version: manifest.version, is_newer: isNewer }))
  else print(cliText(lang, isNewer ? 'updateNewer' : 'updateNewest', { version, newest: manifest.version }))
  return 0
}

/** @throws {StartError} updateUnreadable when there is no such file, or it may not be read */
function requireReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK)
    if (statSync(path).isFile()) return
  } catch {
    // as one that is no file
  }
  throw new StartError('updateUnreadable', { path })
}

/** Returns the verified release: from a file, from the configured address, or the one that has arrived before. */
async function getRelease(site: UpdateSite, file: string) {
  if (file !== '') {
    requireReadable(file)
    return unpackRelease(site, file, () => undefined)
  }
  if (site.config.update_url === '') return readPrepared(site) ?? fail('updateNotConfigured')
  return downloadRelease(site, () => undefined)
}

/** Writes into the audit log that an update by a command was rejected. */
async function noteRejection(site: UpdateSite, lang: Lang, { errorName, values }: AppError): Promise<void> {
  const detail = `${site.installation.version}: ${errorText(lang, errorName, values)}`
  const time = Math.floor(site.now().getTime() / 1000)
  await noteInDatabase(site.config.data, (db) =>
    recordAudit(db, { ...commandLineActor, action: 'updateRejected', detail }, time),
  )
}

/** Returns to the previous version. */
async function back(site: UpdateSite, { lang, json, switches }: Invocation): Promise<number> {
  const { from, to, replaced } = await goBack(site, switches.has('with-copy'))
  if (json) print(JSON.stringify({ from, to, ...replaced }))
  else {
    print(cliText(lang, 'updateWentBack', { from, to }))
    if (replaced) print(cliText(lang, 'updateReplaced', replaced))
  }
  return 0
}

/** Installs a newer version: from a file, or from the configured address. */
export const updateCommand: Command = {
  usage: 'update [FILE] [--check] [--back] [--with-copy]',
  about: {
    en: 'Install a newer version, from a file or the update address; --back goes back to the version before',
    zh: '安装新版本，来自文件或更新地址；--back 退回原版本',
  },
  async run(call) {
    const { lang, argument: file } = call
    const config = call.readConfig()
    const site: UpdateSite = { config, installation: thisInstallation(), now: () => new Date() }
    if (call.switches.has('check')) return check(site, call)
    if (isFollowing(config.data)) throw new StartError('followUpdate', { path: config.data })
    if (call.switches.has('back')) return back(site, call)
    if (!site.installation.executable) fail('updateFromSources')
    if (!hasDatabase(config.data)) throw new StartError('dataMissing', { path: config.data })
    prepareDataFolder(config.data)
    const release = await getRelease(site, file).catch(async (error: unknown) => {
      if (error instanceof AppError) await noteRejection(site, lang, error)
      throw error
    })
    say(cliText(lang, 'updateVerified', { version: release.manifest.version }))
    const isRunning = isHeld(config.data)
    giveToOwner(config.data)
    const record = isRunning ? await askServer(site, lang) : await installNoted(site, call)
    const isGood = isRunning ? record.outcome === 'installed' : record.phase === 'swapped'
    if (call.json) print(JSON.stringify({ from: record.from, to: record.to, is_installed: isGood }))
    say(outcomeLine(lang, isGood ? { ...record, outcome: 'installed' } : record))
    return isGood ? 0 : 1
  },
}
