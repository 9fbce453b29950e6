import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'yaml'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { OpenApiDescription } from '#src/features/export/openapi/description.ts'
import { PostmanCollection } from '#src/features/export/postman/collection.ts'
import type { ApiFrame, ApiPage, ExportNote } from '#src/features/export/worker-message.ts'
import { namelessNames } from '#src/features/import/index.ts'
import { readImport } from '#src/features/import/plan.ts'
import type { ImportPlan, PlanCatalog } from '#src/features/import/plan-types.ts'

/** Reads a description as an import does. */
export const imported = (value: unknown, name = 'shop.json'): ImportPlan =>
  readImport({ name, bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) })

/** The pages of a plan as an export receives them, in reading order. */
export function pagesOf(plan: ImportPlan): ApiPage[] {
  const visit = (branch: Pick<PlanCatalog, 'pages' | 'catalogs'>, folders: string[]): ApiPage[] => [
    ...branch.pages.map((page) => ({
      title: page.page_title,
      folders,
      text: page.page_content,
      imported: {
        title: page.page_title,
        description: page.origin?.description ?? '',
        packed: page.packed ?? new Uint8Array(),
        source: page.origin?.source ?? new Uint8Array(),
      },
    })),
    ...branch.catalogs.flatMap((one) => visit(one, [...folders, one.cat_name])),
  ]
  return visit(plan, [])
}

/** The catalogs of a plan, in order. */
export function foldersOf(plan: Pick<ImportPlan, 'catalogs'>, above: string[] = []): string[][] {
  return plan.catalogs.flatMap((one) => {
    const path = [...above, one.cat_name]
    return [path, ...foldersOf(one, path)]
  })
}

/** The settings of an export of a whole plan. */
export const frameOf = (plan: ImportPlan | undefined, more: Partial<ApiFrame> = {}): ApiFrame => ({
  kind: 'openapi',
  title: plan?.item.item_name ?? 'Shop',
  description: plan?.item.item_description ?? '',
  isWhole: true,
  isLimited: false,
  globals: {},
  heads: (plan?.descriptions ?? []).map((one) => ({
    ...one,
    item_name: plan?.item.item_name ?? '',
    item_description: plan?.item.item_description ?? '',
  })),
  environments: [],
  nameless: [...namelessNames],
  lang: 'en',
  ...more,
})

/** Writes pages as a file, and returns its text, its value and what was noted. */
export function written(
  frame: ApiFrame,
  pages: readonly ApiPage[],
  catalogs: string[][] = [],
): { text: string; value: UnknownObject; notes: ExportNote[] } {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-api-'))
  try {
    const path = join(folder, 'file')
    const writer = frame.kind === 'postman' ? new PostmanCollection(path, frame) : new OpenApiDescription(path, frame)
    for (const folder of catalogs) writer.add({ folder })
    const folders = new Set<string>()
    for (const page of pages) {
      for (let depth = 1; depth <= page.folders.length; depth += 1) {
        const above = page.folders.slice(0, depth)
        if (!folders.has(JSON.stringify(above))) writer.add({ folder: above })
        folders.add(JSON.stringify(above))
      }
      writer.add({ page })
    }
    writer.finish()
    const text = readFileSync(path, 'utf8')
    const value = (frame.kind === 'openapi-yaml' ? parse(text) : JSON.parse(text)) as UnknownObject
    return { text, value, notes: writer.notes }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The page as the import wrote it. */
export const baseOf = (page: ApiPage): string => inflateRawSync(page.imported?.packed ?? new Uint8Array()).toString()
