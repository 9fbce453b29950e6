import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { apiDocText } from '#shared/api-doc/export-markdown.ts'
import { getItemType } from '#shared/item-types.ts'

/** A page as the search needs it. */
interface SearchedPage {
  page_title: string
  page_content: string
  item_type: number
}

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
  if (getItemType(item_type).hasJsonPages) return textOfJson(page_content)
  const doc = readApiDoc(page_content)
  return doc ? apiDocText(doc) : page_content
}
