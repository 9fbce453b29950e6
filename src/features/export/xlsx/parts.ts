import type { Lang } from '#src/core/i18n.ts'
import { allPages } from '../scope.ts'
import { contentOf, type Exporter, type ExportSource, readInSlices, requireSize } from '../source.ts'
import type { ExportDraft, SheetPart } from '../worker-message.ts'

/**
 * Prepares an Excel file: the sheets of all spreadsheets, in the order of the tree. Pages that are no spreadsheets are
 * left out.
 *
 * @throws {AppError} exportTooLarge
 */
export function prepareExcel(by: Exporter, source: ExportSource, lang: Lang): ExportDraft {
  requireSize(source.tree)
  const places = allPages(contentOf(source)).map((page) => ({ page }))
  return { frame: { kind: 'xlsx', lang }, parts: sheetParts(by, places) }
}

async function* sheetParts(
  by: Exporter,
  places: readonly { page: ReturnType<typeof allPages>[number] }[],
): AsyncGenerator<SheetPart[]> {
  for await (const slice of readInSlices(by.app, places))
    yield slice.map(({ page, text }) => ({ title: page.page_title, text, isOnly: places.length === 1 }))
}
