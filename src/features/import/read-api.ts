import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { readOpenApiRoot } from './api/read-description.ts'
import { ImportError, type ImportErrorReason } from './import-error.ts'
import type { FilePlan } from './plan-types.ts'
import { readImportInWorker } from './worker-client.ts'

/** A page that an import would make of a description. */
interface DescribedPage {
  title: string
  /** The names of its catalogs. */
  folders: string[]
  text: string
}

/** The message of a rejected file. */
export const errorNameOf = (reason: ImportErrorReason) =>
  `import${reason.charAt(0).toUpperCase()}${reason.slice(1)}` as `import${Capitalize<ImportErrorReason>}`

const pagesOf = (
  { pages, catalogs }: Pick<FilePlan, 'pages' | 'catalogs'>,
  folders: string[] = [],
): DescribedPage[] => [
  ...pages.map(({ page_title, page_content }) => ({ title: page_title, folders, text: page_content })),
  ...catalogs.flatMap((catalog) => pagesOf(catalog, [...folders, catalog.cat_name])),
]

/** Reads a file of any format in a worker, which takes it from a disk. @throws {ImportError} as `readImport` */
async function readPlan({ name, bytes }: { name: string; bytes: Uint8Array }, lang: Lang): Promise<FilePlan> {
  const folder = await mkdtemp(join(tmpdir(), 'docstead-api-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, bytes, { mode: 0o600 })
    return await readImportInWorker({ name, path, withTexts: true, filesFolder: '', forApiClient: false, lang })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Reads an API description, and writes nothing: one of OpenAPI as it is, one in another format as the pages that an import
 * would make of it.
 *
 * @throws {AppError} those of a rejected file; importUnknownJson for a file that describes no API
 */
export async function readApiFile(
  file: { name: string; bytes: Uint8Array },
  lang: Lang,
): Promise<{ root: UnknownObject } | { title: string; pages: DescribedPage[] }> {
  try {
    const root = readOpenApiRoot(file)
    if (root) return { root }
    const plan = await readPlan(file, lang)
    return { title: plan.item.item_name, pages: pagesOf(plan) }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return fail(errorNameOf(error.reason), { ...error.values, detail: error.detail ?? file.name })
  }
}
