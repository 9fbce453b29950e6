/** A code block in a text: its lines from 1, without its fences, and their content. */
interface FencedBlock {
  first: number
  last: number
  /** The info string of the opening fence. */
  language: string
  code: string
}

/** Returns the fenced block that contains a line of a text, from 1; undefined outside of one. */
export function fencedBlockAt(text: string, line: number): FencedBlock | undefined {
  const lines = text.split(/\r\n|\r|\n/)
  let open: { at: number; mark: string; language: string } | undefined
  for (const [at, source] of lines.entries()) {
    const [, mark = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(source) ?? []
    if (!open) {
      if (at + 1 > line) return undefined
      const isFence = mark !== '' && !(mark.startsWith('`') && rest.includes('`'))
      if (isFence) open = { at, mark, language: rest.trim().split(/\s/)[0] ?? '' }
      continue
    }
    const isEnd = mark[0] === open.mark[0] && mark.length >= open.mark.length && rest.trim() === ''
    if (!isEnd) continue
    if (line <= at + 1) return blockOf(lines, open, at)
    open = undefined
  }
  return open ? blockOf(lines, open, lines.length) : undefined
}

const blockOf = (lines: readonly string[], open: { at: number; language: string }, end: number): FencedBlock => ({
  first: open.at + 2,
  last: end,
  language: open.language,
  code: lines.slice(open.at + 1, end).join('\n'),
})

/** Returns a text with the content of a block replaced; all line endings stay as they are. */
export function withCode(text: string, { first, last }: FencedBlock, code: string): string {
  const pieces = text.split(/(\r\n|\r|\n)/) // lines, and between them their line endings
  const end = pieces[1] ?? '\n'
  const head = pieces.slice(0, (first - 1) * 2).join('')
  const tail = pieces.slice(last * 2).join('')
  const isOpenEnd = last * 2 >= pieces.length
  return `${head}${code.split('\n').join(end)}${isOpenEnd ? '' : end}${tail}`
}
