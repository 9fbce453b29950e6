import type { Lang } from '#src/core/i18n.ts'
import { contentsOf, documentParts, documentPlaces } from '../places.ts'
import { type Exporter, type ExportSource, requireSize, ShownFiles } from '../source.ts'
import type { ExportDraft, WordFrame } from '../worker-message.ts'

/**
 * Prepares a Word document: headings in the order of the tree, everything that Markdown shows, and the images of this
 * site.
 *
 * @throws {AppError} exportTooLarge
 */
export function prepareWord(by: Exporter, source: ExportSource, lang: Lang): ExportDraft {
  requireSize(source.tree)
  const places = documentPlaces(source)
  const frame: WordFrame = {
    kind: 'docx',
    title: source.title,
    description: source.description,
    contents: contentsOf(places),
    globals: source.globals,
    item_type: source.item_type,
    site_url: by.app.config.site_url,
    lang,
  }
  return { frame, parts: documentParts(by, places, new ShownFiles(by)) }
}
