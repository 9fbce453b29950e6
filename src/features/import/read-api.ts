import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fail } from '#src/core/errors.ts'
import type { Lang } from '#src/core/i18n.ts'
import { readOpenApiRoot } from './api/read-description.ts'
import { ImportError, type ImportErrorReason } from './import-error.ts'
import { type ImportFile, readAnyImport } from './plan.ts'
import type { FilePlan } from './plan-types.ts'

/** A page that an import would make of a description. */
export interface DescribedPage {
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

/**
 * Reads an API description, and writes nothing: one of OpenAPI as it is, one in another format as the pages that an import
 * would make of it.
 *
 * @throws {AppError} those of a rejected file; importUnknownJson for a file that describes no API
 */
export async function readApiFile(
  file: ImportFile,
  lang: Lang,
): Promise<{ root: UnknownObject } | { title: string; pages: DescribedPage[] }> {
  try {
    const root = readOpenApiRoot(file)
    if (root) return { root }
    const plan = await readAnyImport(file, { forApiClient: false, lang })
    return { title: plan.item.item_name, pages: pagesOf(plan) }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return fail(errorNameOf(error.reason), { ...error.values, detail: error.detail ?? file.name })
  }
}
