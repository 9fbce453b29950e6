import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ReceivedFile } from '#shared/contract/fields.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireItem, requireWritable, type Visitor } from '#src/access/permissions.ts'
import { areSearchEnginesAllowed, siteAddress } from '#src/access/site-policy.ts'
import { isPublic } from '#src/access/visibility.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { isUniqueViolation } from '#src/db/engine.ts'
import { detectImageType } from '#src/features/attachment/index.ts'
import { type Actor, insertAudit } from '#src/features/audit/index.ts'
import { listCatalogs, pathTo } from '#src/features/catalog/index.ts'
import { normalizeHost } from './host-name.ts'
import {
  type DocsSiteRow,
  findLogo,
  findPageByTitle,
  findPagePlace,
  findSite,
  freeHost,
  insertHost,
  insertSite,
  listHosts,
  listVersions,
  removeHosts,
  removeLogoRow,
  updateMain,
  updateSite,
  upsertLogo,
  type VersionRow,
} from './queries.ts'

const hostsMost = 10
const versionsMost = 50
// Drawn 28 pixels high; the rest is for screens with many pixels, and for link previews.
const logoMostBytes = 1024 * 1024

/** Who acts on the settings of a docs site. */
interface SiteEditor {
  user: User
  visitor: Visitor
  actor: Actor
}

const unset = (item_id: number): DocsSiteRow => ({
  item_id,
  is_on: 0,
  site_name: '',
  site_description: '',
  color: '',
  home_page_id: 0,
  version_name: '',
  main_item_id: item_id,
  logo_hash: '',
  links: '[]',
})

/** A link in the header of a docs site. */
interface SiteLink {
  title: string
  url: string
}

const linksOf = ({ links }: Pick<DocsSiteRow, 'links'>): SiteLink[] => JSON.parse(links) as SiteLink[]

/** @throws {AppError} docsLinkBad for an address that is not one of the web */
function checkedLinks(links: readonly SiteLink[]): SiteLink[] {
  for (const { url } of links) {
    const isWeb = URL.canParse(url) && /^https?:\/\/[^\s\\]+$/i.test(url) && new URL(url).username === ''
    if (!isWeb) fail('docsLinkBad', { url: url.slice(0, 100) })
  }
  return [...links]
}

/** Returns the path of a site's logo, below the base path; empty without one. The path changes with the logo. */
export const logoPath = ({ item_id, logo_hash }: Pick<DocsSiteRow, 'item_id' | 'logo_hash'>): string =>
  logo_hash === '' ? '' : `/api/docsSite/logo?item_id=${item_id}&v=${logo_hash}`

const byNewest = (a: VersionRow, b: VersionRow): number =>
  b.version_name.localeCompare(a.version_name, 'en', { numeric: true }) || b.item_id - a.item_id

/** Whether a visitor may read an item, without counting an access password that the request carries for another. */
async function canRead(app: App, visitor: Visitor, item_id: number): Promise<boolean> {
  try {
    await requireItem(app, { ...visitor, itemPassword: undefined }, item_id, 'view')
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Returns the main item of a site that still exists: the chosen one, or else the item itself. */
export const mainOf = (site: Pick<DocsSiteRow, 'item_id' | 'main_item_id'>, all: readonly VersionRow[]): number =>
  all.some((version) => version.item_id === site.main_item_id && version.is_on === 1) ? site.main_item_id : site.item_id

/** Returns an item's docs site for a reader, with the versions that they may read; null when it is none. */
export async function siteForReader(app: App, visitor: Visitor, item: { item_id: number; item_name: string }) {
  const site = await findSite(app.db, item.item_id)
  if (!site || site.is_on === 0) return null
  const all = await listVersions(app.db, site.main_item_id)
  const readable = []
  for (const version of all.filter(({ is_on }) => is_on === 1).toSorted(byNewest))
    if (version.item_id === item.item_id || (await canRead(app, visitor, version.item_id))) readable.push(version)
  return {
    site_name: site.site_name || item.item_name,
    color: site.color,
    logo_url: logoPath(site),
    main_item_id: String(mainOf(site, all)),
    links: linksOf(site),
    versions:
      readable.length < 2
        ? []
        : readable.map(({ item_id, item_domain, item_name, version_name }) => ({
            item_id: String(item_id),
            ref: item_domain || String(item_id),
            version_name: version_name || item_name,
          })),
  }
}

/** Returns the settings of an item's docs site for a manager. */
export async function readSettings(app: App, item: ItemAccess<'manage'>, { user, visitor }: Omit<SiteEditor, 'actor'>) {
  const site = (await findSite(app.db, item.item_id)) ?? unset(item.item_id)
  const { is_on, main_item_id, home_page_id, site_name, site_description, color, version_name } = site
  const stored = await listVersions(app.db, main_item_id)
  const self = { ...item, version_name, is_on }
  const versions = []
  for (const version of (stored.length === 0 ? [self] : stored).toSorted(byNewest)) {
    const isSeen = version.item_id === item.item_id || (await canRead(app, visitor, version.item_id))
    versions.push({
      item_id: version.item_id,
      item_name: isSeen ? version.item_name : '',
      version_name: version.version_name,
      is_on: version.is_on === 1,
      is_main: version.item_id === main_item_id,
    })
  }
  return {
    is_on: is_on === 1,
    site_name,
    site_description,
    color,
    home_page_id: String(home_page_id),
    version_name,
    logo_url: logoPath(site),
    links: linksOf(site),
    hosts: (await listHosts(app.db, main_item_id))
      .filter((row) => row.item_id === item.item_id)
      .map(({ host }) => host),
    may_add_hosts: user.groupid === 1,
    is_main: main_item_id === item.item_id,
    versions,
    is_listed: is_on === 1 && isPublic(item) && (await areSearchEnginesAllowed(app)),
  }
}

/** What a form of settings sends; what is undefined stays as it is. */
interface SettingsInput {
  is_on?: boolean | undefined
  site_name?: string | undefined
  site_description?: string | undefined
  color?: string | undefined
  home_page_id?: number | undefined
  version_name?: string | undefined
  links?: SiteLink[] | undefined
  hosts?: string | undefined
}

const recordChange = (tx: Tx, app: App, actor: Actor, item: ItemAccess, what: string) =>
  insertAudit(
    tx,
    {
      ...actor,
      action: 'docsSiteChanged',
      object_type: 'item',
      object_id: item.item_id,
      detail: `${item.item_name}: ${what}`,
    },
    nowSeconds(app),
  )

/**
 * Returns the color in its stored form: `#` and six hexadecimal digits in lower case; empty for the standard one.
 *
 * @throws {AppError} docsColorBad
 */
function parseColor(typed: string): string {
  const color = typed.trim().toLowerCase()
  if (color === '') return ''
  const [, r = '', g = '', b = ''] = /^#([\da-f])([\da-f])([\da-f])$/.exec(color) ?? []
  const whole = r === '' ? color : `#${r}${r}${g}${g}${b}${b}`
  return /^#[\da-f]{6}$/.test(whole) ? whole : fail('docsColorBad')
}

/** @throws {AppError} docsHostBad, docsHostTooMany */
function parseHosts(typed: string): string[] {
  const hosts = new Set<string>()
  for (const name of typed.split(/[\s,，;；]+/).filter(Boolean))
    hosts.add(normalizeHost(name) ?? fail('docsHostBad', { host: name.slice(0, 100) }))
  if (hosts.size > hostsMost) fail('docsHostTooMany', { most: hostsMost })
  return [...hosts]
}

/**
 * Sets the host names of an item. Anyone who manages it may remove some; only administrators may add one, because the
 * name of a host decides what people see who know this server under that name.
 *
 * @returns what changed, for the log
 */
async function setHosts(
  tx: Tx,
  app: App,
  { user }: SiteEditor,
  item: ItemAccess,
  hosts: readonly string[],
): Promise<string[]> {
  const site = (await findSite(tx, item.item_id)) ?? unset(item.item_id)
  const own = (await listHosts(tx, site.main_item_id))
    .filter((row) => row.item_id === item.item_id)
    .map(({ host }) => host)
  const removed = own.filter((host) => !hosts.includes(host))
  const added = hosts.filter((host) => !own.includes(host))
  if (removed.length > 0) await removeHosts(tx, item.item_id, removed)
  if (added.length > 0) {
    if (user.groupid !== 1) fail('docsHostAdminOnly')
    const address = await siteAddress(app, tx)
    if (!URL.canParse(address)) fail('docsHostNoAddress')
    const ownHost = normalizeHost(new URL(address).hostname)
    for (const host of added) {
      if (host === ownHost) fail('docsHostOfSite', { host })
      await freeHost(tx, host)
      await insertHost(tx, item.item_id, host).catch((error: unknown) => {
        if (isUniqueViolation(error, 'docs_site_host.host')) fail('docsHostTaken', { host })
        throw error
      })
    }
  }
  return [...added.map((host) => `+${host}`), ...removed.map((host) => `-${host}`)]
}

/**
 * Saves the settings of an item's docs site.
 *
 * @throws {AppError} docsColorBad, docsLinkBad, docsHostBad, docsHostTaken, docsHostOfSite, docsHostAdminOnly,
 *   docsHostNoAddress, docsHostTooMany, pageGone for a home page of another item, itemArchived
 */
export async function saveSettings(
  app: App,
  item: ItemAccess<'manage'>,
  by: SiteEditor,
  input: SettingsInput,
): Promise<void> {
  const { is_on, site_name, site_description, color, home_page_id, version_name } = input
  const hosts = input.hosts === undefined ? undefined : parseHosts(input.hosts)
  const set = {
    ...(is_on !== undefined && { is_on: is_on ? 1 : 0 }),
    ...(site_name !== undefined && { site_name }),
    ...(site_description !== undefined && { site_description }),
    ...(color !== undefined && { color: parseColor(color) }),
    ...(home_page_id !== undefined && { home_page_id }),
    ...(version_name !== undefined && { version_name }),
    ...(input.links !== undefined && { links: JSON.stringify(checkedLinks(input.links)) }),
  }
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if (home_page_id && (await findPagePlace(tx, home_page_id))?.item_id !== item.item_id) fail('pageGone')
    const former = (await findSite(tx, item.item_id)) ?? unset(item.item_id)
    await insertSite(tx, item.item_id)
    const changed: string[] = Object.entries(set)
      .filter(([name, value]) => former[name as keyof typeof set] !== value)
      .map(([name]) => name)
    if (changed.length > 0) await updateSite(tx, item.item_id, set)
    if (hosts) changed.push(...(await setHosts(tx, app, by, item, hosts)))
    if (changed.length > 0) await recordChange(tx, app, by.actor, item, changed.join(', '))
  })
}

/**
 * Stores the logo of an item's docs site in the database: it belongs to the settings, is copied with them, and is no
 * attachment that its uploader may delete.
 *
 * @returns the path of the logo
 * @throws {AppError} fileMissing, fileTooLarge, notAnImage, imageTooLarge, itemArchived
 */
export async function storeLogo(
  app: App,
  item: ItemAccess<'manage'>,
  { actor }: Pick<SiteEditor, 'actor'>,
  file: ReceivedFile | undefined,
): Promise<string> {
  if (!file || file.sizeBytes === 0) return fail('fileMissing')
  if (file.sizeBytes > logoMostBytes) fail('fileTooLarge', { mb: logoMostBytes / 1024 / 1024 })
  const media_type = await detectImageType(file.path)
  const content = await readFile(file.path)
  const logo_hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const { item_id } = item
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await insertSite(tx, item_id)
    await updateSite(tx, item_id, { logo_hash })
    await upsertLogo(tx, { item_id, media_type, content })
    await recordChange(tx, app, actor, item, 'logo')
  })
  return logoPath({ item_id, logo_hash })
}

/** Removes the logo of an item's docs site. @throws {AppError} itemArchived */
export const dropLogo = (app: App, item: ItemAccess<'manage'>, { actor }: Pick<SiteEditor, 'actor'>): Promise<void> =>
  transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const site = await findSite(tx, item.item_id)
    if (!site || site.logo_hash === '') return
    await updateSite(tx, item.item_id, { logo_hash: '' })
    await removeLogoRow(tx, item.item_id)
    await recordChange(tx, app, actor, item, 'logo')
  })

/** Returns the logo of an item's docs site. @throws {AppError} fileGone */
export async function openLogo(app: App, item: ItemAccess): Promise<FileResponse> {
  const site = (await findSite(app.db, item.item_id)) ?? fail('fileGone')
  const { media_type, content } = (await findLogo(app.db, item.item_id)) ?? fail('fileGone')
  return {
    type: media_type,
    sizeBytes: content.length,
    shownAs: 'logo',
    etag: site.logo_hash,
    // Must be revalidated each time, at the price of a 304: revoking access takes effect at once.
    maxAge: 0,
    read: (range) => (range ? content.subarray(range.start, range.end + 1) : content),
  }
}

/** Returns the row of a site for its main item. @throws {AppError} docsNotMain for another version */
async function requireMain(tx: Tx, item_id: number): Promise<DocsSiteRow> {
  await insertSite(tx, item_id)
  const site = (await findSite(tx, item_id)) ?? unset(item_id)
  return site.main_item_id === item_id ? site : fail('docsNotMain')
}

/**
 * Adds another item as a version of a docs site. The caller manages both.
 *
 * @throws {AppError} docsNotMain, docsVersionElsewhere, docsVersionTooMany, itemArchived
 */
export const addVersion = (
  app: App,
  item: ItemAccess<'manage'>,
  version: ItemAccess<'manage'>,
  { actor }: Pick<SiteEditor, 'actor'>,
  version_name: string | undefined,
): Promise<void> =>
  transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await requireWritable(tx, version)
    await requireMain(tx, item.item_id)
    await insertSite(tx, version.item_id)
    const other = (await findSite(tx, version.item_id)) ?? unset(version.item_id)
    const isHere = other.main_item_id === item.item_id
    const below = isHere ? 0 : (await listVersions(tx, version.item_id)).length
    if (version.item_id === item.item_id || (!isHere && (other.main_item_id !== version.item_id || below > 1)))
      fail('docsVersionElsewhere')
    if ((await listVersions(tx, item.item_id)).length >= versionsMost)
      fail('docsVersionTooMany', { most: versionsMost })
    const named = version_name === undefined ? {} : { version_name }
    await updateSite(tx, version.item_id, { main_item_id: item.item_id, ...named })
    await recordChange(tx, app, actor, item, `+${version.item_name}`)
  })

/**
 * Ends that an item is a version of a docs site. The main one removes any other; every other one only itself.
 *
 * @throws {AppError} docsNotMain
 */
export const removeVersion = (
  app: App,
  item: ItemAccess<'manage'>,
  { actor }: Pick<SiteEditor, 'actor'>,
  version_item_id: number,
): Promise<void> =>
  transact(app.db, async (tx) => {
    const leaving = await findSite(tx, version_item_id)
    const isOwn = version_item_id === item.item_id
    const isAlone = isOwn && (await listVersions(tx, item.item_id)).length < 2
    if (isOwn && (!leaving || (leaving.main_item_id === item.item_id && isAlone))) return
    // the default version cannot leave before another is the default one
    if (isOwn ? leaving?.main_item_id === item.item_id : leaving?.main_item_id !== item.item_id) fail('docsNotMain')
    await updateSite(tx, version_item_id, { main_item_id: version_item_id })
    await recordChange(tx, app, actor, item, `-${version_item_id}`)
  })

/**
 * Makes another version the default one, which hosts open. The caller manages both.
 *
 * @throws {AppError} docsNotMain
 */
export const setMain = (
  app: App,
  item: ItemAccess<'manage'>,
  version: ItemAccess<'manage'>,
  { actor }: Pick<SiteEditor, 'actor'>,
): Promise<void> =>
  transact(app.db, async (tx) => {
    await requireMain(tx, item.item_id)
    const other = await findSite(tx, version.item_id)
    if (other?.main_item_id !== item.item_id) fail('docsNotMain')
    await updateMain(tx, item.item_id, version.item_id)
    await recordChange(tx, app, actor, item, `main: ${version.item_name}`)
  })

/**
 * Returns the page of an item that has the same title in the same folder as a page of another item; undefined when
 * there is none that the caller may read.
 */
export async function findSamePage(db: Db, item: ItemAccess, page_id: number): Promise<number | undefined> {
  const source = await findPagePlace(db, page_id)
  if (!source) return undefined
  const path = pathTo(await listCatalogs(db, source.item_id), source.cat_id)
  const rows = await listCatalogs(db, item.item_id)
  let places = [0]
  for (const { cat_name } of path)
    places = rows
      .filter((row) => row.cat_name === cat_name && places.includes(row.parent_cat_id))
      .map((row) => row.cat_id)
  for (const cat_id of places) {
    if (!isInScope(item, cat_id)) continue
    const page = await findPageByTitle(db, { item_id: item.item_id, cat_id, page_title: source.page_title })
    if (page) return page.page_id
  }
  return undefined
}

/**
 * Copies the settings of a docs site to a copy of its item: everything but hosts and versions, and switched off.
 *
 * @param pages the new id of each page
 */
export async function copySite(
  tx: Tx,
  from: number,
  item_id: number,
  pages: ReadonlyMap<number, number>,
): Promise<void> {
  const site = await findSite(tx, from)
  if (!site) return
  const { site_name, site_description, color, logo_hash, links } = site
  await insertSite(tx, item_id)
  const home_page_id = pages.get(site.home_page_id) ?? 0
  await updateSite(tx, item_id, { site_name, site_description, color, logo_hash, links, home_page_id })
  const logo = await findLogo(tx, from)
  if (logo) await upsertLogo(tx, { item_id, ...logo })
}
