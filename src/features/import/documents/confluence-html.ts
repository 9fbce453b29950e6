import type { HtmlElement } from '#shared/markdown/html-node.ts'
import type { DocumentNode, FoundDocument, FoundDocuments } from './document-plan.ts'
import { isHtml } from './folder.ts'
import { findAll, type HtmlPage, markdownOf, parseHtml, rawMarkdown } from './html.ts'
import { baseName, compareNames, folderOf, pathOfAddress, withoutExtension } from './paths.ts'
import type { DocumentSource } from './source.ts'

const isPage = (text: string): boolean => /\bid="main-content"/.test(text) && /\bid="title-text"/.test(text)

/**
 * Returns the HTML export of a Confluence space: a file for each page, whose tree is in `index.html`, and the
 * attachments in a folder. Undefined when the files are something else.
 */
export function readConfluenceHtml(from: DocumentSource): FoundDocuments | undefined {
  const files = from.paths.filter(isHtml)
  const pages = files.filter((path) => isPage(from.text(path)?.text ?? ''))
  if (pages.length === 0) return undefined
  const folder = folderOf(pages[0] ?? '')
  const index = files.find((path) => path === `${folder}index.html` && !pages.includes(path))
  const skipped: FoundDocuments['skipped'] = []
  const placed = new Set<string>()
  const nodeOf = (path: string, title: string, children: DocumentNode[]): DocumentNode => ({
    title,
    document: pageOf(from, path, skipped),
    children,
  })
  const listNodes = (list: HtmlElement): DocumentNode[] =>
    Array.from(list.children).flatMap((item) => {
      const below = Array.from(item.children)
      const link = below.find(({ nodeName }) => nodeName === 'A')
      const path = link && pathOfAddress(link.getAttribute('href') ?? '', index ?? '')?.path
      const isNew = path !== undefined && pages.includes(path) && !placed.has(path)
      if (isNew) placed.add(path)
      const children = below.filter(({ nodeName }) => nodeName === 'UL').flatMap(listNodes)
      const title = (link?.textContent ?? '').replace(/\s+/g, ' ').trim()
      return isNew ? [nodeOf(path, title, children)] : children
    })
  const nodes: DocumentNode[] = []
  let item_name = ''
  if (index !== undefined) {
    const { body, title } = parseHtml(from.text(index)?.text ?? '', index)
    item_name = title.replace(/\s*\([^()]*\)\s*$/, '')
    for (const list of findAll(body, 'ul')) {
      let up = list.parentNode
      while (up && up.nodeName !== 'UL') up = up.parentNode
      if (!up) nodes.push(...listNodes(list))
    }
  }
  const others = pages.filter((path) => !placed.has(path)).toSorted(compareNames)
  return {
    source: 'confluence',
    item_name,
    nodes: [...nodes, ...others.map((path) => nodeOf(path, titleOf(from, path), []))],
    used: index === undefined ? [] : [index],
    skipped,
  }
}

/** The title of a page, which begins with the name of its space. */
function titleOf(from: DocumentSource, path: string): string {
  const page = parseHtml(from.text(path)?.text ?? '', path)
  const text = (page.body.querySelector('#title-text')?.textContent ?? page.title).replace(/\s+/g, ' ').trim()
  return text.replace(/^.*? : /, '') || withoutExtension(baseName(path))
}

/** Makes a quote that is shown as a callout: its first line names the kind. */
export function callout(page: HtmlPage, kind: string, title: string, body: HtmlElement): HtmlElement {
  const quote = page.document.createElement('blockquote')
  const first = page.document.createElement('p')
  first.textContent = `${rawMarkdown(`[!${kind}]`)}${title && ` ${title}`}`
  quote.appendChild(first)
  while (body.firstChild) quote.appendChild(body.firstChild)
  return quote
}

/** Expresses by elements of Markdown what the export draws with classes. */
function simplify(page: HtmlPage, root: HtmlElement): void {
  const replace = (element: HtmlElement, made: HtmlElement) => {
    element.parentNode?.insertBefore(made, element)
    element.remove()
  }
  const textElement = (name: string, text: string) => {
    const made = page.document.createElement(name)
    made.textContent = text
    return made
  }
  for (const list of findAll(root, '.toc-macro')) replace(list, textElement('p', rawMarkdown('[TOC]')))
  for (const code of findAll(root, 'pre')) {
    const brush = /brush:\s*([\w+#-]+)/.exec(code.getAttribute('data-syntaxhighlighter-params') ?? '')?.[1]
    if (brush === undefined) continue
    const inner = textElement('code', code.textContent ?? '')
    inner.setAttribute('class', `language-${brush}`)
    code.textContent = ''
    code.appendChild(inner)
  }
  for (const image of findAll(root, 'img.emoticon')) {
    replace(image, textElement('span', image.getAttribute('data-emoji-fallback') ?? image.getAttribute('alt') ?? ''))
  }
  for (const item of findAll(root, 'ul.inline-task-list > li')) {
    const box = page.document.createElement('input')
    box.setAttribute('type', 'checkbox')
    if (/\bchecked\b/.test(item.getAttribute('class') ?? '')) box.setAttribute('checked', '')
    item.insertBefore(box, item.firstChild)
  }
  const kinds: Record<string, string> = { note: 'WARNING', warning: 'CAUTION', tip: 'TIP' }
  for (const panel of findAll(root, '.confluence-information-macro')) {
    const [, kind = ''] =
      /confluence-information-macro-(note|warning|tip)\b/.exec(panel.getAttribute('class') ?? '') ?? []
    const title = panel.querySelector('.title')
    const words = (title?.textContent ?? '').trim()
    title?.remove()
    replace(
      panel,
      callout(page, kinds[kind] ?? 'NOTE', words, panel.querySelector('.confluence-information-macro-body') ?? panel),
    )
  }
}

function pageOf(from: DocumentSource, path: string, skipped: NonNullable<FoundDocuments['skipped']>): FoundDocument {
  return {
    path,
    read(reading) {
      const decoded = from.text(path)
      if (!decoded) return undefined
      const page = parseHtml(decoded.text, path)
      const listed: string[] = []
      for (const link of findAll(page.body, '.greybox a')) {
        const target = pathOfAddress(link.getAttribute('href') ?? '', path)
        const name = (link.textContent ?? '').trim()
        const address = target && from.has(target.path) ? reading.file(target.path, name) : undefined
        if (address !== undefined) listed.push(`- [${name.replace(/[[\]\\]/g, '\\$&')}](${address})`)
      }
      if (page.body.querySelector('#comments')) skipped.push({ name: `${path} #comments`, reason: 'unusedPart' })
      const root = page.body.querySelector('#main-content') ?? page.body
      simplify(page, root)
      const text = markdownOf(root, page, reading)
      const unshown = listed.filter((line) => !text.includes(line.slice(line.lastIndexOf('('))))
      return unshown.length === 0 ? text : `${text}${text && '\n'}${unshown.join('\n')}\n`
    },
  }
}
