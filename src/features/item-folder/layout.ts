import type { Lang } from '#src/core/i18n.ts'
import { cleanFileName, filesFolder, untitledFile } from '#src/features/export/index.ts'
import { folderOf, nameOf } from './disk.ts'
import type { LocalFiles } from './match.ts'
import type { SiteCatalog, SitePage, SiteTree } from './site.ts'
import type { FolderState } from './state.ts'

/** Returns what a path is compared by: systems differ in case and in the form of accents. */
export const keyOf = (path: string): string => path.normalize('NFC').toLowerCase()

/** The path that something has in the folder, and the one that it has as the server knows it. */
interface Place {
  here: string
  /** Another one while a move of the file, or of a folder above it, is not pushed. */
  there: string
}

/** The paths that the pages and catalogs of a tree are to have. */
export interface Layout {
  pages: Map<number, Place>
  catalogs: Map<number, Place>
}

/** Assigns paths, each once. */
class Names {
  readonly #taken = new Set<string>()

  take(path: string): boolean {
    const key = keyOf(path)
    if (this.#taken.has(key)) return false
    this.#taken.add(key)
    return true
  }

  /** Takes the first free path of a name. */
  free(folder: string, stem: string, extension: string): string {
    for (let number = 0; ; number += 1) {
      const path = `${folder}${stem}${number === 0 ? '' : `_${number}`}${extension}`
      if (this.take(path)) return path
    }
  }
}

// File systems have at most 255 bytes for a name; numbers and extensions are added to it.
const nameBytesMost = 200

/** Returns a name that every system allows, with its extension. */
export function fittingName(name: string, otherwise: string): string {
  const clean = cleanFileName(name, otherwise)
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{1,20})?$/su.exec(clean) ?? []
  const characters = [...stem]
  let bytes = Buffer.byteLength(clean)
  while (bytes > nameBytesMost) bytes -= Buffer.byteLength(characters.pop() ?? clean)
  return characters.join('').trimEnd() + extension
}

/** Returns the name of a page or catalog; no name ends in that of a conflict's file. */
const plainName = (name: string, lang: Lang): string =>
  fittingName(name, untitledFile[lang]).replace(/\.server$/i, '_server')

/**
 * Assigns each page and catalog its path. What has the same title in the same catalog as before stays where it is; names
 * that anything else in the folder has are not used for what moves.
 */
export function layoutOf(tree: SiteTree, state: FolderState, local: LocalFiles, lang: Lang): Layout {
  const layout: Layout = { pages: new Map(), catalogs: new Map() }
  const names = new Names()
  names.take(filesFolder)
  for (const path of local.listing.others) names.take(path)
  for (const { path } of state.files.values()) names.take(path)
  for (const { conflict } of state.pages.values()) if (conflict) names.take(conflict.path)
  const pagesIn = Map.groupBy(tree.pages.values(), (one) => one.cat_id)
  const catalogsIn = Map.groupBy(tree.catalogs.values(), (one) => one.parent)

  /** The path of a catalog that is still what it was. */
  const formerFolder = (catalog: SiteCatalog, above: Place): Place | undefined => {
    const entry = state.catalogs.get(catalog.cat_id)
    if (!entry || entry.name !== catalog.name || entry.parent !== catalog.parent) return undefined
    const name = nameOf(entry.path)
    return { here: local.folders.get(catalog.cat_id) ?? above.here + name, there: above.there + name }
  }
  const formerPath = (page: SitePage, above: Place): Place | undefined => {
    const entry = state.pages.get(page.page_id)
    if (!entry || entry.title !== page.title || entry.cat_id !== page.cat_id) return undefined
    const now = local.pages.get(page.page_id)
    const name = nameOf(entry.path)
    const own = local.folders.get(page.cat_id) ?? folderOf(entry.path)
    const isMoved = now !== undefined && (nameOf(now) !== name || folderOf(now) !== own)
    // somebody moved the file here: it stays until that is pushed
    return { here: isMoved ? now : above.here + name, there: above.there + name }
  }
  const visit = (cat_id: number, above: Place) => {
    const parts = [
      ...(pagesIn.get(cat_id) ?? []).map((page) => ({ page, catalog: undefined, at: page.order })),
      ...(catalogsIn.get(cat_id) ?? []).map((catalog) => ({ page: undefined, catalog, at: catalog.order })),
    ].toSorted((one, other) => one.at - other.at)
    const rest = parts.filter(({ page, catalog }) => {
      const place = page ? formerPath(page, above) : formerFolder(catalog, above)
      if (place === undefined || !names.take(place.here)) return true
      if (page) layout.pages.set(page.page_id, place)
      else layout.catalogs.set(catalog.cat_id, place)
      return false
    })
    for (const { page, catalog } of rest) {
      const title = page ? page.title : catalog.name
      const extension = !page ? '' : tree.isSheet || page.isApi ? '.json' : '.md'
      const here = names.free(above.here, plainName(title, lang), extension)
      const place = { here, there: above.there + nameOf(here) }
      if (page) layout.pages.set(page.page_id, place)
      else layout.catalogs.set(catalog.cat_id, place)
    }
    for (const catalog of catalogsIn.get(cat_id) ?? []) {
      const own = layout.catalogs.get(catalog.cat_id)
      if (own) visit(catalog.cat_id, { here: `${own.here}/`, there: `${own.there}/` })
    }
  }
  visit(0, { here: '', there: '' })
  return layout
}
