import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { cleanFileName } from '../file-name.ts'
import { FilePaths, isPacked } from '../file-paths.ts'
import { ModelRows } from '../model-rows.ts'
import { listFilesOfPages, type PageSummary } from '../queries.ts'
import { allPages, type Branch, inOrder, type Tree } from '../scope.ts'
import {
  contentOf,
  type Exporter,
  type ExportSource,
  readInSlices,
  type ShownFiles,
  withShownFiles,
} from '../source.ts'
import type { ExportDraft, ExportFile, SiteNode, SitePart } from '../worker-message.ts'
import { zipLimits } from '../zip-writer.ts'
import { assignNames } from './site-names.ts'

/** The maximum size of the texts in one site, in bytes: its search index is held in memory while it is made. */
const textMost = 200_000_000

/** The names that the site itself takes in its uppermost folder. */
const ownNames = ['index.html', 'assets', 'files', 'sitemap.xml', 'llms.txt', 'robots.txt']

/**
 * Prepares a site: an HTML file for each page in the folders of its catalogs, with images, attachments and a search
 * index, which opens from a folder or a web server.
 *
 * @throws {AppError} exportTooLarge
 */
export function prepareSite(by: Exporter, source: ExportSource, lang: Lang): ExportDraft {
  const { base_address } = source
  const content = contentOf(source)
  const pages = allPages(content)
  if (pages.reduce((sum, page) => sum + page.bytes, 0) > textMost) fail('exportTooLarge', { mb: textMost / 1e6 })
  const places: Place[] = []
  const nodes = pages.length === 1 && pages[0] ? onlyPage(pages[0], places) : nodesOf(content, lang, places)
  return {
    frame: {
      kind: 'site',
      title: source.title,
      description: source.description,
      nodes,
      globals: source.globals,
      item_type: source.item_type,
      site_url: by.app.config.site_url,
      base_address: base_address === '' ? '' : `${base_address.replace(/\/+$/, '')}/`,
      lang,
    },
    parts: withShownFiles(by, (shown) => siteParts(by, places, shown)),
  }
}

/** A page and its number in the site. */
interface Place {
  page: PageSummary
  number: number
}

/** A page that stands alone is the first page of its site. */
function onlyPage(page: PageSummary, places: Place[]): SiteNode[] {
  places.push({ page, number: 0 })
  return [{ page_id: page.page_id, title: page.page_title, path: 'index.html' }]
}

function nodesOf(tree: Tree, lang: Lang, places: Place[], folder = ''): SiteNode[] {
  const entries = inOrder(tree).map(
    (part): { id: number; title: string; extension: string; part: PageSummary | Branch } =>
      'page' in part
        ? { id: part.page.page_id, title: part.page.page_title, extension: '.html', part: part.page }
        : { id: part.catalog.cat_id, title: part.catalog.cat_name, extension: '', part: part.catalog },
  )
  const names = assignNames(entries, lang, folder === '' ? ownNames : [])
  return entries.map((entry): SiteNode => {
    const path = folder + (names.get(entry) ?? '')
    if ('cat_name' in entry.part) return { title: entry.title, nodes: nodesOf(entry.part, lang, places, `${path}/`) }
    places.push({ page: entry.part, number: places.length })
    return { page_id: entry.id, title: entry.title, path }
  })
}

// A browser opens these as pages of their own, which would run with the rights of the site.
const pageEnding = /\.(?:[xs]?html?|xht|mhtml?|svgz?|xml|xslt?|m?js)$/i

/** Returns a name that needs no escaping in an address, and under which no page opens. */
function fileNameOf({ display_name }: ExportFile): string {
  const plain = cleanFileName(display_name, 'file')
    .slice(-80)
    .replaceAll(/[#%&+\s]+/g, '-')
  const name = cleanFileName(plain, 'file')
  return pageEnding.test(name) ? `${name}.txt` : name
}

async function* siteParts(by: Exporter, places: readonly Place[], shown: ShownFiles): AsyncGenerator<SitePart[]> {
  const paths = new FilePaths('files', fileNameOf)
  const attached = Map.groupBy(
    (await listFilesOfPages(by.app.db, by.item.item_id)).filter((one) => one.is_listed === 1),
    (one) => one.page_id,
  )
  const models = new ModelRows(by.app.db, by.item.item_id)
  for await (const slice of readInSlices(by.app, places)) {
    const parts: SitePart[] = []
    for (const { page, number, text: stored } of slice) {
      const text = await models.inText(stored)
      const files = await shown.inText(text)
      const own = await shown.bySigns((attached.get(page.page_id) ?? []).map((one) => one.sign))
      parts.push({
        sitePage: {
          number,
          text,
          files: files.map((file) => ({ file, path: paths.of(file) })),
          attached: own.map((file) => ({ name: file.display_name, path: paths.of(file) })),
        },
      })
    }
    yield parts
  }
  if (shown.all.length + places.length * 2 + 5000 > zipLimits.entries)
    fail('exportTooLarge', { mb: zipLimits.bytes / 1e6 })
  for (const file of shown.all) yield [{ file: { path: paths.of(file), from: file.path, packs: !isPacked(file) } }]
}
