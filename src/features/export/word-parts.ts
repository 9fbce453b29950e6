import { requirePage } from '#src/access/permissions.ts'
import { fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import type { Lang } from '#src/core/i18n.ts'
import { cleanFileName, untitledFile } from './file-name.ts'
import { findItemFacts, listPageSummaries, type PageSummary } from './queries.ts'
import { inOrder, type Tree } from './scope.ts'
import {
  createExportFile,
  type Exporter,
  parseGlobals,
  readExportTree,
  readInSlices,
  requireSize,
  ShownFiles,
} from './source.ts'
import { writeExport } from './worker-client.ts'
import type { WordCatalog, WordFrame, WordPart } from './worker-message.ts'

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A position in the document: a catalog's heading, or a page. */
type Place = { catalog: WordCatalog } | { page: PageSummary; level: number; number: string }

/** A document before its texts have been read. */
interface Draft {
  title: string
  description: string
  places: Place[]
}

/**
 * Exports an item, a catalog or a page as a Word document: headings in the order of the tree, everything that Markdown
 * shows, and the images of this site.
 *
 * @throws {AppError} catalogGone, pageGone, exportTooLarge, exportTooSlow, exportTooManyCells, tooManyRequests
 */
export async function exportWord(
  by: Exporter,
  scope: { cat_id: number; page_id: number },
  lang: Lang,
): Promise<FileResponse> {
  const { app, item } = by
  const facts = await findItemFacts(app.db, item.item_id)
  const draft =
    scope.page_id === 0
      ? await draftOfTree(by, scope.cat_id, facts.item_description)
      : await draftOfPage(by, scope.page_id)
  const frame: WordFrame = {
    kind: 'word',
    title: draft.title,
    description: draft.description,
    contents: contentsOf(draft.places),
    globals: parseGlobals(facts.global_param),
    item_type: facts.item_type,
    site_url: app.config.site_url,
    lang,
  }
  return createExportFile(
    by,
    { type: wordType, downloadAs: `${cleanFileName(draft.title, untitledFile[lang])}.docx` },
    (path) => writeExport({ path, frame }, wordParts(by, draft.places)),
  )
}

async function draftOfPage(by: Exporter, page_id: number): Promise<Draft> {
  const { app, visitor, item, user } = by
  const { item: own } = await requirePage(app, visitor, page_id, 'edit')
  if (own.item_id !== item.item_id) fail('pageGone')
  const page = (await listPageSummaries(app.db, item.item_id, user.uid)).find((one) => one.page_id === page_id)
  if (!page) return fail('pageGone')
  requireSize({ pages: [page], catalogs: [] })
  return { title: page.page_title, description: '', places: [{ page, level: 0, number: '' }] }
}

async function draftOfTree(by: Exporter, cat_id: number, description: string): Promise<Draft> {
  const tree = await readExportTree(by, cat_id)
  requireSize(tree)
  const [catalog] = cat_id === 0 ? [] : tree.catalogs
  if (catalog) return { title: catalog.cat_name, description: '', places: placesOf(catalog) }
  return { title: by.item.item_name, description, places: unnumbered(placesOf(tree), by.item.item_name) }
}

/** Removes the number of a single page, and its heading when the document has the same title. */
function unnumbered(places: Place[], title: string): Place[] {
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
      yield [place]
      at += 1
      continue
    }
    const pages = pagesFrom(places, at)
    for await (const slice of readInSlices(by.app, pages)) {
      const parts: WordPart[] = []
      for (const { page, level, number, text } of slice)
        parts.push({ page: { title: page.page_title, level, number, text, files: await shown.inText(text) } })
      yield parts
    }
    at += pages.length
  }
}

/** Returns the pages from a position on, up to the next catalog. */
function pagesFrom(places: readonly Place[], from: number) {
  const pages: Extract<Place, { page: PageSummary }>[] = []
  for (const place of places.slice(from)) {
    if ('catalog' in place) break
    pages.push(place)
  }
  return pages
}
