import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#src/core/app.ts'
import type { Lang } from '#src/core/i18n.ts'
import { fontFolders, webpDecoder } from '#src/core/paths.ts'
import { readOptions } from '#src/features/options/index.ts'
import { contentsOf, documentParts, documentPlaces } from '../places.ts'
import { allPages } from '../scope.ts'
import { type Exporter, type ExportSource, requireSize, withShownFiles } from '../source.ts'
import type { ExportDraft, PdfFrame } from '../worker-message.ts'

/**
 * Prepares a PDF file: a cover and contents for everything but a single page, the pages in the order of the tree, and
 * the images of this site.
 *
 * @throws {AppError} exportTooLarge
 */
export async function preparePdf(by: Exporter, source: ExportSource, lang: Lang): Promise<ExportDraft> {
  requireSize(source.tree)
  const { app, item } = by
  const { site_url, export_fonts } = app.config
  const { export_header, export_footer, export_watermark } = await readOptions(app.db)
  const places = documentPlaces(source)
  // year, month and day with hyphens, in the time zone of the server
  const date = new Intl.DateTimeFormat('sv-SE').format(app.now())
  const frame: PdfFrame = {
    kind: 'pdf',
    title: source.title,
    description: source.description,
    contents: contentsOf(places),
    globals: source.globals,
    item_type: source.item_type,
    site_url,
    webp: await readFile(webpDecoder()),
    lang,
    facts: [...(source.title === item.item_name ? [] : [item.item_name]), date],
    hasCover: source.part !== 'page',
    page_ids: allPages(source.tree).map((page) => page.page_id),
    fonts: await readFonts(),
    siteFonts: await listSiteFonts(app, export_fonts),
    header: export_header,
    footer: export_footer,
    watermark: export_watermark,
  }
  return { frame, parts: withShownFiles(by, (shown) => documentParts(by, places, shown)) }
}

/** Reads the product's font, packed. */
export const readTextFont = (): Promise<Uint8Array> => readFile(join(fontFolders().text, 'wqy-microhei.ttc.br'))

const formulaFont = /^KaTeX_(.+)\.ttf$/

/** Reads the product's fonts, which the worker cannot find by itself in an executable. */
export async function readFonts(): Promise<PdfFrame['fonts']> {
  const folders = fontFolders()
  const names = (await readdir(folders.formulas)).filter((name) => formulaFont.test(name))
  const read = async (name: string): Promise<[string, Uint8Array]> => [
    formulaFont.exec(name)?.[1] ?? '',
    await readFile(join(folders.formulas, name)),
  ]
  const [text, formulas] = await Promise.all([readTextFont(), Promise.all(names.map(read))])
  return { text, formulas }
}

const fontFile = /\.(ttf|otf|woff)$/i
const fontsMost = 8

/** Returns the site's own fonts: the file of the setting, or those in its folder by name. */
async function listSiteFonts(app: App, path: string): Promise<string[]> {
  if (path === '') return []
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const names = (await readdir(path)).filter((name) => fontFile.test(name)).toSorted()
    return names.slice(0, fontsMost).map((name) => join(path, name))
  } catch (error) {
    app.log.warn({ err: error, path }, 'the fonts for exports cannot be read; the own font is used alone')
    return []
  }
}
