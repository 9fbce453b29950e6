import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolderNow } from '#src/db/sync-folder.ts'

/** The last step of a restore, which a start completes when it was interrupted. Paths are relative to the data folder. */
export interface RestorePlan {
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

/** Whether a restore of this data folder has begun to exchange its content. */
export const isRestoring = (data: string): boolean => existsSync(join(data, planName))

/** Writes the plan down: from now on, the restore is completed whatever happens. */
export function planRestore(data: string, plan: RestorePlan): void {
  const path = join(data, planName)
  writeFileSync(`${path}.new`, JSON.stringify(plan), { mode: 0o600 })
  const handle = openSync(`${path}.new`, 'r+')
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${path}.new`, path)
  syncFolderNow(data)
}

function readPlan(data: string): RestorePlan | undefined {
  try {
    return JSON.parse(readFileSync(join(data, planName), 'utf8')) as RestorePlan
  } catch {
    return undefined
  }
}

/**
 * Exchanges the content of a data folder as planned, one step each time it is continued. Can be interrupted after any
 * step, and begun again: what is still staged has not been exchanged yet.
 */
export function* restoreSteps(data: string): Generator<string, void> {
  const plan = readPlan(data)
  if (!plan) return
  const staged = join(data, plan.staged)
  const former = join(data, plan.former)
  if (plan.former !== '') mkdirSync(former, { recursive: true, mode: 0o700 })
  for (const { name, others } of parts) {
    if (!existsSync(join(staged, name))) continue
    for (const one of [name, ...others]) {
      if (!existsSync(join(data, one))) continue
      renameSync(join(data, one), join(former, one))
      yield `${one} is set aside`
    }
    syncFolderNow(former)
    renameSync(join(staged, name), join(data, name))
    syncFolderNow(data)
    yield `${name} is in its place`
  }
  const config = join(staged, 'config.json')
  if (existsSync(config) && !existsSync(join(data, 'config.json'))) renameSync(config, join(data, 'config.json'))
  syncFolderNow(data)
  yield 'everything is in its place'
  rmSync(join(data, planName), { force: true })
  syncFolderNow(data)
  yield 'the plan is done'
  rmSync(staged, { recursive: true, force: true })
}

/** Completes an interrupted restore, and removes what one left behind that had not got that far. Needs the folder's lock. */
export function completeRestore(data: string): void {
  for (const _step of restoreSteps(data));
  for (const name of readdirSync(data)) {
    if (name.startsWith(stagedPrefix) || name === `${planName}.new`)
      rmSync(join(data, name), { recursive: true, force: true })
  }
}
