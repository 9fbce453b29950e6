import type { Lang } from '#src/core/i18n.ts'
import { type Exporter, readExportSource } from '../source.ts'
import { writeExport } from '../worker-client.ts'
import type { ApiPage, ApiPart } from '../worker-message.ts'
import { prepareApi } from './parts.ts'

/**
 * Writes the API pages of an item as OpenAPI to `path`, a file that does not exist yet. Nothing is recorded.
 *
 * @param asImported only what imports made, as the last one made it
 * @throws {AppError} exportNothing, exportTooLarge, exportTooSlow
 */
export async function writeItemDescription(
  exporter: Omit<Exporter, 'detail'>,
  path: string,
  { lang, asImported }: { lang: Lang; asImported: boolean },
): Promise<void> {
  const by = { ...exporter, detail: '' }
  const source = await readExportSource(by, { cat_id: 0, page_id: 0 })
  await writeExport(path, await prepareApi('openapi', by, source, lang, asImported))
}

/**
 * Writes pages that belong to no item as OpenAPI to `path`, a file that does not exist yet.
 *
 * @throws {AppError} exportNothing, exportTooLarge, exportTooSlow
 */
export async function writePagesDescription(
  pages: readonly ApiPage[],
  path: string,
  { title, lang }: { title: string; lang: Lang },
): Promise<void> {
  const parts = async function* (): AsyncGenerator<ApiPart[]> {
    for (const page of pages) yield [{ page }]
  }
  const frame = {
    kind: 'openapi',
    title,
    description: '',
    isWhole: true,
    isLimited: false,
    globals: {},
    heads: [],
    environments: [],
    nameless: [],
    lang,
  } as const
  await writeExport(path, { frame: { ...frame, heads: [], environments: [], nameless: [] }, parts: parts() })
}
