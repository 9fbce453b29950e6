/** What a file can be. */
export type ExportFormat = 'word' | 'markdown'

/** How much goes into it. */
export type ExportScope = 'item' | 'catalog' | 'page'

/** What is chosen in the dialog. */
export interface ExportChoice {
  format: ExportFormat
  scope: ExportScope
  /** The catalog chosen; 0 while there is none. */
  cat_id: number
  /** The page chosen: the one that the dialog was opened on, or one of the catalog; empty for all pages. */
  page_id: string
}

/** Items whose pages are edited in an API client: there is no Markdown in them. Source: specification 2, Export. */
const apiItem = '3'

/** The formats that an item can be had in. */
export const getFormats = (item_type: string): ExportFormat[] =>
  item_type === apiItem ? ['word'] : ['word', 'markdown']

/** Whether a format holds single pages: a zip of Markdown is made of an item or a catalog. */
export const supportsPages = (format: ExportFormat): boolean => format === 'word'

/** What the call is told. `page_id` counts before `cat_id`. */
export function toExportInput(item_id: string, { format, scope, cat_id, page_id }: ExportChoice) {
  const input = { item_id, cat_id: scope === 'catalog' ? cat_id : 0 }
  if (format === 'markdown') return input
  return { ...input, page_id: scope === 'item' || page_id === '' ? 0 : page_id }
}

/** The name that a server gives a file in a `Content-Disposition` head; undefined when it gives none. */
export function parseFileName(disposition: string | null): string | undefined {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (coded === undefined) return undefined
  try {
    return decodeURIComponent(coded)
  } catch {
    return undefined
  }
}
