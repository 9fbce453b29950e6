import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { readOptions } from '#src/features/options/index.ts'
import { cleanFileName } from '../file-name.ts'
import { FilePaths, isPacked } from '../file-paths.ts'
import { findItemFacts, listFilesOfPages, type PageSummary } from '../queries.ts'
import type { Branch, Tree } from '../scope.ts'
import { type Exporter, type ExportSource, readInSlices, type ShownFiles, withShownFiles } from '../source.ts'
import type { ExportDraft, InfoPage, MarkdownPart } from '../worker-message.ts'
import { zipLimits } from '../zip-writer.ts'
import { escapeName, relativeAddress } from './archive.ts'
import { bundleParts, commentParts, versionParts } from './bundle.ts'
import { findItemSettings } from './bundle-queries.ts'
import { filesFolder, type Place, placesOf } from './places.ts'

/**
 * Prepares an archive: a Markdown file for each page in the folders of its catalogs, the images and attachments, former
 * versions, comments, `docstead.json`, from which our own import brings the item back, and `info.json`, which ShowDoc
 * reads. Access passwords, keys and public links are not exported: they open something here.
 *
 * @throws {AppError} exportTooLarge
 */
export async function prepareMarkdown(by: Exporter, source: ExportSource, lang: Lang): Promise<ExportDraft> {
  const { app, item } = by
  const { item_domain } = await findItemSettings(app.db, item.item_id)
  const site_url = app.config.site_url || (await readOptions(app.db)).site_url
  const places = placesOf(source.tree, lang)
  return {
    frame: {
      kind: 'markdown',
      globals: source.globals,
      lang,
      items: [String(item.item_id), ...(item_domain === '' ? [] : [item_domain])],
      origin: URL.canParse(site_url) ? new URL(site_url).origin : '',
      paths: places.map(({ page, path }) => [page.page_id, path]),
    },
    parts: withShownFiles(by, (shown) => archiveParts(by, source, places, shown)),
  }
}

async function* archiveParts(
  by: Exporter,
  source: ExportSource,
  places: readonly Place[],
  shown: ShownFiles,
): AsyncGenerator<MarkdownPart[]> {
  const { app, item } = by
  const paths = new FilePaths(filesFolder, (file) => cleanFileName(file.display_name, 'file'))
  for await (const slice of readInSlices(app, places)) {
    const parts: MarkdownPart[] = []
    for (const { page, path, text } of slice) {
      const files = await shown.inText(text)
      const addresses = files.map((file): [string, string] => [file.sign, relativeAddress(path, paths.of(file))])
      parts.push({ page: { page_id: page.page_id, path, text, addresses } })
    }
    yield parts
  }
  const inPages = Map.groupBy(await listFilesOfPages(app.db, item.item_id), (one) => one.page_id)
  for (const { page } of places) await shown.bySigns((inPages.get(page.page_id) ?? []).map((one) => one.sign))
  if (shown.all.length + places.length + otherFiles > zipLimits.entries)
    fail('exportTooLarge', { mb: zipLimits.bytes / 1e6 })
  for (const file of shown.all) yield [{ file: { path: paths.of(file), from: file.path, packs: !isPacked(file) } }]

  const included = new Set(shown.all.map((file) => file.sign))
  const filesOf = (page_id: number) => {
    const rows = (inPages.get(page_id) ?? []).filter(({ sign }) => included.has(sign))
    const signsOf = (is_listed: number) => rows.filter((row) => row.is_listed === is_listed).map(({ sign }) => sign)
    return { listed: signsOf(1), shown: signsOf(0) }
  }
  yield* versionParts(app.db, places)
  yield* commentParts(by, places)
  yield* bundleParts(by, { source, places, files: shown.all, pathOf: (file) => paths.of(file), filesOf })
  yield* itemFileParts(by, source.tree, (page_id) => filesOf(page_id).listed)
  const list = shown.all.map((file) => ({
    sign: file.sign,
    path: paths.of(file),
    display_name: escapeName(file.display_name),
  }))
  yield [{ info: `},"files":${JSON.stringify(list)}}` }]
}

// The files of an archive besides pages and attachments: two for programs, and those of versions and comments.
const otherFiles = 1000

/**
 * Yields the item file in ShowDoc's format with our own additions, up to its list of files. Source: reference, formats
 * 4.1.
 */
async function* itemFileParts(
  { app, item }: Exporter,
  tree: Tree,
  filesOf: (page_id: number) => string[],
): AsyncGenerator<MarkdownPart[]> {
  const facts = await findItemFacts(app.db, item.item_id)
  const head = {
    item_type: String(facts.item_type),
    item_name: escapeName(facts.item_name),
    item_description: escapeName(facts.item_description),
    password: '',
    is_private: facts.password === '' ? '0' : '1',
  }
  yield [{ info: `${JSON.stringify(head).slice(0, -1)},"pages":{` }]
  yield* branchParts(tree)

  // Leaves the object open, because the caller adds its remaining fields.
  async function* branchParts(branch: Tree): AsyncGenerator<MarkdownPart[]> {
    yield [{ info: '"pages":[' }]
    // A page may have been deleted in the meantime, so the comma before a page is only known when the page is written.
    let before = ''
    const places = branch.pages.map((page) => ({ page }))
    for await (const slice of readInSlices(app, places)) {
      yield slice.flatMap(({ page, text }, index) => [
        { info: index === 0 ? before : ',' },
        { infoPage: infoPage(page, filesOf(page.page_id)), text },
      ])
      if (slice.length > 0) before = ','
    }
    yield [{ info: '],"catalogs":[' }]
    for (const [index, catalog] of branch.catalogs.entries()) {
      yield [{ info: (index === 0 ? '' : ',') + catalogHead(catalog) }]
      yield* branchParts(catalog)
      yield [{ info: '}' }]
    }
    yield [{ info: ']' }]
  }
}

/** Returns the fields of a catalog, up to its content. */
function catalogHead({ cat_id, cat_name, parent_cat_id, level, s_number }: Branch): string {
  const fields = {
    cat_id: String(cat_id),
    cat_name: escapeName(cat_name),
    parent_cat_id: String(parent_cat_id),
    level: String(level),
    s_number: String(s_number),
  }
  return `${JSON.stringify(fields).slice(0, -1)},`
}

const infoPage = (page: PageSummary, files: string[]): InfoPage => ({
  page_id: String(page.page_id),
  page_title: escapeName(page.page_title),
  cat_id: String(page.cat_id),
  s_number: String(page.s_number),
  page_comments: escapeName(page.page_comments),
  is_draft: String(page.is_draft),
  files,
})
