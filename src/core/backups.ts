import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathsIn } from './data-folder.ts'

/** The newest backup in the data folder. */
export interface LastBackup {
  path: string
  /** When it was written, Unix seconds. */
  time: number
}

// A copy from before a schema change has the database alone, without the files.
const isBackup = (name: string): boolean => !name.startsWith('before-schema-') && !name.startsWith('.')

/** Returns the newest file in the folder of backups; undefined when there is none. */
export function findLastBackup(data: string): LastBackup | undefined {
  const { backups } = pathsIn(data)
  let names: string[]
  try {
    names = readdirSync(backups)
  } catch {
    return undefined // no such folder yet
  }
  let newest: LastBackup | undefined
  for (const name of names.filter(isBackup)) {
    const path = join(backups, name)
    const found = statSync(path, { throwIfNoEntry: false })
    const time = Math.floor((found?.mtimeMs ?? 0) / 1000)
    if (found?.isFile() && time > (newest?.time ?? 0)) newest = { path, time }
  }
  return newest
}
