import { readdirSync, statSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { type Setting, settingForms } from '#shared/settings.ts'
import { type Config, StartError } from '#src/core/config.ts'
import { completeInterruptedRestore, hasDatabase, pathsIn } from '#src/core/data-folder.ts'
import { isPlainKey, styleOf, trimSlashes } from '#src/core/s3-client.ts'
import type { Db } from '#src/db/database.ts'
import { inspectDatabase } from '#src/db/engine.ts'
import { readOptionForm } from '#src/features/options/index.ts'
import type { ArchiveSource } from './archive.ts'
import { timeInName } from './format.ts'
import { openPlace } from './open-place.ts'
import { listBackups, type Note, type PlacedBackup, type PlaceSettings, sourceIn, sourceOf } from './place.ts'
import { isShared } from './place-owner.ts'
import { backupsIn } from './work-folder.ts'

type FormField = keyof typeof settingForms.backup_form

/** The settings of a site's backups, each with its default. */
export type BackupForm = Record<FormField, string>

/** Returns the settings of the site's backups. */
export async function readBackupForm(db: Db): Promise<BackupForm> {
  const stored = await readOptionForm(db, 'backup_form')
  const fields = Object.entries<Setting>(settingForms.backup_form)
  return Object.fromEntries(fields.map(([name, field]) => [name, stored[name] || (field.default ?? '')])) as BackupForm
}

/** Returns where the site's settings keep backups. @throws {StartError} backupPlaceBad */
export function placeOfForm(form: BackupForm, config: Pick<Config, 'data' | 'outbound_allow'>): PlaceSettings {
  if (form.place === 'folder') {
    if (!isAbsolute(form.folder)) throw new StartError('backupPlaceBad', { path: form.folder, detail: 'relative' })
    return { kind: 'folder', path: form.folder }
  }
  if (form.place !== 's3') return { kind: 'folder', path: backupsIn(config.data), mayCreate: true }
  const { endpoint, region, bucket, key, secret } = form
  const prefix = trimSlashes(form.prefix)
  const path = `s3://${bucket}/${prefix}`
  if (!URL.canParse(endpoint)) throw new StartError('backupPlaceBad', { path, detail: 'endpoint' })
  if (!/^[\w.-]+$/.test(bucket) || !isPlainKey(prefix))
    throw new StartError('backupPlaceBad', { path, detail: 'bucket' })
  // they are sent in a header
  if (![region, key, secret].every((text) => /^[\x21-\x7e]*$/.test(text)))
    throw new StartError('backupPlaceBad', { path, detail: 'key' })
  const at = { endpoint: endpoint.replace(/\/+$/, ''), region, bucket, prefix, key, secret }
  return { kind: 's3', ...at, style: styleOf(endpoint, bucket), allow: config.outbound_allow, ca: '' }
}

/** The variables that name an S3 service and its keys, as the tools of AWS have them. */
const environmentForm = (env: NodeJS.ProcessEnv): Partial<BackupForm> => ({
  ...(env['AWS_ENDPOINT_URL'] && { endpoint: env['AWS_ENDPOINT_URL'] }),
  ...(env['AWS_REGION'] && { region: env['AWS_REGION'] }),
  ...(env['AWS_ACCESS_KEY_ID'] && { key: env['AWS_ACCESS_KEY_ID'], secret: env['AWS_SECRET_ACCESS_KEY'] ?? '' }),
})

/**
 * Returns the place that a command line names: a folder, or `s3://bucket/folder`. Service and keys of S3 are those of
 * the environment (`AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`), else of the site.
 */
function parsePlace(text: string, config: Config, form: BackupForm | undefined): PlaceSettings {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(text) ?? []
  const defaults = { region: settingForms.backup_form.region.default, endpoint: 'https://s3.amazonaws.com' }
  const known = { ...emptyForm, ...form }
  if (bucket === '') return { kind: 'folder', path: text, mayCreate: true }
  const service = { ...known, endpoint: known.endpoint || defaults.endpoint, region: known.region || defaults.region }
  return placeOfForm({ ...service, ...environmentForm(process.env), place: 's3', bucket, prefix }, config)
}

const emptyForm = Object.fromEntries(Object.keys(settingForms.backup_form).map((name) => [name, ''])) as BackupForm

/** Returns the settings of the backups of a data folder, whether a server runs or not; undefined without a database. */
async function readFormOf(data: string): Promise<BackupForm | undefined> {
  completeInterruptedRestore(data)
  if (!hasDatabase(data)) return undefined
  return inspectDatabase(pathsIn(data).database, ({ db }) => readBackupForm(db))
}

/** Where the backups of a site go, and how many stay. */
interface SitePlace {
  place: PlaceSettings
  count: number
}

/** Returns where the backups of a data folder go. @throws {StartError} dataMissing, backupPlaceBad */
export async function placeOfSite(config: Config): Promise<SitePlace> {
  const form = await readFormOf(config.data)
  if (!form) throw new StartError('dataMissing', { path: config.data })
  return { place: placeOfForm(form, config), count: Number(form.count) }
}

/** Returns the place that `--to` names, from which nothing is removed. @throws {StartError} dataMissing, backupPlaceBad */
export async function placeNamed(text: string, config: Config): Promise<SitePlace> {
  const form = await readFormOf(config.data)
  if (!form) throw new StartError('dataMissing', { path: config.data })
  return { place: parsePlace(text, config, form), count: Number.MAX_SAFE_INTEGER }
}

/** Opens a backup that a command line names: a file, or `s3://bucket/folder/name.tar`. @throws {StartError} */
export async function openSource(text: string, config: Config): Promise<ArchiveSource> {
  if (!text.startsWith('s3://')) return sourceOf(text)
  const form = await readFormOf(config.data).catch(() => undefined)
  const folder = text.slice(0, text.lastIndexOf('/'))
  return sourceIn(await openPlace(parsePlace(folder, config, form)), basename(text))
}

/** A backup as lists show it. */
interface ListedBackup {
  name: string
  /** The moment that it shows, in Unix seconds. */
  time: number
  /** Bytes of all that it needs. */
  whole_bytes: number
  /** When it was verified, in Unix seconds; 0 when it was not. */
  verified: number
  damaged: boolean
  counts: Note['counts'] | undefined
}

/** A copy of the database from before a schema change. It was checked when it was made. */
interface MigrationCopy {
  path: string
  /** When it was made, in Unix seconds. */
  time: number
  bytes: number
}

/** Returns a backup as lists show it. */
export const listed = ({ name, bytes, note }: PlacedBackup): ListedBackup => ({
  name,
  time: note?.time ?? timeInName(name),
  whole_bytes: note?.whole_bytes ?? bytes,
  verified: note?.verified ?? 0,
  damaged: note?.damaged ?? false,
  counts: note?.counts,
})

/** Lists the copies of the database from before schema changes, newest first. */
export function listMigrationCopies(data: string): MigrationCopy[] {
  const folder = backupsIn(data)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder)
    .filter((name) => /^(before|after)-(schema|version)-.*\.db$/.test(name))
    .map((name) => {
      const path = join(folder, name)
      const { mtimeMs, size } = statSync(path)
      return { path, time: Math.floor(mtimeMs / 1000), bytes: size }
    })
    .toSorted((a, b) => b.time - a.time)
}

/**
 * Returns where the backups of a site are, and whether another site removes old backups there.
 *
 * @throws {StartError} backupPlaceBad, backupPlaceData, backupS3Bad when the place cannot be read
 */
export async function readPlaceOfSite(
  config: Pick<Config, 'data' | 'outbound_allow'>,
  form: BackupForm,
): Promise<{ path: string; isShared: boolean }> {
  const settings = placeOfForm(form, config)
  // its own folder is made by the first backup
  if (settings.kind === 'folder' && settings.path === backupsIn(config.data))
    return { path: settings.path, isShared: false }
  const place = await openPlace(settings, { isQuick: true })
  return { path: place.name, isShared: await isShared(place, config.data) }
}

/** Lists the backups of a data folder: those of its place, and the copies from before schema changes. */
export async function listAllBackups(
  config: Config,
): Promise<{ place: string; isShared: boolean; backups: ListedBackup[]; copies: MigrationCopy[] }> {
  const place = await openPlace((await placeOfSite(config)).place)
  return {
    place: place.name,
    isShared: await isShared(place, config.data),
    backups: (await listBackups(place)).map(listed),
    copies: listMigrationCopies(config.data),
  }
}
