import type { Lang } from '#src/core/i18n.ts'
import { importLimits } from './limits.ts'
import type { NoteReason, PlanCatalog, PlanNote, PlanPage, SkippedPart, SkipReason } from './plan-types.ts'
import { cleanContent, cleanTitle, cutTitle } from './text.ts'

/** A page as a file gives it, before its title is known to be free. `s_number` undefined: after the ones before it. */
export interface FoundPage {
  page_title: string
  page_content: string
  page_comments?: string
  s_number?: number
  is_draft?: boolean
  ext_info?: string
  files?: string[]
}

interface Folder {
  catalogs: PlanCatalog[]
  pages: PlanPage[]
  byName: Map<string, Folder>
  titles: Set<string>
  /** The number last given to a title that was taken, so that a thousand of them are numbered in one pass. */
  lastNumber: Map<string, number>
}

const newFolder = (catalogs: PlanCatalog[], pages: PlanPage[]): Folder => ({
  catalogs,
  pages,
  byName: new Map(),
  titles: new Set(),
  lastNumber: new Map(),
})

/** The name of what has none. */
const untitled: Record<Lang, string> = { en: 'Untitled', zh: '未命名' }

/** What stands for it in a path. */
const noName = '–'

/**
 * Collects catalogs and pages into a tree that fits the product: at most three levels, one page of a title and one
 * catalog of a name in each place. Nothing is lost on the way without a line in `notes` or `skipped`.
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
   * @param lang the language of names for what has none
   * @param pageBytes the most that a page of the item may hold
   */
  constructor(lang: Lang, pageBytes: number = importLimits.pageBytes) {
    this.#untitled = untitled[lang]
    this.#pageBytes = pageBytes
  }

  /** A catalog's name as the tree takes it: on one line, never empty, at most 200 characters, which is noted. */
  catalogName(raw: string): string {
    const name = cleanTitle(raw) || this.#untitled
    const kept = cutTitle(name, importLimits.titleLength)
    if (kept !== name && !this.notes.some((note) => note.name === kept && note.reason === 'nameCut')) {
      this.note(kept, 'nameCut')
    }
    return kept
  }

  /**
   * Makes the catalog at `path`, a list of catalog names. One below the third level, or of a name that lies there already, does not come to be:
   * its pages go where they fit, and a note says so.
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
   * Puts a page into the catalog at `path`. One from below the third level goes into the third; its title stays when it
   * is free there, else its own folder's name is put in front. A title still taken gets a number.
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
    })
    if (page_content !== found.page_content) this.#note(where, 'controlsRemoved')
  }

  /** The name of the item, on one line; one over 200 characters is cut, which is noted. May be empty. */
  itemName(raw: string): string {
    const name = cleanTitle(raw)
    if (name.length > importLimits.titleLength) this.#note([name], 'nameCut')
    return cutTitle(name, importLimits.titleLength)
  }

  /** The description of the item; one over its limit is cut, which is noted. */
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

  /** Records something worth telling about a file, page or catalog. */
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

/** How long a path in a report may be: enough to find it by, however long its parts are. */
const pathLength = 300

/** A path as a person reads it, its end left out when it is very long. */
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
