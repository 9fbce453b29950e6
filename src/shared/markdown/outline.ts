import type { Token } from 'markdown-it'
import { plainText } from './rules/heading-anchors.ts'

/** One heading of a document, in document order. */
export type OutlineEntry = {
  /** 1 to 6. */
  level: number
  text: string
  /** The id of its element, including `user-content-`. */
  id: string
  /** Its line in the source, from 1. */
  line: number
}

/** Returns the headings among these tokens. */
export function buildOutline(tokens: Token[]): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  tokens.forEach((token, at) => {
    if (token.type !== 'heading_open') return
    entries.push({
      level: Number(token.tag.slice(1)),
      text: plainText(tokens[at + 1]),
      id: String(token.attrGet('id') ?? ''),
      line: (token.map?.[0] ?? 0) + 1,
    })
  })
  return entries
}
