import type { MarkdownIt } from 'markdown-it'
import { buildOutline, type OutlineEntry } from '../outline.ts'
import { idToHash } from '../slug.ts'

/** Renders the headings as nested lists of links. A step of two levels down nests only once. */
function listOf(entries: OutlineEntry[], escape: (text: string) => string): string {
  const levels: number[] = []
  let html = ''
  for (const { level, text, id } of entries) {
    while (levels.length > 1 && level < (levels.at(-1) ?? 0)) {
      levels.pop()
      html += '</li></ul>'
    }
    if (levels.length === 0 || level > (levels.at(-1) ?? 0)) {
      levels.push(level)
      html += '<ul>'
    } else html += '</li>'
    html += `<li><a href="${idToHash(id)}">${escape(text)}</a>`
  }
  return html + '</li></ul>'.repeat(levels.length)
}

/**
 * `[TOC]` on a line of its own: the list of the document's headings.
 *
 * Only the first one is filled, so that a page full of `[TOC]` cannot grow with the square of its length.
 */
export function toc(md: MarkdownIt) {
  md.block.ruler.before(
    'reference',
    'toc',
    (state, startLine, _endLine, silent) => {
      if (state.level !== 0 || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
      const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
      if (state.src[start] !== '[') return false
      const end = state.eMarks[startLine] ?? 0
      if (end - start > 12 || !/^\[TOCM?\]\s*$/i.test(state.src.slice(start, end))) return false
      if (silent) return true
      state.line = startLine + 1
      const token = state.push('toc', 'nav', 0)
      token.map = [startLine, state.line]
      token.block = true
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  )

  md.core.ruler.after('heading_anchors', 'toc_entries', (state) => {
    const first = state.tokens.find((token) => token.type === 'toc')
    if (first) first.meta = { entries: buildOutline(state.tokens) }
  })

  md.renderer.rules['toc'] = (tokens, at, _options, _env, renderer) => {
    const token = tokens[at]
    const entries = token?.meta?.['entries'] as OutlineEntry[] | undefined
    if (!token || !entries || entries.length === 0) return ''
    token.attrSet('class', 'md-toc')
    return `<nav${renderer.renderAttrs(token)}>${listOf(entries, md.utils.escapeHtml)}</nav>\n`
  }
}
