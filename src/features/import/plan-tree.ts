import type { Lang } from '#src/core/i18n.ts'
import { importLimits } from './limits.ts'
import type { NoteReason, PageOrigin, PlanCatalog, PlanNote, PlanPage, SkippedPart, SkipReason } from './plan-types.ts'
import { cleanContent, cleanTitle, cutTitle } from './text.ts'

/**
 * A page of a file, before its title has been checked for duplicates. An undefined `s_number` puts it after the pages
 * before it.
 */
interface FoundPage {
  page_title: string
  page_content: string
  page_comments?: string
  s_number?: number
  is_draft?: boolean
  ext_info?: string
  files?: string[]
  link?: string
  origin?: PageOrigin
}

interface Folder {
  catalogs: PlanCatalog[]
  pages: PlanPage[]
  byName: Map<string, Folder>
  titles: Set<string>
  /** The last number added to a duplicate title, so that a thousand of them are numbered in one pass. */
  lastNumber: Map<string, number>
}

const newFolder = (catalogs: PlanCatalog[], pages: PlanPage[]): Folder => ({
  catalogs,
  pages,
  byName: new Map(),
  titles: new Set(),
  lastNumber: new Map(),
})

/** The title of a page without one. */
const untitled: Record<Lang, string> = { en: 'Untitled', zh: '未命名' }

/** The placeholder for a missing name in a path. */
const noName = '–'

/**
 * Collects catalogs and pages into a tree within the product's limits: at most three levels, and unique page titles and
 * catalog names at each position. Every change and loss is recorded in `notes` or `skipped`.
 */
export class PlanTree {
  readonly catalogs: PlanCatalog[] = []
  readonly pages: PlanPage[] = []
  readonly notes: PlanNote[] = []
  readonly skipped: SkippedPart[] = []
  readonly #root = newFolder(this.catalogs, this.pages)
  readonly #pageBytes: number
  readonly #untitled: string

  /**
   * @param lang the language of names for untitled content
   * @param pageBytes the maximum size of a page of the item
   */
  constructor(lang: Lang, pageBytes: number = importLimits.pageBytes) {
    this.#untitled = untitled[lang]
    this.#pageBytes = pageBytes
  }

  /** Returns a valid catalog name: on one line, never empty, at most 200 characters. A cut is noted. */
  catalogName(raw: string): string {
    const name = cleanTitle(raw) || this.#untitled
    const cutName = cutTitle(name, importLimits.titleLength)
    if (cutName !== name && !this.notes.some((note) => note.name === cutName && note.reason === 'nameCut')) {
      this.note(cutName, 'nameCut')
    }
    return cutName
  }

  /**
   * Adds the catalog at `path`, a list of catalog names. A catalog below the third level, or with an existing name, is
   * not added: its pages go where they fit, and a note is recorded.
   */
  addCatalog(path: string[], sNumber: number): void {
    const parent = this.#folder(path.slice(0, -1))
    const name = path.at(-1)
    if (path.length > importLimits.catalogLevels) return this.#note(path, 'folded')
    if (name === undefined) return
    if (parent.byName.has(name)) return this.#note(path, 'merged')
    this.#newCatalog(parent, name, sNumber)
  }

  /**
   * Adds a page to the catalog at `path`. A page from below the third level goes into the third; its title stays when
   * it is unique there, else the name of its own folder is added in front. A title that is still taken gets a number.
   */
  addPage(path: string[], found: FoundPage): void {
    const given = cleanTitle(found.page_title)
    const where = [...path, given]
    if (given.length > importLimits.titleLength) return this.skip(pathName(where), 'titleTooLong')
    const page_content = cleanContent(found.page_content)
    if (Buffer.byteLength(page_content) > this.#pageBytes) return this.skip(pathName(where), 'pageTooLarge')

    const folder = this.#folder(path)
    const page_title = this.#freeTitle(folder, path, given, where)
    folder.pages.push({
      page_title,
      page_content,
      page_comments: this.#remark(found.page_comments ?? '', where),
      s_number: found.s_number ?? folder.pages.length + 1,
      is_draft: found.is_draft ?? false,
      ext_info: found.ext_info ?? '',
      files: found.files ?? [],
      link: found.link ?? '',
      ...(found.origin && { origin: found.origin }),
    })
    if (page_content !== found.page_content) this.#note(where, 'controlsRemoved')
  }

  /** Returns the item's name on one line; a name over 200 characters is cut, which is noted. May be empty. */
  itemName(raw: string): string {
    const name = cleanTitle(raw)
    if (name.length > importLimits.titleLength) this.#note([name], 'nameCut')
    return cutTitle(name, importLimits.titleLength)
  }

  /** Returns the item's description; one over its limit is cut, which is noted. */
  description(raw: string): string {
    return this.#remark(raw, ['item_description'])
  }

  #remark(raw: string, where: string[]): string {
    const text = cleanContent(raw)
    if (text.length <= importLimits.remarkLength) return text
    this.#note(where, 'shortened')
    return cutTitle(text, importLimits.remarkLength)
  }

  /** Records a file or page that is left out. */
  skip(name: string, reason: SkipReason): void {
    this.skipped.push({ name, reason })
  }

  /** Records a note about a file, page or catalog. */
  note(name: string, reason: NoteReason): void {
    this.notes.push({ name, reason })
  }

  #note(path: string[], reason: NoteReason): void {
    this.note(pathName(path), reason)
  }

  #freeTitle(folder: Folder, path: string[], given: string, where: string[]): string {
    let title = given || this.#untitled
    if (given === '') this.#note(where, 'untitled')
    if (path.length > importLimits.catalogLevels) {
      this.#note(where, 'folded')
      if (folder.titles.has(title)) title = cutTitle(`${path.at(-1)} - ${title}`, importLimits.titleLength)
    }
    if (folder.titles.has(title)) title = numbered(folder, title)
    if (title !== (given || this.#untitled)) this.#note(where, 'renamed')
    folder.titles.add(title)
    return title
  }

  #folder(path: string[]): Folder {
    return path
      .slice(0, importLimits.catalogLevels)
      .reduce((folder, name) => folder.byName.get(name) ?? this.#newCatalog(folder, name), this.#root)
  }

  #newCatalog(parent: Folder, cat_name: string, sNumber?: number): Folder {
    const catalog: PlanCatalog = { cat_name, s_number: sNumber ?? parent.catalogs.length + 1, catalogs: [], pages: [] }
    parent.catalogs.push(catalog)
    const folder = newFolder(catalog.catalogs, catalog.pages)
    parent.byName.set(cat_name, folder)
    return folder
  }
}

/** The maximum length of a path in a report: enough to find the entry, however long its parts are. */
const pathLength = 300

/** Returns a readable path; the end of a very long one is cut off. */
export function pathName(path: string[]): string {
  const name = path.map((part) => cleanTitle(part.slice(0, pathLength)) || noName).join(' / ')
  return name.length > pathLength ? `${cutTitle(name, pathLength)}…` : name
}

function numbered(folder: Folder, title: string): string {
  let number = folder.lastNumber.get(title) ?? 1
  let next: string
  do {
    number += 1
    const suffix = ` (${number})`
    next = cutTitle(title, importLimits.titleLength - suffix.length) + suffix
  } while (folder.titles.has(next))
  folder.lastNumber.set(title, number)
  return next
}
