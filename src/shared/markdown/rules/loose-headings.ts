import type { MarkdownIt } from 'markdown-it'

const hash = 0x23

/**
 * Whether a line that starts with `level` hashes and then `rest`, without a space between, is a heading.
 *
 * Pages of older editors contain `#标题` and `##Title`. What must stay text: `#define`, `#!/bin/sh`, `#123`, `#todo`,
 * `#FF8800`. So after one hash: a non-ASCII letter, a capital that does not start a colour, or a chapter number such as
 * `1、`. Two or more hashes have no other meaning in running text, so any letter, number or emphasis is accepted.
 */
function isLooseHeading(level: number, rest: string): boolean {
  if (level >= 2) return /^[\p{L}\p{N}*_`[（【《「“]/u.test(rest)
  if (/^[【《「]/.test(rest)) return true
  if (/^\d+(?:\.\d+)*[、．.：]\s*[^\x00-\x7F]/.test(rest)) return true
  if (/^(?=[\dA-F]*\d|[A-F]+\b)[\dA-F]{3,8}\b/.test(rest)) return false
  return /^(?:[A-Z]|[^\x00-\x7F])/.test(rest) && /^\p{L}/u.test(rest)
}

/** Headings without the space: `#标题`, `##Title`, `###1.1概述###`. */
export function looseHeadings(md: MarkdownIt) {
  md.block.ruler.after(
    'heading',
    'loose_heading',
    (state, startLine, _endLine, silent) => {
      if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
      const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
      if (state.src.charCodeAt(start) !== hash) return false
      const level = state.skipChars(start, hash) - start
      if (level > 6) return false
      const end = state.eMarks[startLine] ?? 0
      if (!isLooseHeading(level, state.src.slice(start + level, Math.min(end, start + level + 40)))) return false
      if (silent) return true

      const text = state.src.slice(start + level, end).trimEnd()
      const tail = /(?<![#])(#+)$/.exec(text)?.[1] ?? ''
      const closes =
        tail !== '' && (tail.length === level || text.at(-tail.length - 1) === ' ') && level + tail.length > 2
      state.line = startLine + 1
      const open = state.push('heading_open', `h${level}`, 1)
      open.markup = '#'.repeat(level)
      open.map = [startLine, state.line]
      const inline = state.push('inline', '', 0)
      inline.content = (closes ? text.slice(0, -tail.length) : text).trim()
      inline.map = [startLine, state.line]
      inline.children = []
      state.push('heading_close', `h${level}`, -1).markup = open.markup
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  )
}
