import type { HtmlElement } from '#shared/markdown/html-node.ts'
import type { FoundDocuments } from './document-plan.ts'
import { folderNodes, isCsv, isHtml, isMarkdown, type TitledFile } from './folder.ts'
import { findAll, type HtmlPage, rawMarkdown } from './html.ts'
import { htmlDocument, htmlTitle } from './html-document.ts'
import { markdownDocument } from './markdown.ts'
import { baseName, folderOf, withoutExtension } from './paths.ts'
import { csvDocument } from './sheets.ts'
import type { DocumentSource } from './source.ts'

const id = /[ -]([0-9a-f]{32})(?=(?:_all)?(?:\.[^./]+)?$)/

/** Returns a name of a Notion export without its id. */
const plainName = (name: string): string => name.replace(id, '').replace(/_all$/, '')

/** Expresses what Notion draws with styles: formulas, boxes to tick, code. */
function simplify(page: HtmlPage): HtmlElement {
  const { body, document } = page
  for (const formula of findAll(body, '.katex,.katex-display')) {
    const tex = formula.querySelector('annotation')?.textContent?.trim()
    if (tex === undefined || formula.parentNode === null) continue
    const text = document.createElement('span')
    text.textContent = rawMarkdown(`$${tex}$`)
    formula.parentNode.insertBefore(text, formula)
    formula.remove()
  }
  for (const box of findAll(body, '.checkbox')) {
    const input = document.createElement('input')
    input.setAttribute('type', 'checkbox')
    if (/checkbox-on/.test(box.getAttribute('class') ?? '')) input.setAttribute('checked', '')
    box.parentNode?.insertBefore(input, box)
    box.remove()
  }
  return body.querySelector('article') ?? body
}

/**
 * Returns a Notion export: Markdown or HTML files with ids in their names, databases as CSV. A page's sub-pages are in
 * the folder of its name. Undefined when the files are not named that way.
 */
export function readNotion(from: DocumentSource): FoundDocuments | undefined {
  const documents = from.paths.filter((path) => isMarkdown(path) || isHtml(path) || isCsv(path))
  const named = documents.filter((path) => id.test(baseName(path)))
  if (named.length === 0 || named.length * 2 < documents.length) return undefined
  const skipped: FoundDocuments['skipped'] = []
  const folders = new Set(
    from.paths.flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, at, parts) => parts.slice(0, at + 1).join('/')),
    ),
  )
  const claimed = new Set<string>()
  const files: TitledFile[] = []
  for (const path of documents) {
    // a database is exported with its visible columns, and with all of them
    const whole = path.replace(/\.csv$/i, '_all.csv')
    if (isCsv(path) && whole !== path && from.has(whole)) {
      skipped.push({ name: path, reason: 'duplicate' })
      continue
    }
    const bare = withoutExtension(path).replace(/_all$/, '')
    const plain = folderOf(path) + plainName(baseName(bare))
    const isPlain = !folders.has(bare) && folders.has(plain) && !claimed.has(plain)
    if (isPlain) claimed.add(plain)
    const place = `${isPlain ? plain : bare}.md`
    files.push({ ...fileOf(from, path), path: place })
  }
  const root = baseName(folderOf(commonFolder(files.map(({ path }) => path))).replace(/\/$/, ''))
  return {
    source: 'notion',
    item_name: plainName(root),
    nodes: folderNodes(files, plainName),
    skipped,
  }
}

const commonFolder = (paths: readonly string[]): string => {
  const [first = ''] = paths
  return paths.every((path) => path.startsWith(folderOf(first).split('/')[0] ?? '')) ? folderOf(first) : ''
}

function fileOf(from: DocumentSource, path: string): Omit<TitledFile, 'path'> {
  const name = plainName(withoutExtension(baseName(path)).replace(/_all$/, ''))
  if (isCsv(path)) {
    const visible = path.replace(/_all(?=\.csv$)/i, '')
    return { title: name, document: { ...csvDocument(from, path), aliases: visible === path ? [] : [visible] } }
  }
  if (isHtml(path)) {
    const title = htmlTitle(from, path) || name
    return { title, document: htmlDocument(from, path, title, simplify) }
  }
  // file names are cut after fifty characters; the first heading is not
  const heading = /^#[ \t]+([^\n]+)/.exec(from.text(path)?.text ?? '')?.[1]?.trim()
  const title = heading || name
  return { title, document: markdownDocument(from, path, { repeatedTitle: title }) }
}
