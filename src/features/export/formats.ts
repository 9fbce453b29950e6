import { type ExportFormatName, exportFormats } from '#shared/export-formats.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import type { Lang } from '#src/core/i18n.ts'
import { prepareWord } from './docx/parts.ts'
import { cleanFileName, untitledFile } from './file-name.ts'
import { prepareMarkdown } from './markdown/parts.ts'
import { prepareSite } from './site/parts.ts'
import { createExportFile, type Exporter, type ExportScope, type ExportSource, readExportSource } from './source.ts'
import { writeExport } from './worker-client.ts'
import type { ExportDraft } from './worker-message.ts'

type Prepare = (by: Exporter, source: ExportSource, lang: Lang) => ExportDraft | Promise<ExportDraft>

/** How each format is prepared: its settings, and the parts that the worker writes. */
const preparations: Record<ExportFormatName, Prepare> = {
  docx: prepareWord,
  markdown: prepareMarkdown,
  site: prepareSite,
}

/**
 * Exports an item, a catalog or a page of it as a file.
 *
 * @throws {AppError} catalogGone, pageGone, exportTooLarge, exportTooSlow, exportTooManyCells, tooManyRequests
 */
export async function exportItem(
  by: Exporter,
  format: ExportFormatName,
  scope: ExportScope,
  lang: Lang,
): Promise<FileResponse> {
  const source = await readExportSource(by, scope)
  const draft = await preparations[format](by, source, lang)
  const { extension, type } = exportFormats[format]
  const downloadAs = `${cleanFileName(source.title, untitledFile[lang])}.${extension}`
  return createExportFile(by, { type, downloadAs }, async (path) => {
    await writeExport(path, draft)
  })
}
