import type { Token } from 'markdown-it'

/** Returns the footnotes among the tokens at the end of a text. */
export function notesIn(tokens: readonly Token[]): { id: number; tokens: Token[] }[] {
  const notes: { id: number; tokens: Token[] }[] = []
  for (const token of tokens) {
    if (token.type === 'footnote_open') notes.push({ id: Number(token.meta?.['id'] ?? 0), tokens: [] })
    else notes.at(-1)?.tokens.push(token)
  }
  return notes
}
