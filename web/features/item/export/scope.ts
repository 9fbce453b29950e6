import type { ExportFormat } from '#shared/item-types.ts'

/** The scope of an export. */
export type ExportScope = 'item' | 'catalog' | 'page'

/** The options selected in the dialog. */
export interface ExportChoice {
  format: ExportFormat
  scope: ExportScope
  /** The selected catalog; 0 for none. */
  cat_id: number
  /** The selected page: the one that the dialog was opened on, or one of the catalog; empty for all pages. */
  page_id: string
}

/** Whether a format supports single pages: a zip of Markdown is only created for an item or a catalog. */
export const supportsPages = (format: ExportFormat): boolean => format === 'word'

/** Returns the input of the export call. `page_id` takes precedence over `cat_id`. */
export function toExportInput(item_id: string, { format, scope, cat_id, page_id }: ExportChoice) {
  const input = { item_id, cat_id: scope === 'catalog' ? cat_id : 0 }
  if (format === 'markdown') return input
  return { ...input, page_id: scope === 'item' || page_id === '' ? 0 : page_id }
}

/** Parses the file name in a `Content-Disposition` header; undefined when there is none. */
export function parseFileName(disposition: string | null): string | undefined {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (coded === undefined) return undefined
  try {
    return decodeURIComponent(coded)
  } catch {
    return undefined
  }
}
