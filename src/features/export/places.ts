import { ModelRows } from './model-rows.ts'
import type { PageSummary } from './queries.ts'
import { inOrder, type Tree } from './scope.ts'
import { contentOf, type Exporter, type ExportSource, readInSlices, type ShownFiles } from './source.ts'
import type { ContentsEntry, DocumentCatalog, DocumentPart } from './worker-message.ts'

/** A position in a document: a catalog's heading, or a page. */
type Place = { catalog: Omit<DocumentCatalog, 'heading'> } | { page: PageSummary; level: number; number: string }

/** Returns the places of a document; a page that stands alone has no number, and no heading when the document has the same title. */
export function documentPlaces(source: ExportSource): Place[] {
  const { title } = source
  const places = placesOf(contentOf(source))
  const [only] = places
  if (places.length !== 1 || !only || 'catalog' in only) return places
  return [{ page: only.page, level: only.page.page_title === title ? 0 : 1, number: '' }]
}

/** Returns catalogs and pages with their numbers, which they share in reading order: 1, 2, 2.1, 2.2, 3. */
function placesOf(tree: Tree, level = 1, above = ''): Place[] {
  return inOrder(tree).flatMap((part, index): Place[] => {
    const number = `${above}${index + 1}`
    if ('page' in part) return [{ page: part.page, level, number }]
    const { cat_name: name } = part.catalog
    return [{ catalog: { name, level, number } }, ...placesOf(part.catalog, level + 1, `${number}.`)]
  })
}

// With more entries than this, the table of contents lists the catalogs alone.
const contentsMost = 1000

/** Returns the table of contents of a document; empty when there is nothing to choose from. */
export function contentsOf(places: readonly Place[]): ContentsEntry[] {
  const entries = places.flatMap((place, at) => {
    const heading = at + 1
    if ('catalog' in place) {
      const { name, level, number } = place.catalog
      return [{ title: `${number}  ${name}`, level, heading, isCatalog: true }]
    }
    const { page, level, number } = place
    return level === 0 ? [] : [{ title: `${number}  ${page.page_title}`, level, heading, isCatalog: false }]
  })
  if (entries.length < 2) return []
  const shown = entries.length > contentsMost ? entries.filter((one) => one.isCatalog) : entries
  return shown.map(({ title, level, heading }) => ({ title, level, heading }))
}

/** Yields the parts of a document in order, with the texts of pages and the files that they show. */
export async function* documentParts(
  by: Exporter,
  places: readonly Place[],
  shown: ShownFiles,
): AsyncGenerator<DocumentPart[]> {
  const models = new ModelRows(by.app.db, by.item.item_id)
  for (let at = 0; at < places.length; ) {
    const place = places[at]
    if (place && 'catalog' in place) {
      yield [{ catalog: { ...place.catalog, heading: at + 1 } }]
      at += 1
      continue
    }
    const pages = pagesFrom(places, at)
    for await (const slice of readInSlices(by.app, pages)) {
      const parts: DocumentPart[] = []
      for (const { page, heading, level, number, text: stored } of slice) {
        const { page_id, page_title: title } = page
        const text = await models.inText(stored)
        parts.push({ page: { page_id, title, heading, level, number, text, files: await shown.inText(text) } })
      }
      yield parts
    }
    at += pages.length
  }
}

/** Returns the pages from a position on, up to the next catalog. */
function pagesFrom(places: readonly Place[], from: number) {
  const pages: (Extract<Place, { page: PageSummary }> & { heading: number })[] = []
  for (let at = from; at < places.length; at += 1) {
    const place = places[at]
    if (!place || 'catalog' in place) break
    pages.push({ ...place, heading: at + 1 })
  }
  return pages
}
