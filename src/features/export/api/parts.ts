import { inflateRawSync } from 'node:zlib'
import { isItemMember } from '#src/access/permissions.ts'
import type { Lang } from '#src/core/i18n.ts'
import { listCatalogs } from '#src/features/catalog/index.ts'
import { namelessNames } from '#src/features/import/index.ts'
import { listApiHeads, listPageImports, listSharedEnvironments, type PageSummary } from '../queries.ts'
import { inOrder, type Tree } from '../scope.ts'
import { type ExportSource, type Reader, readInSlices, requireSize } from '../source.ts'
import type { ApiFrame, ApiPart, ExportDraft } from '../worker-message.ts'

/** A catalog, or a page in one. */
type Place = { folder: string[] } | { page: PageSummary; folders: string[] }

/**
 * Prepares a file of API pages: their texts, what their descriptions say about them, and for members the item's
 * environments without secret values.
 *
 * @param asImported only the pages of imports, as the last one made them: without what people changed
 * @throws {AppError} exportTooLarge
 */
export async function prepareApi(
  kind: ApiFrame['kind'],
  by: Reader,
  source: ExportSource,
  lang: Lang,
  asImported = false,
): Promise<ExportDraft> {
  requireSize(source.tree)
  const { db } = by.app
  const { item_id, catalogs: limited } = by.item
  const isMember = by.user !== undefined && (await isItemMember(db, by.user, by.item))
  const [heads, environments] = await Promise.all([
    listApiHeads(db, item_id),
    isMember ? listSharedEnvironments(db, item_id) : [],
  ])
  const frame: ApiFrame = {
    kind,
    title: source.title,
    description: source.description,
    isWhole: source.part === 'item' && limited === undefined,
    isLimited: limited !== undefined,
    globals: source.globals,
    // what a description says beside its operations has no folder that a limited member could be shown it by
    heads: (limited ? [] : heads).filter(({ description }) =>
      description.startsWith(kind === 'postman' ? 'postman:' : 'openapi:'),
    ),
    environments,
    nameless: [...namelessNames],
    lang,
  }
  // a part of an item keeps its place in the whole; a member who may see only that part does not learn where it is
  const above = limited ? () => [] : await foldersAbove(by, source)
  return { frame, parts: apiParts(by, placesOf(source.tree, above), asImported) }
}

/** Returns the names of the catalogs above the exported page or catalog. */
async function foldersAbove(by: Reader, { part, tree }: ExportSource): Promise<() => string[]> {
  if (part === 'item') return () => []
  const rows = new Map((await listCatalogs(by.app.db, by.item.item_id)).map((row) => [row.cat_id, row]))
  const start = part === 'page' ? tree.pages[0]?.cat_id : rows.get(tree.catalogs[0]?.cat_id ?? 0)?.parent_cat_id
  const names: string[] = []
  for (let row = rows.get(start ?? 0); row && names.length < rows.size; row = rows.get(row.parent_cat_id))
    names.unshift(row.cat_name)
  return () => names
}

function placesOf(tree: Tree, above: () => string[]): Place[] {
  const visit = (branch: Tree, folders: string[]): Place[] =>
    inOrder(branch).flatMap((part): Place[] => {
      if ('page' in part) return [{ page: part.page, folders }]
      const inside = [...folders, part.catalog.cat_name]
      return [{ folder: inside }, ...visit(part.catalog, inside)]
    })
  return visit(tree, above())
}

async function* apiParts(by: Reader, places: readonly Place[], asImported: boolean): AsyncGenerator<ApiPart[]> {
  for (let at = 0; at < places.length; ) {
    const rest = places.slice(at)
    const until = rest.findIndex((place) => 'folder' in place)
    const pages = (until < 0 ? rest : rest.slice(0, until)).filter((place) => 'page' in place)
    for await (const slice of readInSlices(by.app, pages)) {
      const ids = slice.map(({ page }) => page.page_id)
      const imports = new Map((await listPageImports(by.app.db, by.item.item_id, ids)).map((row) => [row.page_id, row]))
      const shown = slice.filter(({ page }) => !asImported || imports.has(page.page_id))
      yield shown.map(({ page, folders, text }) => {
        const imported = imports.get(page.page_id)
        const former = asImported ? imported : undefined
        return {
          page: {
            title: former?.page_title ?? page.page_title,
            folders,
            text: former ? inflateRawSync(former.packed).toString() : text,
            ...(imported && {
              imported: {
                title: imported.page_title,
                description: imported.description,
                packed: imported.packed,
                source: imported.source,
              },
            }),
          },
        }
      })
    }
    at += pages.length
    const place = places[at]
    if (place && 'folder' in place) {
      yield [{ folder: place.folder }]
      at += 1
    }
  }
}
