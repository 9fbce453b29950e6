import { readFile } from 'node:fs/promises'
import { findItem } from '#src/access/queries.ts'
import type { Lang } from '#src/core/i18n.ts'
import { webpDecoder } from '#src/core/paths.ts'
import { readTextFont } from '../pdf/parts.ts'
import { contentsOf, documentParts, documentPlaces } from '../places.ts'
import { type Exporter, type ExportSource, requireSize, withShownFiles } from '../source.ts'
import type { ExportDraft, WordFrame } from '../worker-message.ts'

/**
 * Prepares a Word document: headings in the order of the tree, everything that Markdown shows, and the images of this
 * site.
 *
 * @throws {AppError} exportTooLarge
 */
export async function prepareWord(by: Exporter, source: ExportSource, lang: Lang): Promise<ExportDraft> {
  requireSize(source.tree)
  const item = await findItem(by.app.db, by.item)
  const places = documentPlaces(source)
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
    webp: await readFile(webpDecoder()),
    font: await readTextFont(),
    lang,
  }
  return { frame, parts: withShownFiles(by, (shown) => documentParts(by, places, shown)) }
}
