import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBackupName } from './format.ts'
import { listBackups, type Place, PlaceOwner, readText, writeText } from './place.ts'
import { backupsIn } from './work-folder.ts'

const ownerName = 'site.json'

const idPath = (data: string): string => join(backupsIn(data), '.site')

/** Returns the id of a data folder; undefined when it has none yet. */
function findSiteId(data: string): string | undefined {
  try {
    return /^[0-9a-f]{32}$/.exec(readFileSync(idPath(data), 'utf8').trim())?.[0]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Returns the id of a data folder, and gives it one first if it has none. It is neither in the database nor in a backup:
 * a restored copy of a site is another one.
 */
export function requireSiteId(data: string): string {
  const known = findSiteId(data)
  if (known !== undefined) return known
  const id = randomBytes(16).toString('hex')
  const path = idPath(data)
  mkdirSync(backupsIn(data), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.${process.pid}`, `${id}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.${process.pid}`, path)
  return id
}

/** Returns the site of a place: undefined when there is none yet; one without an id when its file cannot be understood. */
async function readOwner(place: Place): Promise<PlaceOwner | undefined> {
  const text = await readText(place, ownerName)
  if (text === undefined) return undefined
  try {
    return PlaceOwner.parse(JSON.parse(text))
  } catch {
    return { site: '', since: 0 }
  }
}

/** Returns the owner of a place if it is the site of the data folder. */
export async function findOwner(place: Place, data: string): Promise<PlaceOwner | undefined> {
  const owner = await readOwner(place)
  return owner && owner.site === findSiteId(data) ? owner : undefined
}

/** Whether old backups of the site are not removed from a place, because it is another site's. */
export async function isShared(place: Place, data: string): Promise<boolean> {
  if (await findOwner(place, data)) return false
  return !(await isFree(place, data))
}

/** Whether a place has no owner, and no backup of another site; that of the data folder itself has none. */
async function isFree(place: Place, data: string): Promise<boolean> {
  if (await readOwner(place)) return false
  if (place.name === backupsIn(data)) return true
  if (![...(await place.list()).keys()].some(isBackupName)) return true
  const site = findSiteId(data)
  return (await listBackups(place)).every(({ note }) => note?.site === site)
}

/**
 * Makes the site of the data folder the owner of a place: of one that is free, with `isTakeover` also of one that was
 * another's. Returns whether it is the owner.
 *
 * @param now in Unix seconds
 */
export async function ownPlace(
  place: Place,
  data: string,
  { now, isTakeover }: { now: number; isTakeover: boolean },
): Promise<boolean> {
  if (await findOwner(place, data)) return true
  if (!isTakeover && !(await isFree(place, data))) return false
  await writeText(place, ownerName, `${JSON.stringify({ site: requireSiteId(data), since: now })}\n`)
  return true
}
