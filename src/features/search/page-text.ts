import { apiDocText, readApiDoc } from '#shared/markdown/api-doc.ts'

/** A page as the search needs it. */
export interface SearchedPage {
  page_title: string
  page_content: string
  item_type: number
}

// Types whose pages are JSON: spreadsheet, whiteboard, kanban. Source: reference, formats 9.
const jsonTypes = new Set([4, 5, 6])

/** Returns whether all pages of items of this type are JSON. */
export const isJsonType = (item_type: number): boolean => jsonTypes.has(item_type)

// The fields of that JSON that people write: cells and shapes, sheets, lists, cards.
const written = new Set(['text', 'name', 'title', 'description', 'shown'])
// Deeper than any such document; a hostile one must not exhaust the stack.
const deepest = 40

function collect(value: unknown, into: string[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > deepest) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (written.has(key) && inner !== '') into.push(inner)
    } else collect(inner, into, depth + 1)
  }
}

function textOfJson(content: string): string {
  try {
    const texts: string[] = []
    collect(JSON.parse(content), texts, 0)
    return texts.join('\n')
  } catch {
    return content
  }
}

/**
 * Returns what people wrote in a page, as Markdown: its own text, or the text in an API document, a spreadsheet, a
 * whiteboard. It contains none of the product's own labels, so it is the same in every language.
 */
export function extractPageText({ page_content, item_type }: Pick<SearchedPage, 'page_content' | 'item_type'>): string {
  if (isJsonType(item_type)) return textOfJson(page_content)
  const doc = readApiDoc(page_content)
  return doc ? apiDocText(doc) : page_content
}
