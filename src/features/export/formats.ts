import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type ExportFormatName, exportFormats } from '#shared/export-formats.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import type { Lang } from '#src/core/i18n.ts'
import { prepareApi } from './api/parts.ts'
import { prepareWord } from './docx/parts.ts'
import { cleanFileName, untitledFile } from './file-name.ts'
import { prepareMarkdown } from './markdown/parts.ts'
import { preparePdf } from './pdf/parts.ts'
import { prepareSite } from './site/parts.ts'
import {
  createExportFile,
  createFile,
  type Exporter,
  type ExportScope,
  type ExportSource,
  type Reader,
  readExportSource,
} from './source.ts'
import { writeExport } from './worker-client.ts'
import type { ExportDraft } from './worker-message.ts'
import { prepareExcel } from './xlsx/parts.ts'

type Prepare = (by: Exporter, source: ExportSource, lang: Lang) => ExportDraft | Promise<ExportDraft>

/** How each format is prepared: its settings, and the parts that the worker writes. */
const preparations: Record<ExportFormatName, Prepare> = {
  docx: prepareWord,
  markdown: prepareMarkdown,
  site: prepareSite,
  pdf: preparePdf,
  openapi: (...given) => prepareApi('openapi', ...given),
  'openapi-yaml': (...given) => prepareApi('openapi-yaml', ...given),
  postman: (...given) => prepareApi('postman', ...given),
  xlsx: prepareExcel,
}

/** An export that can be written: what is in it, how it is read, and its file. */
export interface PreparedExport {
  source: ExportSource
  draft: ExportDraft
  file: { type: string; downloadAs: string }
}

/**
 * Reads what is exported, without the texts of pages, and prepares it for its format.
 *
 * @throws {AppError} catalogGone, pageGone, exportTooLarge
 */
export async function prepareExport(
  by: Exporter,
  format: ExportFormatName,
  scope: ExportScope,
  lang: Lang,
): Promise<PreparedExport> {
  const source = await readExportSource(by, scope)
  const draft = await preparations[format](by, source, lang)
  const { extension, type } = exportFormats[format]
  const downloadAs = `${cleanFileName(source.title, untitledFile[lang])}.${extension}`
  return { source, draft, file: { type, downloadAs } }
}

/**
 * Exports an item, a catalog or a page of it as a file, at once.
 *
 * @throws {AppError} catalogGone, pageGone, exportTooLarge, exportTooSlow, exportTooManyCells, exportNothing, tooManyRequests
 */
export async function exportItem(
  by: Exporter,
  format: ExportFormatName,
  scope: ExportScope,
  lang: Lang,
): Promise<FileResponse> {
  const { draft, file } = await prepareExport(by, format, scope, lang)
  return createExportFile(by, file, async (path) => {
    await writeExport(path, draft)
  })
}

/**
 * Returns the API pages of an item that the reader may see as an OpenAPI description, which programs fetch from a steady
 * address. Nothing is recorded: everyone who may read the pages may read it.
 *
 * @throws {AppError} exportNothing, exportTooLarge, exportTooSlow, tooManyRequests
 */
export async function readOpenApi(by: Reader, format: 'json' | 'yaml', lang: Lang): Promise<FileResponse> {
  const name = format === 'json' ? 'openapi' : 'openapi-yaml'
  const source = await readExportSource(by, { cat_id: 0, page_id: 0 })
  const draft = await prepareApi(name, by, source, lang)
  let etag = ''
  const { type } = exportFormats[name]
  const file = await createFile(by, { type, shownAs: `openapi.${format}` }, async (path) => {
    await writeExport(path, draft)
    etag = await hashOf(path)
  })
  return { ...file, etag }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('base64url').slice(0, 22)
}
