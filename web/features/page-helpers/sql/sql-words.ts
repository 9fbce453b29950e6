/** The words of the tables that the server makes of SQL, in another language. */
export interface SqlWords {
  heads: readonly [field: string, type: string, nullable: string, fallback: string, explanation: string]
  yes: string
  no: string
}

const head = '| 字段 | 类型 | 允许空 | 默认 | 说明 |'
const cell = '(?:\\\\.|[^|\\\\])*'
const nullable = new RegExp(`^(\\| ${cell}\\| ${cell}\\| )(是|否)( \\|)`)

/** The tables that the server makes of SQL, which speak Chinese as older programs expect, in these words. */
export function sqlTablesIn(markdown: string, { heads, yes, no }: SqlWords): string {
  let isInTable = false
  const lines = markdown.split('\n').map((line) => {
    if (line === head) isInTable = true
    else if (!line.startsWith('|')) isInTable = false
    else if (isInTable) return line.replace(nullable, (_, start, word, end) => start + (word === '是' ? yes : no) + end)
    return line === head ? `| ${heads.join(' | ')} |` : line
  })
  return lines.join('\n').trim()
}
