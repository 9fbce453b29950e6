import { findItem } from '#src/access/queries.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { PageSummary } from '../queries.ts'
import { inOrder, type Tree } from '../scope.ts'
import { contentOf, type Exporter, type ExportSource, readInSlices, requireSize, ShownFiles } from '../source.ts'
import type { ExportDraft, WordCatalog, WordFrame, WordPart } from '../worker-message.ts'

/** A position in the document: a catalog's heading, or a page. */
type Place = { catalog: Omit<WordCatalog, 'heading'> } | { page: PageSummary; level: number; number: string }

/**
 * Prepares a Word document: headings in the order of the tree, everything that Markdown shows, and the images of this
 * site.
 *
 * @throws {AppError} exportTooLarge
 */
export async function prepareWord(by: Exporter, source: ExportSource, lang: Lang): Promise<ExportDraft> {
  requireSize(source.tree)
  const item = await findItem(by.app.db, by.item)
  const places = draftPlaces(source)
  const frame: WordFrame = {
    kind: 'docx',
    title: source.title,
    description: source.description,
    contents: contentsOf(places),
    globals: source.globals,
    item_type: source.item_type,
    site_url: by.app.config.site_url,
    items: [by.item.item_id, item?.item_domain || []].flat().map(String),
    headings: places.flatMap((place, at): [number, number][] =>
      'page' in place && place.level > 0 ? [[place.page.page_id, at + 1]] : [],
    ),
    lang,
  }
  return { frame, parts: wordParts(by, places) }
}

/** Returns the places of a document; a page that stands alone has no number, and no heading when the document has the same title. */
function draftPlaces(source: ExportSource): Place[] {
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

function contentsOf(places: readonly Place[]): WordFrame['contents'] {
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

async function* wordParts(by: Exporter, places: readonly Place[]): AsyncGenerator<WordPart[]> {
  const shown = new ShownFiles(by)
  for (let at = 0; at < places.length; ) {
    const place = places[at]
    if (place && 'catalog' in place) {
      yield [{ catalog: { ...place.catalog, heading: at + 1 } }]
      at += 1
      continue
    }
    const pages = pagesFrom(places, at)
    for await (const slice of readInSlices(by.app, pages)) {
      const parts: WordPart[] = []
      for (const { page, heading, level, number, text } of slice)
        parts.push({
          page: {
            page_id: page.page_id,
            title: page.page_title,
            heading,
            level,
            number,
            text,
            files: await shown.inText(text),
          },
        })
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
