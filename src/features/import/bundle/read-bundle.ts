import { randomBytes } from 'node:crypto'
import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import { toObject, toObjects, toRecord, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { bundleFormat, bundleRights } from '#shared/bundle-format.ts'
import { getItemType, type ItemType, itemTypes } from '#shared/item-types.ts'
import { rewriteAddresses } from '#shared/markdown/addresses.ts'
import { parsePageAddress } from '#shared/markdown/page-address.ts'
import { unescapeHtml } from '#src/core/html-entities.ts'
import type { Lang } from '#src/core/i18n.ts'
import { pathOfAddress } from '../documents/paths.ts'
import { rejectImport } from '../import-error.ts'
import { importLimits } from '../limits.ts'
import { pendingAddress } from '../page-links.ts'
import { PlanTree, pathName } from '../plan-tree.ts'
import type {
  FilePlan,
  PlanBundle,
  PlanCatalog,
  PlanEnvironment,
  PlanFile,
  PlanMember,
  PlanPage,
  PlanTeam,
} from '../plan-types.ts'
import { bundleFileLimits, itemFileLimits, parseJson } from '../safe-json.ts'
import { cleanContent, cleanTitle, cutTitle, decodeText } from '../text.ts'
import type { ZipArchive } from '../zip.ts'
import {
  type CommentRecord,
  commentIn,
  personName,
  recordsIn,
  type VersionRecord,
  versionIn,
  wholeNumber,
} from './records.ts'

/** What reading a Docstead archive depends on. */
interface BundleChoice {
  /** Stores bytes and returns their path; undefined in a check, which needs none. */
  keep?: ((bytes: Uint8Array) => string) | undefined
  lang: Lang
  /** The folder of the archive that holds everything, with a slash at the end; empty for none. */
  folder: string
}

// The most entries of each kind; a file with more is not one of ours.
const most = {
  members: 1000,
  teams: 200,
  templates: 200,
  environments: 20,
  variables: 200,
  limit: 1000,
  pages: 12_000,
  comments: 100_000,
}

// The same as in the template feature.
const templateBytes = 200_000

// The same as the longest that the item feature stores.
const parametersLength = 200_000

/** The address of an uploaded file, as texts have it. */
const fileAddress = '/api/attachment/visitFile?sign='

const first = <T>(list: readonly T[], count: number): T[] => list.slice(0, count)

/**
 * Returns the plan of a Docstead archive. Everything in it is foreign: names are cleaned, numbers and sizes limited, and
 * ids only relate its own parts to each other. Whether the people and teams exist here, and whether the user may give
 * them rights, is decided when it is written.
 *
 * @throws {ImportError} badJson, jsonTooDeep, jsonTooMany, tooLarge; unsupported for a version of the format that is newer
 */
export function planBundle(archive: ZipArchive, bytes: Uint8Array, choice: BundleChoice): FilePlan | undefined {
  const name = choice.folder + bundleFormat.file
  const text = decodeText(bytes)?.text ?? rejectImport('badJson', name, { line: 1, column: 1 })
  const root = toObject(parseJson(text, name, bundleFileLimits))
  if (root?.format !== bundleFormat.name) return undefined
  if (wholeNumber(root.version, 0) !== bundleFormat.version) rejectImport('unsupported', name)
  return new BundleReader(archive, root, choice).plan()
}

type Branch = Pick<PlanCatalog, 'catalogs' | 'pages'>

/** A catalog of the plan, and where it is. */
interface Place {
  catalog: Branch
  level: number
  path: string[]
}

/** The catalogs of the plan, by their numbers in the archive. */
interface Catalogs {
  top: Branch
  root: Place
  byId: ReadonlyMap<number, Place>
}

/** Reads the parts of an archive into a plan. */
class BundleReader {
  readonly #archive: ZipArchive
  readonly #root: UnknownObject
  readonly #choice: BundleChoice
  readonly #type: ItemType
  readonly #number: number
  readonly #pageBytes: number
  /** For names, notes and what is left out; its own tree stays empty, because pages of one title stay apart. */
  readonly #notes: PlanTree
  readonly #signs = new Map<string, string>()
  readonly #signByPath = new Map<string, string>()
  readonly #files: PlanFile[] = []
  readonly #keys = new Map<number, string>()
  readonly #keyByPath = new Map<string, string>()
  readonly #referred = new Set<string>()
  readonly #items: ReadonlySet<string>
  readonly #origin: string
  readonly #taken = new Set<string>()

  constructor(archive: ZipArchive, root: UnknownObject, choice: BundleChoice) {
    this.#archive = archive
    this.#root = root
    this.#choice = choice
    this.#number = wholeNumber(toRecord(root.item).item_type, itemTypes.regular.numbers[0])
    this.#type = getItemType(this.#number)
    this.#pageBytes = this.#type.hasLargePages ? importLimits.sheetBytes : importLimits.pageBytes
    this.#notes = new PlanTree(choice.lang, this.#pageBytes)
    if (this.#type.hasLargePages) archive.budget.allowSheets()
    const { site, item_id, item_domain } = toRecord(root.addresses)
    this.#items = new Set([toText(item_id), toText(item_domain)].filter((one) => /^[\w-]{1,60}$/.test(one)))
    this.#origin = URL.canParse(toText(site)) ? new URL(toText(site)).origin : ''
  }

  plan(): FilePlan {
    const root = this.#root
    const item = toRecord(root.item)
    const found = first(toObjects(root.pages), most.pages)
    this.#readFiles()
    for (const page of found) {
      const source_id = wholeNumber(page.page_id)
      if (source_id === 0 || this.#keys.has(source_id)) continue
      const key = randomBytes(16).toString('hex')
      this.#keys.set(source_id, key)
      this.#keyByPath.set(toText(page.path).normalize('NFC'), key)
    }
    const tree = this.#readCatalogs()
    const pages = this.#readPages(found, tree)
    const bundle = this.#readBundle(new Set(pages.map((page) => page.record?.source_id ?? 0)))
    for (const page of pages) if (!this.#referred.has(page.link)) page.link = ''
    if (pages.length === 0 && tree.top.catalogs.length === 0) rejectImport('empty')
    const { archive, folder } = { archive: this.#archive, folder: this.#choice.folder }
    const ours = new Set([`${folder}info.json`, `${folder}${bundleFormat.file}`])
    for (const other of [...archive.entries.map((entry) => entry.name), ...archive.others])
      if (!this.#taken.has(other) && !ours.has(other)) this.#notes.skip(other, 'notMarkdown')
    return {
      source: 'docstead',
      item: {
        item_name: this.#notes.itemName(toText(item.item_name)),
        item_description: this.#notes.description(toText(item.item_description)),
        item_type: this.#itemType(pages.length, tree.top.catalogs.length),
        password: '',
        isPrivate: item.visibility !== 'public',
      },
      catalogs: tree.top.catalogs,
      pages: tree.top.pages,
      skipped: this.#notes.skipped,
      notes: this.#notes.notes,
      files: this.#files,
      environments: this.#environments(),
      bundle,
    }
  }

  /** A one-page type with several pages becomes a regular item, since its other pages could not be seen. */
  #itemType(pages: number, catalogs: number): number {
    const isTooMany = this.#type.isOnePage && (pages > 1 || catalogs > 0)
    if (!isTooMany && !this.#type.isForeign) return this.#number
    this.#notes.note(String(this.#number), 'typeChanged')
    return itemTypes.regular.numbers[0]
  }

  /** Unpacks the files that the archive lists. Each gets a new sign: the old one may belong to another file of this site. */
  #readFiles(): void {
    const { keep, folder } = this.#choice
    for (const file of first(toObjects(this.#root.files), importLimits.entries)) {
      const old = toText(file.sign)
      const path = toText(file.path)
      if (!/^[0-9a-f]{32}$/.test(old) || this.#signs.has(old)) continue
      const known = this.#signByPath.get(path.normalize('NFC'))
      if (known !== undefined) {
        this.#signs.set(old, known)
        continue
      }
      const name = folder + path
      const bytes = this.#archive.readOther(name)
      if (!bytes) {
        this.#notes.skip(path || old, 'fileMissing')
        continue
      }
      this.#taken.add(name)
      const sign = randomBytes(16).toString('hex')
      this.#signs.set(old, sign)
      this.#signByPath.set(path.normalize('NFC'), sign)
      const display_name = cutTitle(cleanTitle(toText(file.display_name)), importLimits.titleLength) || 'file'
      this.#files.push({ sign, display_name, path: keep?.(bytes) ?? '', sizeBytes: bytes.length })
    }
  }

  /** Builds the catalogs. A catalog whose parent is not above it in the list, or too deep, goes where it fits. */
  #readCatalogs(): Catalogs {
    const top: Branch = { catalogs: [], pages: [] }
    const root: Place = { catalog: top, level: 0, path: [] }
    const byId = new Map<number, Place>()
    for (const row of toObjects(this.#root.catalogs)) {
      const source_id = wholeNumber(row.cat_id)
      if (source_id === 0 || byId.has(source_id)) continue
      const cat_name = this.#notes.catalogName(toText(row.cat_name))
      const parent = byId.get(wholeNumber(row.parent_cat_id)) ?? root
      if (parent.level >= importLimits.catalogLevels) {
        this.#notes.note(pathName([...parent.path, cat_name]), 'folded')
        byId.set(source_id, parent)
        continue
      }
      const s_number = wholeNumber(row.s_number, 99, 1_000_000_000)
      const catalog: PlanCatalog = { cat_name, s_number, catalogs: [], pages: [], source_id }
      parent.catalog.catalogs.push(catalog)
      byId.set(source_id, { catalog, level: parent.level + 1, path: [...parent.path, cat_name] })
    }
    return { top, byId, root }
  }

  #readPages(found: readonly UnknownObject[], tree: Catalogs): PlanPage[] {
    const texts = this.#storedTexts()
    const seen = new Set<number>()
    return found.flatMap((row) => {
      const source_id = wholeNumber(row.page_id)
      if (source_id === 0 || seen.has(source_id)) return []
      seen.add(source_id)
      const place = tree.byId.get(wholeNumber(row.cat_id)) ?? tree.root
      const page = this.#page(row, source_id, place.path, texts)
      if (page) place.catalog.pages.push(page)
      return page ?? []
    })
  }

  #page(row: UnknownObject, source_id: number, path: string[], texts: ReadonlyMap<number, string>) {
    const given = cleanTitle(toText(row.page_title))
    const where = pathName([...path, given])
    if (given.length > importLimits.titleLength) return this.#notes.skip(where, 'titleTooLong')
    const text = this.#textOf(row, source_id, texts)
    if (text === undefined) return this.#notes.skip(where, 'fileMissing')
    const page_content = cleanContent(text)
    if (Buffer.byteLength(page_content) > this.#pageBytes) return this.#notes.skip(where, 'pageTooLarge')
    if (given === '') this.#notes.note(where, 'untitled')
    const signsIn = (list: unknown) => this.#newSigns(first(Array.isArray(list) ? list : [], most.limit))
    const { path: mockPath, template } = toRecord(row.mock)
    const page: PlanPage = {
      page_title: given || (this.#choice.lang === 'zh' ? '未命名' : 'Untitled'),
      page_content,
      s_number: wholeNumber(row.s_number, 99, 1_000_000_000),
      page_comments: cutTitle(cleanContent(toText(row.page_comments)), importLimits.remarkLength),
      is_draft: row.is_draft === true,
      ext_info: apiDocExtInfo(page_content) ?? '',
      files: signsIn(row.files),
      link: this.#keys.get(source_id) ?? '',
      record: {
        source_id,
        author: personName(row.author),
        created_at: wholeNumber(row.created_at),
        saved_at: wholeNumber(row.saved_at),
        page_version: wholeNumber(row.page_version, 1, 1_000_000_000),
        shown: signsIn(row.shown_files),
        ...(typeof template === 'string' && { mock: { path: toText(mockPath), template: cleanContent(template) } }),
      },
    }
    return page
  }

  #newSigns(list: readonly unknown[]): string[] {
    return list.flatMap((sign) => this.#signs.get(toText(sign)) ?? [])
  }

  /** Returns the texts in the item file, by the numbers of their pages. */
  #storedTexts(): Map<number, string> {
    const texts = new Map<number, string>()
    const entry = this.#archive.entries.find(({ name }) => name === `${this.#choice.folder}info.json`)
    if (!entry) return texts
    const decodedText = decodeText(this.#archive.read(entry))?.text
    const visit = (branch: UnknownObject): void => {
      for (const page of toObjects(branch.pages)) {
        const id = Number(toText(page.page_id))
        if (typeof page.page_content === 'string') texts.set(id, page.page_content)
      }
      for (const below of toObjects(branch.catalogs)) visit(below)
    }
    const info = decodedText && toObject(parseJson(decodedText, entry.name, itemFileLimits))
    if (info) visit(toRecord(info.pages))
    return texts
  }

  /**
   * Returns the text of a page: as the item file has it, or, when somebody has edited the page's own file or there is no
   * item file, as that file has it. The file of an API page is written for people and never read.
   */
  #textOf(row: UnknownObject, source_id: number, texts: ReadonlyMap<number, string>): string | undefined {
    const name = this.#choice.folder + toText(row.path)
    this.#taken.add(name)
    const raw = texts.get(source_id)
    const stored = raw === undefined ? undefined : unescapeHtml(raw)
    const isEdited = this.#archive.checksumOf(name) !== row.crc32
    const isApi = stored !== undefined && apiDocExtInfo(stored) !== undefined
    if (stored !== undefined && (!isEdited || isApi)) return this.#restored(stored)
    const entry = this.#archive.entries.find((one) => one.name === name)
    const text = entry && decodeText(this.#archive.read(entry))?.text
    if (text === undefined) return stored === undefined ? undefined : this.#restored(stored)
    return rewriteAddresses(text, (address) => this.#addressInFile(address, toText(row.path)))
  }

  /** Returns a text as this site will have it: with the new signs of files, and links to the pages that it brings. */
  #restored(text: string): string {
    const signed =
      this.#signs.size === 0
        ? text
        : text.replace(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g, (sign) => this.#signs.get(sign) ?? sign)
    const mayLink = [...this.#items].some((item) => signed.includes(`/${item}`))
    return mayLink ? rewriteAddresses(signed, (address) => this.#addressInText(address)) : signed
  }

  #addressInText(address: string): string {
    const found = parsePageAddress(address)
    if (!found || !this.#items.has(found.item)) return address
    if (found.origin !== '' && found.origin !== this.#origin) return address
    const key = this.#keys.get(found.page_id)
    if (key === undefined) return address
    this.#referred.add(key)
    return (found.origin === '' ? found.before : '') + pendingAddress(key) + found.after
  }

  #addressInFile(address: string, from: string): string {
    for (const form of new Set([address, address.replaceAll('%', '%25')])) {
      const target = pathOfAddress(form, from)
      if (!target) break
      const key = this.#keyByPath.get(target.path)
      if (key !== undefined) {
        this.#referred.add(key)
        return pendingAddress(key) + target.fragment
      }
      const sign = this.#signByPath.get(target.path)
      if (sign !== undefined) return fileAddress + sign
    }
    return this.#addressInText(address)
  }

  #readBundle(pages: ReadonlySet<number>): PlanBundle {
    const root = this.#root
    const item = toRecord(root.item)
    const parameters = JSON.stringify(toRecord(item.global_param))
    const versions = new Map<number, number>()
    const versionFiles = this.#records(bundleFormat.historyFolder, (row): VersionRecord | undefined => {
      const version = versionIn(row, this.#pageBytes)
      if (!version || !pages.has(version.page)) return undefined
      versions.set(version.page, (versions.get(version.page) ?? 0) + 1)
      return { ...version, page_content: this.#restored(version.page_content) }
    })
    let comments = 0
    const onPage = new Map<number, number>()
    const commentFiles = this.#records(bundleFormat.commentsFolder, (row): CommentRecord | undefined => {
      const comment = commentIn(row)
      const count = onPage.get(comment?.page ?? 0) ?? 0
      if (!comment || !pages.has(comment.page) || count >= commentsOnPage || comments >= most.comments) return undefined
      onPage.set(comment.page, count + 1)
      comments += 1
      return comment
    })
    return {
      settings: {
        allow_comment: item.allow_comment === true,
        allow_feedback: item.allow_feedback === true,
        global_param: parameters.length > parametersLength ? '' : parameters,
      },
      is_starred: item.is_starred === true,
      members: memberList(root.members),
      teams: teamList(root.teams),
      templates: first(toObjects(root.templates), most.templates).flatMap(({ title, content }) => {
        const template_title = cutTitle(cleanTitle(toText(title)), importLimits.titleLength)
        const template_content = this.#restored(cleanContent(toText(content)))
        const fits = template_title !== '' && Buffer.byteLength(template_content) <= templateBytes
        return fits ? [{ template_title, template_content }] : []
      }),
      versions,
      comments,
      versionFiles,
      commentFiles,
    }
  }

  /** Checks the records of a folder one file after the other, and stores what is left. */
  #records(folder: string, read: (row: UnknownObject) => object | undefined): string[] {
    const { keep } = this.#choice
    const start = `${this.#choice.folder}${folder}/`
    const names = this.#archive.others.filter((name) => name.startsWith(start) && /\/\d{1,6}\.jsonl$/.test(name))
    const numberOf = (name: string) => Number(/(\d+)\.jsonl$/.exec(name)?.[1])
    return names
      .toSorted((one, other) => numberOf(one) - numberOf(other))
      .flatMap((name) => {
        this.#taken.add(name)
        const bytes = this.#archive.readRecords(name)
        if (!bytes) {
          this.#notes.skip(name, 'fileTooLarge')
          return []
        }
        const lines: string[] = []
        for (const row of recordsIn(bytes)) {
          const record = read(row)
          if (record) lines.push(JSON.stringify(record))
        }
        return keep ? [keep(Buffer.from(lines.join('\n')))] : []
      })
  }

  #environments(): PlanEnvironment[] {
    return first(toObjects(this.#root.environments), most.environments).flatMap((row) => {
      const env_name = cutTitle(cleanTitle(toText(row.env_name)), importLimits.titleLength)
      const variables = first(toObjects(row.variables), most.variables).map((one) => ({
        name: toText(one.name),
        value: one.is_secret === true ? '' : cleanContent(toText(one.value)),
        is_secret: one.is_secret === true,
      }))
      return env_name === '' ? [] : [{ env_name, base_url: toText(row.base_url), variables }]
    })
  }
}

// The same as `mostOfPage` of the comments.
const commentsOnPage = 1000

const rightIn = (right: unknown): number =>
  Math.max(
    0,
    bundleRights.findIndex((one) => one === right),
  )

/** Returns the teams, each once. */
const teamList = (list: unknown): PlanTeam[] => {
  const teams = first(toObjects(list), most.teams).map((team) => ({
    team_name: personName(team.team_name),
    owner: personName(team.owner),
    member_group_id: rightIn(team.right),
    members: memberList(team.members),
  }))
  return [
    ...new Map(teams.toReversed().map((team) => [JSON.stringify([team.team_name, team.owner]), team])).values(),
  ].toReversed()
}

const memberList = (list: unknown): PlanMember[] =>
  first(toObjects(list), most.members).flatMap((row) => {
    const username = personName(row.username)
    const limit = Array.isArray(row.catalogs) ? first(row.catalogs as unknown[], most.limit) : []
    const catalogs = limit.length === 0 ? undefined : limit.map((id) => wholeNumber(id))
    return username === '' ? [] : [{ username, member_group_id: rightIn(row.right), catalogs }]
  })
