import type { MarkdownIt } from 'markdown-it'

/**
 * Writes the source line of every block to its element: `data-line`, from 1.
 *
 * When a document is rendered by blocks it is `data-row` instead, counted from the block's own first line, so that a
 * line typed above a block does not change the block's HTML.
 */
export function sourceLines(md: MarkdownIt) {
  md.core.ruler.push('source_lines', (state) => {
    const relative = state.env['lines'] === 'relative'
    let base = 0
    for (const token of state.tokens) {
      // Footnotes are at the end, far from their source lines.
      if (token.type === 'footnote_block_open') base = Number.POSITIVE_INFINITY
      if (!token.map || !token.block || token.nesting === -1 || token.type === 'inline') continue
      const [line] = token.map
      if (token.level === 0) base = line
      if (token.type === 'thead_open' || token.type === 'tbody_open' || token.type === 'th_open') continue
      if (!relative) token.attrSet('data-line', line + 1)
      else if (line > base) token.attrSet('data-row', line - base)
    }
  })
}
