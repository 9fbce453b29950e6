import { namelessNames } from './api/api-labels.ts'
import { pathName } from './plan-tree.ts'
import type { PlanPage } from './plan-types.ts'

interface Catalog {
  cat_id: number
  parent_cat_id: number
  cat_name: string
  s_number: number
}

interface Page {
  page_id: number
  cat_id: number
  page_title: string
  is_draft: number
  s_number: number
}

const key = (cat_id: number, name: string) => `${cat_id} ${name}`

/** The existing content of an item, found by position and name; entries of one name by their order. */
export class ExistingTree {
  readonly #catalogs = new Map<string, number[]>()
  readonly #pages = new Map<string, number[]>()
  readonly #drafts = new Map<string, number[]>()
  readonly #lasts = new Map<number, number>()
  readonly #inCatalog: Map<number, readonly Page[]>
  readonly #byId = new Map<number, Catalog>()

  constructor(catalogs: readonly Catalog[], pages: readonly Page[]) {
    const add = (map: Map<string, number[]>, at: string, id: number) => {
      const ids = map.get(at)
      if (ids) ids.push(id)
      else map.set(at, [id])
    }
    const place = (cat_id: number, s_number: number) =>
      this.#lasts.set(cat_id, Math.max(s_number, this.#lasts.get(cat_id) ?? s_number))
    this.#inCatalog = Map.groupBy(pages, ({ cat_id }) => cat_id)
    for (const one of catalogs) this.#byId.set(one.cat_id, one)
    for (const one of catalogs) place(one.parent_cat_id, one.s_number)
    for (const one of pages) place(one.cat_id, one.s_number)
    for (const one of catalogs) add(this.#catalogs, key(one.parent_cat_id, one.cat_name), one.cat_id)
    for (const one of pages)
      add(one.is_draft ? this.#drafts : this.#pages, key(one.cat_id, one.page_title), one.page_id)
  }

  /**
   * Returns the id of the catalog with this name in `parent_cat_id`, or undefined. The catalog of operations without a
   * group is found in any language.
   *
   * @param nth which one of several, from 0
   */
  catalog(parent_cat_id: number, cat_name: string, nth = 0): number | undefined {
    const isNameless = parent_cat_id === 0 && namelessNames.includes(cat_name)
    const names = isNameless ? [cat_name, ...namelessNames] : [cat_name]
    return names.map((name) => this.#catalogs.get(key(parent_cat_id, name))?.[nth]).find((id) => id !== undefined)
  }

  /** Returns the names of a catalog and those above it, for people; empty for the root. */
  pathOf(cat_id: number): string {
    const names: string[] = []
    for (let one = this.#byId.get(cat_id); one && names.length < 10; one = this.#byId.get(one.parent_cat_id))
      names.unshift(one.cat_name)
    return pathName(names)
  }

  /** Returns the highest order number directly in a catalog, 0 for the root; undefined when it is empty. */
  last(cat_id: number): number | undefined {
    return this.#lasts.get(cat_id)
  }

  /**
   * Returns the id of the page that `page` replaces in a catalog: a draft never replaces a page that other users can
   * read.
   *
   * @param taken the pages that other ones replace already
   */
  page(
    cat_id: number,
    page: Pick<PlanPage, 'page_title' | 'is_draft'>,
    taken: ReadonlySet<number> = new Set(),
  ): number | undefined {
    const ids = (page.is_draft ? this.#drafts : this.#pages).get(key(cat_id, page.page_title))
    return ids?.find((id) => !taken.has(id))
  }

  /** Returns the pages directly in a catalog, 0 for the root, that other users can read. */
  pagesIn(cat_id: number): readonly Pick<Page, 'page_id' | 'page_title'>[] {
    return (this.#inCatalog.get(cat_id) ?? []).filter((page) => page.is_draft === 0)
  }
}
