import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolderNow } from '#src/db/sync-folder.ts'
import { StartError } from './config.ts'
import { giveToOwner, removeLeftover } from './folder-rights.ts'

/** The last step of a restore, which a start completes when it was interrupted. Paths are relative to the data folder. */
interface RestorePlan {
  /** The folder with the restored content. */
  staged: string
  /** The folder that takes the former content; '' when there is none. */
  former: string
}

const planName = 'restore.json'
const stagedPrefix = '.restore-'

/** Returns a new name for the folder that a restore unpacks into. */
export const newStagedName = (random: string): string => stagedPrefix + random

/** What is exchanged: each with the files that belong to it and move with the former one. */
const parts = [
  { name: 'docstead.db', others: ['docstead.db-wal', 'docstead.db-shm', 'docstead.db-journal'] },
  { name: 'uploads', others: [] },
]

// Unlike `existsSync`, throws when that cannot be known: what cannot be read is not taken for missing.
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const isEmptyFolder = (path: string): boolean => lstatSync(path).isDirectory() && readdirSync(path).length === 0

/** Whether a data folder has anything that a restore sets aside; a log file alone would be applied to what is restored. */
export const hasFormer = (data: string): boolean =>
  parts
    .flatMap(({ name, others }) => [name, ...others])
    .map((name) => join(data, name))
    .some((path) => exists(path) && !isEmptyFolder(path))

/** Whether a restore of this data folder has begun to exchange its content. */
export const isRestoring = (data: string): boolean => exists(join(data, planName))

/** Writes the plan down: from now on, the restore is completed whatever happens. */
export function planRestore(data: string, plan: RestorePlan): void {
  const path = join(data, planName)
  // a new file: a link that somebody else has put there is not followed
  rmSync(`${path}.new`, { recursive: true, force: true })
  const handle = openSync(`${path}.new`, 'wx', 0o600)
  try {
    writeFileSync(handle, JSON.stringify(plan))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  // the server may have to complete what root has begun
  giveToOwner(data, (name) => name === plan.staged || name === `${planName}.new`)
  renameSync(`${path}.new`, path)
  syncFolderNow(data)
}

const isPlan = (plan: unknown): plan is RestorePlan => {
  const { staged, former } = (plan ?? {}) as Partial<Record<keyof RestorePlan, unknown>>
  // names inside the data folder, no matter who wrote them
  const isStaged = typeof staged === 'string' && /^\.restore-[\w-]+$/.test(staged)
  return isStaged && typeof former === 'string' && /^(before-restore-[\w-]+)?$/.test(former)
}

/** @throws {StartError} restorePlanBad when there is a plan that cannot be read */
function readPlan(data: string): RestorePlan | undefined {
  const path = join(data, planName)
  try {
    const plan: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (isPlan(plan)) return plan
  } catch (error) {
    const { code = 'JSON' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new StartError('restorePlanBad', { path, detail: code })
  }
  throw new StartError('restorePlanBad', { path, detail: 'JSON' })
}

/**
 * Exchanges the content of a data folder as planned, one step each time it is continued. Can be interrupted after any
 * step, and begun again: what is still staged has not been exchanged yet.
 *
 * @throws {StartError} restorePlanBad
 */
export function* restoreSteps(data: string): Generator<string, void> {
  const plan = readPlan(data)
  if (!plan) return
  const staged = join(data, plan.staged)
  // what has appeared since the plan was made is set aside as well
  const former = join(data, plan.former || `before-restore-${plan.staged.slice(stagedPrefix.length)}`)
  for (const { name, others } of parts) {
    if (!exists(join(staged, name))) continue
    for (const one of [name, ...others]) {
      const path = join(data, one)
      if (!exists(path)) continue
      if (isEmptyFolder(path)) {
        rmdirSync(path)
        continue
      }
      mkdirSync(former, { recursive: true, mode: 0o700 })
      renameSync(path, join(former, one))
      yield `${one} is set aside`
    }
    if (exists(former)) syncFolderNow(former)
    renameSync(join(staged, name), join(data, name))
    syncFolderNow(data)
    yield `${name} is in its place`
  }
  const config = join(staged, 'config.json')
  if (exists(config) && !exists(join(data, 'config.json'))) renameSync(config, join(data, 'config.json'))
  syncFolderNow(data)
  yield 'everything is in its place'
  rmSync(join(data, planName), { force: true })
  syncFolderNow(data)
  yield 'the plan is done'
  removeLeftover(staged)
}

/**
 * Completes an interrupted restore, and removes what one left behind that had not got that far. Needs the folder's lock.
 *
 * @throws {StartError} restorePlanBad; nothing has been removed then
 */
export function completeRestore(data: string): void {
  for (const _step of restoreSteps(data));
  for (const name of readdirSync(data)) {
    if (name.startsWith(stagedPrefix) || name === `${planName}.new`) removeLeftover(join(data, name))
  }
}
