import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import type { ErrorName } from '#shared/contract/errors.ts'
import { countChanges, diffLines, splitLines } from '#shared/text-diff/lines.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { errorText } from '#src/core/i18n.ts'
import { fileUrl } from '#src/features/attachment/index.ts'
import { cleanFileName } from '#src/features/export/index.ts'
import { type Disk, folderOf, foldersAbove, hashOf, nameOf, stateFolder } from './disk.ts'
import { type Paths, signIn, type Target, targetsIn, textOfFile, textOfServer } from './links.ts'
import { type LocalFiles, matchFiles } from './match.ts'
import { mergedText } from './merge.ts'
import { pathsOf } from './pull.ts'
import type { FolderAction, Reporter } from './report.ts'
import { type ItemSite, patiently, readPage, readTree, readVersion, type SiteTree, whenThere } from './site.ts'
import { type FileEntry, type FolderState, Journal, type PageEntry, writeState } from './state.ts'

// Source: specification 5.
const levelsMost = 3
const images = /\.(png|jpe?g|gif|webp|bmp)$/i
// Images for pages may be so large; larger ones are attachments. Source: specification 9.
const imageBytesMost = 4 * 1024 * 1024

/** What a push may do. */
interface PushChoice {
  /** Whether pages whose files are gone go to the recycle bin. */
  isDeleting: boolean
  isTrial: boolean
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const stemOf = (path: string): string => nameOf(path).replace(/\.[^.]*$/, '')

/** Whether half of the lines of the longer text are in the other one, in their order; empty lines do not count. */
function areAlike(one: string, other: string): boolean {
  const linesOf = (text: string) => splitLines(text).filter((line) => line.trim() !== '')
  const [before, after] = [linesOf(one), linesOf(other)]
  const { removed } = countChanges(diffLines(before, after))
  return (before.length - removed) * 2 >= Math.max(before.length, after.length)
}

/** Returns a name as the server stores it. */
const storedName = (name: string): string => name.trim().normalize('NFC')

/** One push of a folder. */
class Push {
  readonly #site: ItemSite
  readonly #disk: Disk
  readonly #state: FolderState
  readonly #tree: SiteTree
  readonly #local: LocalFiles
  readonly #reporter: Reporter
  readonly #journal: Journal
  readonly #choice: PushChoice
  readonly #paths: Paths
  /** The catalog of each folder of pages. */
  readonly #catalogs = new Map<string, number>([['', 0]])
  /** The page of each file. */
  readonly #pageAt = new Map<string, number>()
  readonly #fileAt = new Map<string, FileEntry>()
  /** Addresses of files whose bytes were changed here: by the sign that they had. */
  readonly #replaced = new Map<string, string>()
  /** New pages whose links lead to pages that had no number yet. */
  readonly #pending = new Set<number>()
  /** Pages that this push has saved. */
  readonly #sent = new Set<number>()
  /** Files that a trial would upload. */
  readonly #uploaded = new Set<string>()

  constructor(at: {
    site: ItemSite
    disk: Disk
    state: FolderState
    tree: SiteTree
    local: LocalFiles
    reporter: Reporter
    choice: PushChoice
  }) {
    this.#site = at.site
    this.#disk = at.disk
    this.#state = at.state
    this.#tree = at.tree
    this.#local = at.local
    this.#reporter = at.reporter
    this.#choice = at.choice
    this.#journal = new Journal(at.disk)
    this.#paths = pathsOf(at.tree, at.site, at.state, at.local, (page_id) => at.local.pages.get(page_id))
    for (const [page_id, path] of at.local.pages) if (at.tree.pages.has(page_id)) this.#pageAt.set(path, page_id)
    for (const file of at.state.files.values()) this.#fileAt.set(file.path, file)
  }

  async run(): Promise<void> {
    await this.#folders()
    await this.#changedFiles()
    await this.#movedAndChanged()
    for (const [page_id, path] of this.#local.pages) await this.#attempt(path, () => this.#page(page_id, path))
    const fresh = await this.#freshPages()
    for (const { path, text } of fresh) await this.#attempt(path, () => this.#add(path, text))
    for (const entry of this.#state.pages.values()) if (entry.pending) this.#pending.add(entry.page_id)
    for (const page_id of this.#pending) {
      const path = this.#local.pages.get(page_id) ?? ''
      await this.#attempt(path, () => this.#linkAgain(page_id, path))
    }
    for (const entry of this.#state.pages.values())
      if (!this.#local.pages.has(entry.page_id)) await this.#attempt(entry.path, () => this.#delete(entry))
    if (!this.#choice.isTrial) await this.#finish()
  }

  /** Runs what concerns one file; what the site rejects is a problem of that file. */
  async #attempt(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.errorName === 'notLoggedIn') throw error
      const { errorName, values } = error
      this.#reporter.failure(path, errorName, errorText(this.#reporter.lang, errorName as ErrorName, values))
    }
  }

  /** Finds the catalog of each folder that is known; renames and moves those that were renamed and moved here. */
  async #folders(): Promise<void> {
    for (const entry of this.#state.catalogs.values()) {
      if (!this.#tree.catalogs.has(entry.cat_id)) continue
      const path = this.#local.folders.get(entry.cat_id) ?? entry.path
      this.#catalogs.set(path, entry.cat_id)
    }
    const renamed = [...this.#local.folders].toSorted(([, one], [, other]) => one.length - other.length)
    for (const [cat_id, path] of renamed) await this.#attempt(path, () => this.#renameFolder(cat_id, path))
  }

  async #renameFolder(cat_id: number, path: string): Promise<void> {
    const entry = this.#state.catalogs.get(cat_id)
    const there = this.#tree.catalogs.get(cat_id)
    if (!entry || !there) return
    const parent = await this.#catalogOf(folderOf(path))
    if (parent === undefined) return
    const name = nameOf(path) === nameOf(entry.path) ? there.name : storedName(nameOf(path))
    if (name !== there.name || parent !== entry.parent) {
      if (!this.#choice.isTrial) {
        const { item_id } = this.#state
        await this.#site.client.catalog.save({
          item_id,
          cat_id,
          cat_name: name,
          // somebody who is limited to catalogs does not see what is above them
          ...(parent !== entry.parent && { parent_cat_id: parent }),
        })
      }
      this.#reporter.change('moved', `${path}/`)
    }
    Object.assign(entry, { name, parent, path })
    if (!this.#choice.isTrial) await this.#journal.add({ catalog: entry })
  }

  /** Returns the catalog of a folder, and creates it. Undefined when it is too deep: that is a problem of the folder. */
  async #catalogOf(folder: string): Promise<number | undefined> {
    const known = this.#catalogs.get(folder)
    if (known !== undefined) return known
    const parent = await this.#catalogOf(folderOf(folder))
    if (parent === undefined) return undefined
    if (foldersAbove(folder).length >= levelsMost) fail('catalogTooDeep')
    const name = storedName(nameOf(folder))
    const there = [...this.#tree.catalogs.values()].find(
      (one) => one.parent === parent && one.name === name && !this.#state.catalogs.has(one.cat_id),
    )
    const { item_id } = this.#state
    let cat_id = there?.cat_id ?? this.#trialId()
    if (!there && !this.#choice.isTrial)
      cat_id = await this.#site.client.catalog.save({ item_id, cat_id: 0, cat_name: name, parent_cat_id: parent })
    if (!there) this.#reporter.change('added', `${folder}/`)
    const entry = { cat_id, parent, name, path: folder, order: there?.order ?? 99 }
    this.#catalogs.set(folder, cat_id)
    if (!this.#choice.isTrial) {
      this.#state.catalogs.set(cat_id, entry)
      await this.#journal.add({ catalog: entry })
    }
    return cat_id
  }

  #lastTrialId = Number.MAX_SAFE_INTEGER

  /** A number for what a trial does not create. */
  #trialId(): number {
    this.#lastTrialId -= 1
    return this.#lastTrialId
  }

  /**
   * Recognises files that were moved to another folder and changed: a page without a file, and one new file with its name and
   * at least half of its lines.
   */
  async #movedAndChanged(): Promise<void> {
    const missing = [...this.#state.pages.values()].filter(
      ({ page_id }) => !this.#local.pages.has(page_id) && this.#tree.pages.has(page_id),
    )
    const missingByName = Map.groupBy(missing, ({ path }) => nameOf(path))
    const freshByName = Map.groupBy(this.#local.fresh, nameOf)
    for (const [name, [entry, ...moreMissing]] of missingByName) {
      const [path, ...moreFresh] = freshByName.get(name) ?? []
      if (!entry || path === undefined || moreMissing.length + moreFresh.length > 0) continue
      const text = await this.#read(path)
      const page = await readPage(this.#site, entry.page_id)
      if (text === undefined || !page || !areAlike(textOfFile(page.text, entry.path, this.#paths).text, text)) continue
      this.#local.pages.set(entry.page_id, path)
      this.#pageAt.set(path, entry.page_id)
      this.#local.fresh = this.#local.fresh.filter((one) => one !== path)
    }
  }

  /** Uploads images and attachments whose bytes were changed here. */
  async #changedFiles(): Promise<void> {
    for (const file of this.#state.files.values()) {
      const hash = this.#local.hashes.get(file.path)
      if (hash === undefined || hash === file.hash) continue
      await this.#attempt(file.path, async () => {
        const address = await this.#upload(file.path)
        if (address !== undefined) this.#replaced.set(file.sign, address)
      })
    }
  }

  /** Returns the address of a file of the folder; uploads it when the server does not have it. */
  async #upload(path: string): Promise<string | undefined> {
    const bytes = await this.#disk.read(path)
    if (!bytes) return undefined
    const hash = hashOf(bytes)
    const same = [...this.#state.files.values()].find((one) => one.hash === hash)
    if (same) {
      if (same.path !== path && !this.#fileAt.has(path)) this.#fileAt.set(path, same)
      return fileUrl(same)
    }
    if (!this.#uploaded.has(hash)) this.#reporter.change('uploaded', path)
    this.#uploaded.add(hash)
    if (this.#choice.isTrial) return fileUrl({ sign: '0'.repeat(32) })
    const { item_id } = this.#state
    const blob = new File([new Uint8Array(bytes)], cleanFileName(nameOf(path), 'file'))
    const { attachment } = this.#site.client
    const isImage = images.test(path) && bytes.length <= imageBytesMost
    const { url } = await patiently(() =>
      isImage
        ? attachment.uploadImg({ item_id, 'editormd-image-file': blob })
        : attachment.attachmentUpload({ item_id, file: blob }),
    )
    const sign = signIn(url)
    if (sign === undefined) return url
    const entry = { sign, path, hash }
    this.#state.files.set(sign, entry)
    this.#fileAt.set(path, entry)
    await this.#journal.add({ file: entry })
    return url
  }

  /** Returns the text of a file. Undefined when it is not UTF-8: that is a problem of the file. */
  async #read(path: string): Promise<string | undefined> {
    const bytes = await this.#disk.read(path)
    try {
      return bytes && decoder.decode(bytes)
    } catch {
      this.#reporter.problem(path, 'folderNoText')
      return undefined
    }
  }

  /** Returns the text of a file for the server, with what it shows uploaded, and whether pages it leads to are missing. */
  async #textFor(path: string, text: string, links: PageEntry['links']) {
    const known = links.map(([here, there]): [string, string] => {
      const sign = signIn(there)
      const next = sign === undefined ? undefined : this.#replaced.get(sign)
      return [here, next ?? there]
    })
    const addresses = new Map<string, string>()
    let isPending = false
    for (const { path: target } of targetsIn(text, path, known)) {
      if (addresses.has(target)) continue
      const page_id = this.#pageAt.get(target)
      const file = this.#fileAt.get(target)
      if (page_id !== undefined) addresses.set(target, `/${this.#state.item_id}/${page_id}`)
      else if (this.#freshPaths.has(target)) isPending = true
      else if (file && this.#local.hashes.get(target) === file.hash) addresses.set(target, fileUrl(file))
      else if (this.#local.listing.files.has(target) && !target.startsWith(`${stateFolder}/`)) {
        const address = await this.#upload(target)
        if (address !== undefined) addresses.set(target, address)
      }
    }
    const addressOf = ({ path: target, heading }: Target) => {
      const address = addresses.get(target)
      return address === undefined ? undefined : address + (address.includes('visitFile') ? '' : heading)
    }
    return { ...textOfServer(text, path, known, addressOf), isPending }
  }

  readonly #freshPaths = new Set<string>()

  /** Sends what has changed of one page: its text, its title, its catalog. */
  async #page(page_id: number, path: string): Promise<void> {
    const entry = this.#state.pages.get(page_id)
    const there = this.#tree.pages.get(page_id)
    if (!entry) return
    const isChanged = this.#local.hashes.get(path) !== entry.hash
    const hasNewFile = entry.links.some(([, address]) => this.#replaced.has(signIn(address) ?? ''))
    const cat_id = folderOf(path) === folderOf(entry.path) ? entry.cat_id : await this.#catalogOf(folderOf(path))
    if (cat_id === undefined) return
    const isMoved = cat_id !== entry.cat_id
    if (!there) {
      if (isChanged) this.#reporter.problem(path, 'folderGone')
      return
    }
    // a title that somebody has changed on the server stays; the next pull renames the file
    const title = nameOf(path) === nameOf(entry.path) ? there.title : storedName(stemOf(path))
    const isRenamed = nameOf(path) !== nameOf(entry.path) && title !== entry.title
    if (!isChanged && !isMoved && !isRenamed && !hasNewFile) {
      this.#reporter.report.unchanged += 1
      if (!this.#choice.isTrial) entry.path = path
      return
    }
    if (isChanged && entry.conflict)
      return this.#reporter.problem(path, 'folderUnresolved', { path: entry.conflict.path })
    if (isMoved && !isChanged && !isRenamed && !hasNewFile) return this.#moveOnly(entry, path, cat_id)
    const text = await this.#read(path)
    if (text === undefined) return
    const next = await this.#textFor(path, text, entry.links)
    const action = isChanged || hasNewFile ? 'changed' : 'moved'
    if (this.#choice.isTrial) {
      const isBehind = there.saved !== entry.saved
      return this.#reporter.change(isBehind && action === 'changed' ? 'merged' : action, path, page_id)
    }
    if (next.isPending) this.#pending.add(page_id)
    await this.#save(entry, {
      path,
      text,
      sent: next.text,
      links: next.links,
      title,
      cat_id,
      isMoved,
      isRenamed,
      isPending: next.isPending,
      action,
    })
  }

  async #moveOnly(entry: PageEntry, path: string, cat_id: number): Promise<void> {
    const { page_id } = entry
    if (!this.#choice.isTrial) {
      await this.#site.client.page.copy({ page_id, to_cat_id: cat_id, is_del: true })
      Object.assign(entry, { path, cat_id })
      await this.#journal.add({ page: entry })
    }
    this.#reporter.change('moved', path, page_id)
  }

  /** Saves a page; when somebody else has saved it, the changes of both are merged. */
  async #save(
    entry: PageEntry,
    mine: {
      path: string
      /** The file, and what the server is to have. */
      text: string
      sent: string
      links: PageEntry['links']
      title: string
      cat_id: number
      isMoved: boolean
      isRenamed: boolean
      isPending: boolean
      action: FolderAction
    },
  ): Promise<void> {
    const { item_id } = this.#state
    const { page_id } = entry
    const { path } = mine
    const send = (page_title: string, page_content: string, base_version: number) =>
      this.#site.client.page.save({
        item_id,
        page_id,
        page_title,
        page_content,
        base_version,
        ...(mine.isMoved && { cat_id: mine.cat_id }),
      })
    const noted = (
      title: string,
      version: number,
      saved: number,
      file: Pick<PageEntry, 'hash' | 'links'>,
    ): PageEntry => ({
      ...entry,
      ...file,
      // the next pull gives a file the name that its page has on the server
      title: mine.isRenamed ? title : entry.title,
      version,
      saved,
      settled: false,
      path,
      cat_id: mine.cat_id,
      pending: mine.isPending,
    })
    const note = async (next: PageEntry, action: FolderAction) => {
      this.#state.pages.set(page_id, next)
      this.#sent.add(page_id)
      await this.#journal.add({ page: next })
      this.#reporter.change(action, path, page_id)
    }
    const own = { hash: hashOf(mine.text), links: mine.links }
    const saved = await whenThere(send(mine.title, mine.sent, entry.version), 'pageChanged')
    if (saved) return note(noted(mine.title, Number(saved.page_version), Number(saved.addtime ?? 0), own), mine.action)
    const theirs = await readPage(this.#site, page_id)
    if (!theirs) return this.#reporter.problem(path, 'folderGone')
    const title = mine.isRenamed ? mine.title : theirs.title
    const isSame = (text: string) => text === theirs.text && title === theirs.title && !mine.isMoved
    // an earlier push has sent it, and was interrupted
    if (isSame(mine.sent)) return note(noted(title, theirs.version, theirs.saved, own), mine.action)
    const base = await readVersion(this.#site, page_id, entry.version)
    const merged = base === undefined ? undefined : mergedText(base, mine.sent, theirs.text)
    if (merged === undefined) return this.#reporter.problem(path, 'folderBehind')
    const again = isSame(merged)
      ? { page_version: theirs.version, addtime: theirs.saved }
      : await whenThere(send(title, merged, theirs.version), 'pageChanged')
    if (!again) return this.#reporter.problem(path, 'folderBehind')
    const { text, links } = textOfFile(merged, path, this.#paths)
    const hash = hashOf(text)
    const next = noted(title, Number(again.page_version), Number(again.addtime ?? 0), { hash, links })
    await this.#journal.add({ page: next, written: { path, hash } })
    await this.#disk.write(path, Buffer.from(text))
    this.#local.hashes.set(path, hash)
    await note(next, 'merged')
  }

  /** Reads the files that are new pages. JSON is a page where it describes an API, and in a spreadsheet project. */
  async #freshPages(): Promise<{ path: string; text: string }[]> {
    const pages: { path: string; text: string }[] = []
    for (const path of this.#local.fresh) {
      const text = await this.#read(path)
      if (text === undefined) continue
      const isPage = /\.md$/i.test(path) || this.#tree.isSheet || readApiDoc(text) !== undefined
      if (isPage) pages.push({ path, text })
    }
    for (const { path } of pages) this.#freshPaths.add(path)
    return pages
  }

  async #add(path: string, text: string): Promise<void> {
    const cat_id = await this.#catalogOf(folderOf(path))
    if (cat_id === undefined) return
    const title = storedName(stemOf(path))
    const { item_id } = this.#state
    const next = await this.#textFor(path, text, [])
    const unknown = [...this.#tree.pages.values()].filter(
      (one) => one.cat_id === cat_id && one.title === title && !this.#state.pages.has(one.page_id),
    )
    const texts = await Promise.all(unknown.map((one) => readPage(this.#site, one.page_id)))
    // an earlier push has made it, and was interrupted
    const there = texts.find((one) => one?.text === next.text)
    if (unknown.length > 0 && !there) return this.#reporter.problem(path, 'folderTaken')
    this.#reporter.change('added', path, there?.page_id)
    if (this.#choice.isTrial) return
    const saved = there
      ? { page_id: there.page_id, page_version: there.version }
      : await this.#site.client.page.save({ item_id, page_id: 0, page_title: title, page_content: next.text, cat_id })
    const page_id = Number(saved.page_id)
    const entry: PageEntry = {
      page_id,
      cat_id,
      title,
      path,
      order: 99,
      version: Number(saved.page_version),
      saved: there?.saved ?? 0,
      settled: false,
      hash: hashOf(text),
      links: next.links,
      attached: [],
      pending: next.isPending,
    }
    this.#state.pages.set(page_id, entry)
    this.#local.pages.set(page_id, path)
    this.#pageAt.set(path, page_id)
    this.#sent.add(page_id)
    this.#freshPaths.delete(path)
    if (next.isPending) this.#pending.add(page_id)
    await this.#journal.add({ page: entry })
  }

  /** Saves a page once more, when the pages that its links lead to have got their numbers. */
  async #linkAgain(page_id: number, path: string): Promise<void> {
    const entry = this.#state.pages.get(page_id)
    const text = await this.#read(path)
    // what somebody has changed in the meantime is sent as such
    if (!entry || text === undefined || this.#choice.isTrial || hashOf(text) !== entry.hash) return
    const next = await this.#textFor(path, text, entry.links)
    const { item_id } = this.#state
    const { title: page_title, version: base_version } = entry
    const saved = await whenThere(
      this.#site.client.page.save({
        item_id,
        page_id,
        page_title,
        page_content: next.text,
        base_version,
        is_autosave: true,
      }),
      'pageChanged',
    )
    if (!saved) return this.#reporter.problem(path, 'folderBehind')
    Object.assign(entry, { version: Number(saved.page_version), links: next.links, pending: false })
    await this.#journal.add({ page: entry })
  }

  /** Moves a page whose file is gone to the recycle bin, when that is wanted and nobody has saved it since. */
  async #delete(entry: PageEntry): Promise<void> {
    const { page_id, path } = entry
    const there = this.#tree.pages.get(page_id)
    if (there && !this.#choice.isDeleting) {
      this.#reporter.report.missing.push(path)
      return
    }
    if (there) {
      const newest = await whenThere(this.#site.client.page.version({ page_id }), 'pageGone')
      if (newest && newest.page_version !== entry.version) return this.#reporter.problem(path, 'folderBehind')
      if (newest && !this.#choice.isTrial) await whenThere(this.#site.client.page.delete({ page_id }), 'pageGone')
      this.#reporter.change('removed', path, page_id)
    }
    if (this.#choice.isTrial) return
    this.#state.pages.delete(page_id)
    await this.#journal.add({ gone: page_id })
  }

  /** Removes the catalogs whose folders are gone and that have nothing in them any more. */
  async #deleteFolders(tree: SiteTree): Promise<void> {
    const deepest = [...this.#state.catalogs.values()].toSorted((one, other) => other.path.length - one.path.length)
    for (const { cat_id, path } of deepest) {
      const isFull =
        [...tree.pages.values()].some((one) => one.cat_id === cat_id) ||
        [...tree.catalogs.values()].some((one) => one.parent === cat_id)
      if (!tree.catalogs.has(cat_id) || isFull || this.#local.listing.folders.has(path)) continue
      await this.#attempt(path, async () => {
        await whenThere(this.#site.client.catalog.delete({ cat_id }), 'catalogGone')
        this.#reporter.change('removed', `${path}/`)
      })
      tree.catalogs.delete(cat_id)
      this.#state.catalogs.delete(cat_id)
    }
  }

  /** Notes when the site has saved what was pushed, so that the next pull need not read it. */
  async #finish(): Promise<void> {
    if (this.#reporter.report.changes.length > 0) {
      const tree = await readTree(this.#site, this.#state.item_id)
      if (this.#choice.isDeleting) await this.#deleteFolders(tree)
      for (const entry of this.#state.pages.values()) {
        const saved = tree.pages.get(entry.page_id)?.saved
        if (this.#sent.has(entry.page_id) && saved !== undefined) Object.assign(entry, { saved, settled: false })
      }
    }
    await writeState(this.#disk, this.#state)
  }
}

/**
 * Sends what has changed in a folder to its item.
 *
 * @throws {AppError} itemArchived, and what concerns the whole item; what concerns one file is a problem in the report
 */
export async function pushFrom(
  disk: Disk,
  state: FolderState,
  at: { site: ItemSite; tree: SiteTree; reporter: Reporter; choice: PushChoice },
): Promise<void> {
  if (at.tree.isArchived) fail('itemArchived')
  const local = await matchFiles(disk, state)
  await new Push({ ...at, disk, state, local }).run()
}
