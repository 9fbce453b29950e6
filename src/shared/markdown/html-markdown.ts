import { highlightedCodeBlock, strikethrough, taskListItems } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'
import type { HtmlDocument, HtmlElement, HtmlNode, HtmlParent } from './html-node.ts'
import { type ColumnAlign, delimiterCell, escapeBars, writeTable } from './table.ts'

const cellSign = '\ue000'
const rowSign = '\ue001'
const breakSign = '\ue002'

const inCell = (content: string) =>
  escapeBars(
    content
      .trim()
      .replaceAll(breakSign, '')
      .replace(/\s*\n\s*(?:\n\s*)*/g, '<br>'),
  )

const sideOf = (node: HtmlElement): ColumnAlign => {
  const side = (node.getAttribute('align') ?? '').toLowerCase()
  return side === 'left' || side === 'right' || side === 'center' ? side : ''
}

const isLayout = (table: HtmlElement) =>
  table.getElementsByTagName('table').length > 0 || table.querySelectorAll('td,th').length < 2

const tableOf = (node: HtmlNode): HtmlElement | undefined => {
  let up = node.parentNode
  while (up && up.nodeName !== 'TABLE') up = up.parentNode
  return (up as HtmlElement | null) ?? undefined
}

const isInLayout = (node: HtmlElement) => {
  const table = tableOf(node)
  return !table || isLayout(table)
}

interface Cell {
  side: ColumnAlign
  columns: number
  rows: number
  text: string
}

function cellsOf(row: string): Cell[] {
  return row
    .split(cellSign)
    .slice(1)
    .map((source) => {
      const [, side = '', columns = '1', rows = '1', text = ''] = /^(\w*):(\d+):(\d+):(.*)$/s.exec(source) ?? []
      return { side: side as ColumnAlign, columns: Number(columns), rows: Number(rows), text: text.trim() }
    })
}

/** Expands the rows of a table with spanning cells: the cells that they cover are empty. */
function spread(rows: readonly Cell[][]): { text: string; side: ColumnAlign }[][] {
  const taken: number[] = []
  return rows.map((row) => {
    const cells: { text: string; side: ColumnAlign }[] = []
    const skip = () => {
      while ((taken[cells.length] ?? 0) > 0) {
        taken[cells.length] = (taken[cells.length] ?? 1) - 1
        cells.push({ text: '', side: '' })
      }
    }
    for (const { text, side, columns, rows: high } of row) {
      skip()
      for (let at = 0; at < columns; at++) {
        taken[cells.length] = high - 1
        cells.push({ text: at === 0 ? text : '', side })
      }
    }
    skip()
    return cells
  })
}

function tableOfContent(content: string): string {
  const rows = spread(content.split(rowSign).slice(1).map(cellsOf)).filter((row) => row.length > 0)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const [head = [], ...rest] = rows.map((row) => Array.from({ length: width }, (_, at) => row[at]?.text ?? ''))
  const sides = Array.from({ length: width }, (_, at) => rows[1]?.[at]?.side ?? rows[0]?.[at]?.side ?? '')
  return width === 0
    ? ''
    : `\n\n${writeTable(
        head,
        rest,
        sides.map((side) => delimiterCell(side)),
      )}\n\n`
}

const span = (node: HtmlElement, name: string) => Math.min(100, Math.max(1, Number(node.getAttribute(name)) || 1))

function tables(service: TurndownService) {
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) =>
      isInLayout(node)
        ? `\n\n${content}\n\n`
        : `${cellSign}${sideOf(node)}:${span(node, 'colspan')}:${span(node, 'rowspan')}:${inCell(content)}`,
  })
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => (isInLayout(node) ? content : `${rowSign}${content.replaceAll('\n', '')}`),
  })
  service.addRule('section', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })
  service.addRule('caption', {
    filter: ['caption'],
    replacement: (content) => (content.trim() ? `\n\n${content}\n\n` : ''),
  })
  service.addRule('columns', { filter: ['colgroup', 'col'], replacement: () => '' })
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) => {
      if (isLayout(node)) return `\n\n${content}\n\n`
      const caption = content.slice(0, Math.max(0, content.indexOf(rowSign))).trim()
      return (caption && `\n\n${caption}`) + tableOfContent(content)
    },
  })
}

/** Reports whether an image is left out because its data is in the text itself, or because it has no address. */
const isOwnImage = (node: HtmlElement) => !/^(?:https?:)?\/|^[\w.-]+\//i.test(node.getAttribute('src') ?? '')

function marks(service: TurndownService) {
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const list = node.parentNode as HtmlElement | null
      const at = list ? Array.from(list.children).indexOf(node) : 0
      const start = Number(list?.getAttribute('start') ?? 1) || 1
      const mark = list?.nodeName === 'OL' ? `${start + at}. ` : '- '
      const body = content.replace(/^\n+|\s+$/g, '').replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)
      return `${mark}${body}${node.nextElementSibling ? '\n' : ''}`
    },
  })
  service.addRule('code', {
    filter: (node) => node.nodeName === 'PRE',
    replacement: (_, node) => {
      const language = /\blanguage-([\w+#.-]+)/.exec(node.querySelector('code')?.getAttribute('class') ?? '')?.[1] ?? ''
      const code = (node.textContent ?? '').replace(/\n$/, '')
      const longest = Math.max(2, ...[...code.matchAll(/^`{3,}/gm)].map(([fence]) => fence.length))
      const fence = '`'.repeat(longest + 1)
      return `\n\n${fence}${language}\n${code}\n${fence}\n\n`
    },
  })
  service.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => {
      if (isOwnImage(node)) return ''
      const words = (node.getAttribute('alt') ?? '').replace(/[[\]\\\s]+/g, ' ').trim()
      const src = node.getAttribute('src') ?? ''
      return `![${words}](${/[\s()<>]/.test(src) ? `<${src.replace(/[<>\s]/g, encodeURIComponent)}>` : src})`
    },
  })
}

const escapes: [RegExp, string][] = [
  [/[\\`*[\]<~]/g, '\\$&'],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'],
  [/&(?=#?\w+;)/g, '\\&'],
  [/^(\s*)([-+>]|#{1,6})(?=\s|$)/gm, '$1\\$2'],
  [/^(\s*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2'],
  [/^(\s*)(={2,}|-{2,})\s*$/gm, '$1\\$2'],
]

function newService(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    br: breakSign,
  })
  service.use([highlightedCodeBlock, strikethrough, taskListItems])
  service.escape = (text) => escapes.reduce((done, [pattern, by]) => done.replace(pattern, by), text)
  service.keep(['sub', 'sup', 'kbd'])
  tables(service)
  marks(service)
  return service
}

const wrappers: Record<string, string> = { bold: 'strong', italic: 'em', strike: 'del' }

/**
 * Creates elements from what `stylesToElements` noted, and removes all other attributes that Markdown cannot express.
 */
function asElements(root: HtmlParent, page: HtmlDocument) {
  for (const node of Array.from(root.querySelectorAll('[data-title="list-mark"]'))) {
    const isNumber = /^[\s(]*(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]/i.test(node.textContent ?? '')
    let up = node.parentNode
    while (up && up.nodeName !== 'P') up = up.parentNode
    if (isNumber && up) (up as HtmlElement).setAttribute('data-row', '')
    node.remove()
  }
  for (const node of Array.from(root.querySelectorAll('[data-title]'))) {
    const meaning = node.getAttribute('data-title') ?? ''
    if (meaning === 'plain') {
      while (node.firstChild) node.parentNode?.insertBefore(node.firstChild, node)
      node.remove()
    }
    for (const name of meaning.split(' ')) {
      const wrapper = wrappers[name]
      if (!wrapper || (node.textContent ?? '').trim() === '') continue
      const made = page.createElement(wrapper)
      while (node.firstChild) made.appendChild(node.firstChild)
      node.appendChild(made)
    }
  }
  for (const mark of Array.from(root.querySelectorAll('pre br'))) {
    const line = page.createElement('span')
    line.textContent = '\n'
    mark.parentNode?.insertBefore(line, mark)
    mark.remove()
  }
  wordLists(root, page)
  const stored = new Set(['href', 'src', 'alt', 'title', 'colspan', 'rowspan', 'align', 'start', 'type', 'checked'])
  for (const node of Array.from(root.querySelectorAll('*'))) {
    const hasClass = /^(?:CODE|PRE|DIV)$/.test(node.nodeName) // which names the language
    for (const { name } of Array.from(node.attributes)) {
      if (!stored.has(name) && !(name === 'class' && hasClass)) node.removeAttribute(name)
    }
  }
}

/** Converts the paragraphs that Word writes for list items to lists. */
function wordLists(root: HtmlParent, page: HtmlDocument) {
  let open: { list: HtmlElement; level: number }[] = []
  let before: HtmlElement | undefined
  for (const item of Array.from(root.querySelectorAll('p[data-title^="list-"]'))) {
    const level = Number(item.getAttribute('data-title')?.slice(5)) || 1
    const isNext = before !== undefined && item.previousElementSibling === open[0]?.list
    if (!isNext) open = []
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    const isNumbered = item.hasAttribute('data-row')
    if ((open.at(-1)?.level ?? 0) < level) {
      const list = page.createElement(isNumbered ? 'ol' : 'ul')
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.appendChild(list)
      else item.parentNode?.insertBefore(list, item)
      open.push({ list, level })
    }
    const made = page.createElement('li')
    while (item.firstChild) made.appendChild(item.firstChild)
    open.at(-1)?.list.appendChild(made)
    item.remove()
    before = made
  }
}

let service: TurndownService | undefined

/** Converts cleaned HTML to Markdown; also returns how many of its images could not be included. */
export function toMarkdown(root: HtmlParent, page: HtmlDocument): { markdown: string; pictures: number } {
  asElements(root, page)
  service ??= newService()
  const images = Array.from(root.querySelectorAll('img')).filter(isOwnImage).length
  const markdown = service
    .turndown(root)
    .replaceAll('\u00a0', ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\ue002+(?=\n\n|\n?$)/g, '')
    .replace(/\ue002(?=\n[^\n])/g, '  ')
    .replaceAll(breakSign, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { markdown, pictures: images }
}
