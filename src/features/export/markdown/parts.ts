import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { cleanFileName, FolderNames, untitledFile } from '../file-name.ts'
import { findItemFacts, listAttached, type PageSummary } from '../queries.ts'
import { type Branch, inOrder, type Tree } from '../scope.ts'
import { type Exporter, type ExportSource, readInSlices, ShownFiles } from '../source.ts'
import type { ExportDraft, ExportFile, InfoPage, MarkdownPart } from '../worker-message.ts'
import { zipLimits } from '../zip-writer.ts'
import { escapeName } from './archive.ts'

/** The folder of images and attachments in the archive. */
const filesFolder = '_files'

/**
 * Prepares an archive: a Markdown file for each page in the folders of its catalogs, the images and attachments, and
 * `info.json`, from which ShowDoc and our own import restore the item. Access passwords are stored as hashes and
 * therefore not exported, only whether there is one.
 *
 * @throws {AppError} exportTooLarge
 */
export function prepareMarkdown(by: Exporter, { tree, globals }: ExportSource, lang: Lang): ExportDraft {
  return { frame: { kind: 'markdown', globals, lang }, parts: archiveParts(by, tree, lang) }
}

/** The position of a page in the archive. */
interface Place {
  page: PageSummary
  /** Its folders, each followed by a slash; may be empty. */
  folder: string
  depth: number
  path: string
}

function placesOf(tree: Tree, lang: Lang): Place[] {
  const untitled = untitledFile[lang]
  const places: Place[] = []
  const visit = (branch: Tree, folder: string, depth: number) => {
    const names = new FolderNames()
    if (depth === 0) names.take(filesFolder)
    for (const part of inOrder(branch)) {
      if ('page' in part) {
        const name = names.take(cleanFileName(part.page.page_title, untitled), '.md')
        places.push({ page: part.page, folder, depth, path: folder + name })
      } else visit(part.catalog, `${folder}${names.take(cleanFileName(part.catalog.cat_name, untitled))}/`, depth + 1)
    }
  }
  visit(tree, '', 0)
  return places
}

/** Assigns each file a name in the folder of files. */
class FilePaths {
  readonly #names = new FolderNames()
  readonly #bySign = new Map<string, string>()

  of(file: ExportFile): string {
    const known = this.#bySign.get(file.sign)
    if (known !== undefined) return known
    const clean = cleanFileName(file.display_name, 'file')
    const dot = clean.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, '']
    const path = `${filesFolder}/${this.#names.take(stem, extension)}`
    this.#bySign.set(file.sign, path)
    return path
  }
}

/** Encodes a path as an address in Markdown. */
const addressOf = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll(/[()'*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`))
    .join('/')

// The content of these files is compressed already.
const isPacked = ({ type }: ExportFile): boolean =>
  /^(image\/(?!bmp|svg)|video\/|audio\/|application\/(zip|gzip|x-7z|x-rar|vnd\.openxml|epub))/.test(type)

async function* archiveParts(by: Exporter, tree: Tree, lang: Lang): AsyncGenerator<MarkdownPart[]> {
  const places = placesOf(tree, lang)
  const shown = new ShownFiles(by)
  const paths = new FilePaths()
  for await (const slice of readInSlices(by.app, places)) {
    const parts: MarkdownPart[] = []
    for (const { path, depth, text } of slice) {
      const files = await shown.inText(text)
      const addresses = files.map((file): [string, string] => [
        file.sign,
        '../'.repeat(depth) + addressOf(paths.of(file)),
      ])
      parts.push({ page: { path, text, addresses } })
    }
    yield parts
  }
  const attached = Map.groupBy(await listAttached(by.app.db, by.item.item_id), (one) => one.page_id)
  for (const { page } of places) await shown.bySigns((attached.get(page.page_id) ?? []).map((one) => one.sign))
  if (shown.all.length + places.length + 1 > zipLimits.entries) fail('exportTooLarge', { mb: zipLimits.bytes / 1e6 })
  for (const file of shown.all) yield [{ file: { path: paths.of(file), from: file.path, packs: !isPacked(file) } }]

  const included = new Set(shown.all.map((file) => file.sign))
  const filesOf = (page_id: number) =>
    (attached.get(page_id) ?? []).map((one) => one.sign).filter((sign) => included.has(sign))
  yield* itemFileParts(by, tree, filesOf)
  const list = shown.all.map((file) => ({
    sign: file.sign,
    path: paths.of(file),
    display_name: escapeName(file.display_name),
  }))
  yield [{ info: `},"files":${JSON.stringify(list)}}` }]
}

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
