import { findFileSigns } from '#src/features/attachment/index.ts'
import { filesFolder } from '#src/features/export/index.ts'
import { type Disk, folderOf, hashOf, stateFolder } from './disk.ts'
import { fittingName, keyOf, type Layout, layoutOf } from './layout.ts'
import {
  areCurrent,
  hasLinks,
  type LinkedText,
  type Paths,
  signIn,
  textOfFile,
  textOfServer,
  withLinks,
} from './links.ts'
import { type LocalFiles, matchFiles } from './match.ts'
import { mergedText } from './merge.ts'
import type { Reporter } from './report.ts'
import {
  eachOf,
  type ItemSite,
  patiently,
  readPage,
  readVersion,
  type SitePage,
  type SiteText,
  type SiteTree,
  whenThere,
} from './site.ts'
import { type FolderState, Journal, movingPrefix, type PageEntry, writeState } from './state.ts'

// So many pages are read from the site at the same time.
const atOnce = 6

/** Where a text is written, while a file with other changes is in its place. */
const conflictPath = (path: string): string => path.replace(/(\.[^./]*)?$/, '.server$1')

const decode = (bytes: Buffer): string => bytes.toString('utf8')

/** One pull of an item into a folder. */
class Pull {
  readonly #site: ItemSite
  readonly #disk: Disk
  readonly #state: FolderState
  readonly #tree: SiteTree
  readonly #local: LocalFiles
  readonly #layout: Layout
  readonly #reporter: Reporter
  readonly #journal: Journal
  readonly #isRestoring: boolean
  readonly #paths: Paths
  readonly #filePaths: Set<string>
  /** Folders that something was moved or removed from. */
  readonly #left = new Set<string>()
  /** Downloads in progress or done, by sign. */
  readonly #downloads = new Map<string, Promise<boolean>>()

  constructor(at: {
    site: ItemSite
    disk: Disk
    state: FolderState
    tree: SiteTree
    local: LocalFiles
    reporter: Reporter
    isRestoring: boolean
  }) {
    this.#site = at.site
    this.#disk = at.disk
    this.#state = at.state
    this.#tree = at.tree
    this.#local = at.local
    this.#reporter = at.reporter
    this.#isRestoring = at.isRestoring
    this.#journal = new Journal(at.disk)
    this.#layout = layoutOf(at.tree, at.state, at.local, at.reporter.lang)
    this.#filePaths = new Set([...at.local.listing.files, ...at.local.listing.others].map(keyOf))
    for (const { path } of at.state.files.values()) this.#filePaths.add(keyOf(path))
    this.#paths = pathsOf(at.tree, at.site, at.state, at.local, (page_id) => this.#layout.pages.get(page_id)?.here)
  }

  async run(): Promise<void> {
    await this.#removeGone()
    await this.#move()
    for (const { here } of this.#layout.catalogs.values()) await this.#disk.makeFolder(here)
    const ordered = [...this.#layout.pages.keys()].flatMap((page_id) => this.#tree.pages.get(page_id) ?? [])
    await eachOf(ordered, atOnce, (page) => this.#page(page))
    this.#noteCatalogs()
    await this.#removeFiles()
    await this.#disk.removeEmpty(this.#left)
    await writeState(this.#disk, this.#state)
  }

  /** Removes the files of pages that are gone, unless somebody has changed them. */
  async #removeGone(): Promise<void> {
    for (const entry of this.#state.pages.values()) {
      if (this.#tree.pages.has(entry.page_id)) continue
      const path = this.#local.pages.get(entry.page_id)
      if (path !== undefined) {
        if (this.#local.hashes.get(path) === entry.hash) {
          await this.#disk.remove(path)
          this.#left.add(folderOf(path))
          this.#reporter.change('removed', path, entry.page_id)
        } else this.#reporter.problem(path, 'folderGoneHere')
      }
      await this.#removeConflict(entry)
      this.#state.pages.delete(entry.page_id)
      await this.#journal.add({ gone: entry.page_id })
    }
  }

  /** Removes the file with the server's text when nobody has changed it. */
  async #removeConflict({ conflict }: PageEntry): Promise<void> {
    const bytes = conflict && (await this.#disk.read(conflict.path))
    if (conflict && bytes && hashOf(bytes) === conflict.hash) await this.#disk.remove(conflict.path)
  }

  /** Moves files to the paths that their pages have now; through the folder of the state, because two may change places. */
  async #move(): Promise<void> {
    const moving: { page_id: number; from: string; to: string; there: string }[] = []
    for (const [page_id, { here: to, there }] of this.#layout.pages) {
      const from = this.#local.pages.get(page_id)
      if (from !== undefined && from !== to) moving.push({ page_id, from, to, there })
    }
    const leaving = new Set(moving.map(({ from }) => keyOf(from)))
    for (const one of moving) {
      if (this.#filePaths.has(keyOf(one.to)) && !leaving.has(keyOf(one.to))) {
        one.to = this.#freePath(one.to)
        one.there = one.to
      }
      await this.#disk.makeFolder(stateFolder)
      await this.#disk.move(one.from, `${stateFolder}/${movingPrefix}${one.page_id}`)
      this.#left.add(folderOf(one.from))
    }
    for (const { page_id, from, to, there } of moving) {
      await this.#journal.add({ moved: page_id, to })
      await this.#disk.move(`${stateFolder}/${movingPrefix}${page_id}`, to)
      const entry = this.#state.pages.get(page_id)
      if (entry) entry.path = there
      this.#local.hashes.set(to, this.#local.hashes.get(from) ?? '')
      this.#local.pages.set(page_id, to)
      this.#layout.pages.set(page_id, { here: to, there })
      this.#reporter.change('moved', to, page_id)
    }
  }

  /** Returns the first path like this one that nothing has. */
  #freePath(path: string): string {
    const [, stem = '', extension = ''] = /^(.*?)(\.[^./]*)?$/s.exec(path) ?? []
    for (let number = 1; ; number += 1) {
      const other = `${stem}_${number}${extension}`
      if (this.#filePaths.has(keyOf(other))) continue
      this.#filePaths.add(keyOf(other))
      return other
    }
  }

  /** Whether the server may have another version of a page than the folder. */
  async #isStale(page: SitePage, entry: PageEntry): Promise<boolean> {
    if (entry.saved !== page.saved) return true
    if (entry.settled) return false
    const newest = await whenThere(this.#site.client.page.version({ page_id: page.page_id }), 'pageGone')
    if (newest?.page_version === entry.version) entry.settled = this.#isSettled(page.saved)
    return newest?.page_version !== entry.version
  }

  #isSettled(saved: number): boolean {
    return this.#tree.readAt > saved
  }

  async #page(page: SitePage): Promise<void> {
    const { here: path, there } = this.#layout.pages.get(page.page_id) ?? { here: '', there: '' }
    const entry = this.#state.pages.get(page.page_id)
    if (entry) Object.assign(entry, { title: page.title, cat_id: page.cat_id, order: page.order })
    const isWanted = this.#isRestoring && !this.#local.pages.has(page.page_id)
    if (entry && !isWanted && !(await this.#isStale(page, entry))) return this.#refresh(entry)
    const found = await readPage(this.#site, page.page_id)
    // it was deleted in the meantime: the next pull sees that
    if (!found) return
    const attached = found.attachments > 0 ? await this.#attachments(page.page_id) : []
    await this.#download([...(hasLinks(path, found.text) ? findFileSigns(found.text) : []), ...attached])
    const next = textOfFile(found.text, path, this.#paths)
    const fresh: PageEntry = {
      page_id: page.page_id,
      cat_id: page.cat_id,
      title: page.title,
      path: there,
      order: page.order,
      version: found.version,
      // a later save than that in the tree is found again
      saved: page.saved,
      settled: this.#isSettled(page.saved) && found.saved === page.saved,
      hash: hashOf(next.text),
      links: next.links,
      attached,
      ...(entry?.conflict && { conflict: entry.conflict }),
    }
    await (entry ? this.#update(entry, fresh, found, next) : this.#add(fresh, path, next))
  }

  /** Writes a file for a page, and notes that. */
  async #write(entry: PageEntry, path: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    const hash = hashOf(bytes)
    await this.#journal.add({ page: entry, written: { path, hash } })
    await this.#disk.write(path, bytes)
    this.#local.hashes.set(path, hash)
    this.#state.pages.set(entry.page_id, entry)
  }

  /** Writes a page that the folder did not have. */
  async #add(entry: PageEntry, path: string, { text }: LinkedText): Promise<void> {
    const isTaken = this.#filePaths.has(keyOf(path))
    const there = isTaken ? [...this.#local.listing.files].find((one) => keyOf(one) === keyOf(path)) : undefined
    const bytes = there === undefined ? undefined : await this.#disk.read(there)
    if (there === undefined || !bytes) {
      await this.#write(entry, path, text)
      return this.#reporter.change('added', path, entry.page_id)
    }
    entry.path = there
    if (hashOf(bytes) !== entry.hash) return this.#conflict(entry, there, text)
    this.#state.pages.set(entry.page_id, entry)
    this.#reporter.report.unchanged += 1
  }

  /** Writes a page that has changed on the server, or puts it together with what has changed here. */
  async #update(former: PageEntry, entry: PageEntry, found: SiteText, next: LinkedText): Promise<void> {
    const path = this.#local.pages.get(entry.page_id)
    const bytes = path === undefined ? undefined : await this.#disk.read(path)
    if (path === undefined || !bytes) {
      // the file was deleted here, and the page has not changed since
      if (former.hash === entry.hash && !this.#isRestoring) {
        this.#state.pages.set(entry.page_id, entry)
        this.#reporter.report.missing.push(entry.path)
      } else {
        const { here } = this.#layout.pages.get(entry.page_id) ?? { here: entry.path }
        await this.#write(entry, here, next.text)
        this.#reporter.change('added', here, entry.page_id)
      }
      return
    }
    const own = hashOf(bytes)
    if (own === entry.hash || own === former.hash) {
      await this.#removeConflict(former)
      delete entry.conflict
    }
    if (own === entry.hash) {
      this.#state.pages.set(entry.page_id, entry)
      this.#reporter.report.unchanged += 1
    } else if (own === former.hash) {
      const { text } = textOfServer(decode(bytes), path, former.links, () => undefined)
      if (text === found.text && areCurrent(former.links, path, this.#paths)) {
        // the same text, with links as somebody has written them here
        this.#state.pages.set(entry.page_id, { ...entry, hash: own, links: former.links })
        this.#reporter.report.unchanged += 1
        return
      }
      await this.#write(entry, path, next.text)
      this.#reporter.change('changed', path, entry.page_id)
    } else if (former.hash === entry.hash) {
      this.#state.pages.set(entry.page_id, entry)
      if (entry.conflict) this.#reporter.problem(path, 'folderConflict', { path: entry.conflict.path })
    } else await this.#combine(former, entry, { path, mine: decode(bytes) }, found, next)
  }

  /** Merges the file of a page with the server's text; where both have changed the same lines, the file stays. */
  async #combine(
    former: PageEntry,
    entry: PageEntry,
    { path, mine }: { path: string; mine: string },
    found: SiteText,
    next: LinkedText,
  ): Promise<void> {
    const base = former.conflict ? undefined : await readVersion(this.#site, found.page_id, former.version)
    const local = base === undefined ? undefined : withLinks(base, former.path, former.links)
    const merged = local === undefined || hashOf(local) !== former.hash ? undefined : mergedText(local, mine, next.text)
    if (merged === undefined) return this.#conflict(entry, path, next.text)
    // what the file had from the former version may still be in it
    const links = new Map([...former.links, ...next.links])
    await this.#write({ ...entry, links: [...links] }, path, merged)
    this.#reporter.change('merged', path, entry.page_id)
  }

  async #conflict(entry: PageEntry, at: string, text: string): Promise<void> {
    const former = entry.conflict?.path
    const wanted = former ?? conflictPath(at)
    const isFree = former !== undefined || !this.#filePaths.has(keyOf(wanted))
    const path = isFree ? wanted : this.#freePath(wanted)
    this.#filePaths.add(keyOf(path))
    const held = await this.#disk.read(path)
    const changed = former !== undefined && held && hashOf(held) !== entry.conflict?.hash
    const target = changed ? this.#freePath(conflictPath(at)) : path
    const conflict = { path: target, hash: hashOf(text) }
    await this.#journal.add({ page: { ...entry, conflict }, written: conflict })
    await this.#disk.write(target, Buffer.from(text))
    this.#state.pages.set(entry.page_id, { ...entry, conflict })
    this.#reporter.problem(at, 'folderConflict', { path: target })
  }

  /** Writes an unchanged page again when the paths that its links lead to have changed. */
  async #refresh(entry: PageEntry): Promise<void> {
    const path = this.#local.pages.get(entry.page_id)
    this.#reporter.report.unchanged += 1
    await this.#download(entry.attached)
    if (path === undefined) {
      this.#reporter.report.unchanged -= 1
      this.#reporter.report.missing.push(entry.path)
      return
    }
    if (entry.conflict) this.#reporter.problem(path, 'folderConflict', { path: entry.conflict.path })
    if (entry.links.length === 0 || this.#local.hashes.get(path) !== entry.hash) return
    await this.#download(entry.links.flatMap(([, there]) => signIn(there) ?? []))
    if (areCurrent(entry.links, path, this.#paths)) return
    const bytes = await this.#disk.read(path)
    if (!bytes) return
    const { text } = textOfServer(decode(bytes), path, entry.links, () => undefined)
    const next = textOfFile(text, path, this.#paths)
    if (hashOf(next.text) === entry.hash) return
    await this.#write({ ...entry, hash: hashOf(next.text), links: next.links }, path, next.text)
    this.#reporter.report.unchanged -= 1
    this.#reporter.change('changed', path, entry.page_id)
  }

  async #attachments(page_id: number): Promise<string[]> {
    // visitors without an account do not see the list
    const list = await whenThere(this.#site.client.page.uploadList({ page_id }), 'notLoggedIn')
    return (list ?? []).flatMap(({ url, display_name }) => {
      const sign = signIn(url)
      if (sign !== undefined) this.#names.set(sign, display_name)
      return sign ?? []
    })
  }

  /** The names of attachments, by sign. */
  readonly #names = new Map<string, string>()

  /** Downloads the files that the folder does not have. */
  async #download(signs: readonly string[]): Promise<void> {
    for (const sign of signs) {
      const running = this.#downloads.get(sign) ?? this.#fetch(sign)
      this.#downloads.set(sign, running)
      await running
    }
  }

  async #fetch(sign: string): Promise<boolean> {
    const known = this.#state.files.get(sign)
    if (known && this.#local.listing.files.has(known.path)) return true
    const response = await whenThere(
      patiently(() => this.#site.client.attachment.visitFile({ sign })),
      'fileGone',
    )
    if (!response) return false
    const bytes = Buffer.from(await response.arrayBuffer())
    const path = known?.path ?? (await this.#pathOfFile(sign, response, bytes))
    const entry = { sign, path, hash: hashOf(bytes) }
    await this.#disk.write(path, bytes)
    this.#state.files.set(sign, entry)
    await this.#journal.add({ file: entry })
    this.#reporter.change('added', path)
    return true
  }

  async #pathOfFile(sign: string, { headers }: Response, bytes: Buffer): Promise<string> {
    const given = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '')?.[1]
    const name = this.#names.get(sign) ?? (given === undefined ? 'file' : decodeURIComponent(given))
    const path = `${filesFolder}/${fittingName(name, 'file')}`
    if (!this.#filePaths.has(keyOf(path))) {
      this.#filePaths.add(keyOf(path))
      return path
    }
    // an interrupted pull may have written it
    const there = this.#local.listing.files.has(path) ? await this.#disk.read(path) : undefined
    const isOther = [...this.#state.files.values()].some((one) => keyOf(one.path) === keyOf(path))
    return there && !isOther && hashOf(there) === hashOf(bytes) ? path : this.#freePath(path)
  }

  #noteCatalogs(): void {
    for (const entry of this.#state.catalogs.values()) this.#left.add(entry.path)
    this.#state.catalogs.clear()
    for (const [cat_id, { here, there: path }] of this.#layout.catalogs) {
      const catalog = this.#tree.catalogs.get(cat_id)
      if (!catalog) continue
      const { parent, name, order } = catalog
      this.#state.catalogs.set(cat_id, { cat_id, parent, name, path, order })
      this.#left.delete(here)
    }
  }

  /** Removes the images and attachments that no page has any more, unless somebody has changed them. */
  async #removeFiles(): Promise<void> {
    const used = new Set(
      [...this.#state.pages.values()].flatMap((page) => [
        ...page.attached,
        ...page.links.flatMap(([, there]) => signIn(there) ?? []),
      ]),
    )
    for (const file of this.#state.files.values()) {
      if (used.has(file.sign)) continue
      const bytes = await this.#disk.read(file.path)
      if (bytes && hashOf(bytes) === file.hash) {
        await this.#disk.remove(file.path)
        this.#left.add(folderOf(file.path))
        this.#reporter.change('removed', file.path)
      }
      this.#state.files.delete(file.sign)
    }
  }
}

/** Returns where the pages and files of an item are, for links. */
export function pathsOf(
  tree: SiteTree,
  site: ItemSite,
  state: FolderState,
  { listing }: LocalFiles,
  page: (page_id: number) => string | undefined,
): Paths {
  return {
    items: new Set([String(tree.item_id), ...(tree.domain === '' ? [] : [tree.domain])]),
    origin: URL.canParse(site.address) ? new URL(site.address).origin : '',
    page,
    file: (sign) => state.files.get(sign)?.path,
    has: (path) => listing.files.has(path),
  }
}

/**
 * Brings a folder to what an item has now. With `isRestoring`, files that were deleted here are written again.
 *
 * @throws {AppError} and {StartError} for what concerns all of it
 */
export async function pullInto(
  disk: Disk,
  state: FolderState,
  at: { site: ItemSite; tree: SiteTree; reporter: Reporter; isRestoring: boolean },
): Promise<void> {
  state.item_name = at.tree.item_name
  await writeState(disk, state)
  const local = await matchFiles(disk, state)
  await new Pull({ ...at, disk, state, local }).run()
}
