/*
 * Documents of random words, and writers of every format that is imported: a word that is in none of the pages
 * afterwards was lost.
 */

/** A part of a document. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'code'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; rows: string[][] }

/** A document with those below it. */
export interface Doc {
  id: number
  title: string
  blocks: Block[]
  children: Doc[]
}

/** Makes random documents; the same ones for the same seed. */
export class RandomDocuments {
  readonly words: string[] = []
  #state: number
  #docs = 0

  constructor(seed: number) {
    this.#state = seed
  }

  below(most: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * most)
  }

  /** A new word: Latin or Chinese, with a number of its own. */
  word(): string {
    const base = ['rose', 'tulip', 'garden', '玫瑰', '花园', 'beet'][this.below(6)] ?? ''
    const word = `${base}${this.words.length}x`
    this.words.push(word)
    return word
  }

  text(most = 5): string {
    return Array.from({ length: 1 + this.below(most) }, () => this.word()).join(' ')
  }

  block(): Block {
    const kind = (['heading', 'paragraph', 'code', 'list', 'table'] as const)[this.below(5)] ?? 'paragraph'
    if (kind === 'heading') return { kind, level: 2 + this.below(3), text: this.text() }
    if (kind === 'list') return { kind, items: Array.from({ length: 1 + this.below(4) }, () => this.text()) }
    if (kind === 'table') {
      const width = 2 + this.below(3)
      return {
        kind,
        rows: Array.from({ length: 2 + this.below(3) }, () => Array.from({ length: width }, () => this.text(2))),
      }
    }
    return { kind, text: this.text() }
  }

  doc(depth = 0): Doc {
    this.#docs += 1
    const id = this.#docs
    const children = depth < 3 ? Array.from({ length: this.below(3) }, () => this.doc(depth + 1)) : []
    return { id, title: this.text(2), blocks: Array.from({ length: 1 + this.below(6) }, () => this.block()), children }
  }

  docs(): Doc[] {
    return Array.from({ length: 2 + this.below(2) }, () => this.doc())
  }
}

/** All documents of a tree. */
export const allOf = (docs: readonly Doc[]): Doc[] => docs.flatMap((doc) => [doc, ...allOf(doc.children)])

/** A document as Markdown. */
export const markdownOf = (doc: Doc): string =>
  doc.blocks
    .map((block) => {
      if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.text}`
      if (block.kind === 'code') return `\`\`\`\n${block.text}\n\`\`\``
      if (block.kind === 'list') return block.items.map((item) => `- ${item}`).join('\n')
      if (block.kind !== 'table') return block.text
      const [head = [], ...rows] = block.rows.map((row) => `| ${row.join(' | ')} |`)
      return [head, `|${' --- |'.repeat(block.rows[0]?.length ?? 0)}`, ...rows].join('\n')
    })
    .join('\n\n')

/** A document as HTML, with the code as a writer puts it. */
export const htmlOf = (doc: Doc, code = (text: string) => `<pre><code>${text}</code></pre>`): string =>
  doc.blocks
    .map((block) => {
      if (block.kind === 'heading') return `<h${block.level}>${block.text}</h${block.level}>`
      if (block.kind === 'code') return code(block.text)
      if (block.kind === 'list') return `<ul>${block.items.map((item) => `<li>${item}</li>`).join('')}</ul>`
      if (block.kind !== 'table') return `<p>${block.text}</p>`
      const rows = block.rows.map(
        (row, at) =>
          `<tr>${row.map((cell) => (at === 0 ? `<th>${cell}</th>` : `<td><p>${cell}</p></td>`)).join('')}</tr>`,
      )
      return `<table><tbody>${rows.join('')}</tbody></table>`
    })
    .join('\n')

const text = (value: string) => ({ type: 'text', text: value })
const paragraph = (value: string) => ({ type: 'paragraph', content: [text(value)] })

/** A document as the tree of ProseMirror nodes that Outline stores. */
export const nodesOf = (doc: Doc): object => ({
  type: 'doc',
  content: doc.blocks.map((block) => {
    if (block.kind === 'heading') return { type: 'heading', attrs: { level: block.level }, content: [text(block.text)] }
    if (block.kind === 'code') return { type: 'code_block', attrs: { language: 'js' }, content: [text(block.text)] }
    if (block.kind === 'list')
      return {
        type: 'bullet_list',
        content: block.items.map((item) => ({ type: 'list_item', content: [paragraph(item)] })),
      }
    if (block.kind !== 'table') return paragraph(block.text)
    return {
      type: 'table',
      content: block.rows.map((row, at) => ({
        type: 'tr',
        content: row.map((cell) => ({ type: at === 0 ? 'th' : 'td', content: [paragraph(cell)] })),
      })),
    }
  }),
})

/** The text of a document's blocks in the XML of Word. */
export const wordXmlOf = (doc: Doc): string => {
  const p = (value: string, style = '', more = '') =>
    `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}${more}</w:pPr><w:r><w:t xml:space="preserve">${value}</w:t></w:r></w:p>`
  return doc.blocks
    .map((block) => {
      if (block.kind === 'heading') return p(block.text, `Heading${block.level}`)
      if (block.kind === 'code') return p(block.text, 'Code')
      if (block.kind === 'list')
        return block.items
          .map((item) => p(item, 'ListParagraph', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'))
          .join('')
      if (block.kind !== 'table') return p(block.text)
      return `<w:tbl>${block.rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`
    })
    .join('')
}
