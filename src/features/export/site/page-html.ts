import katex from 'katex'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { apiDocMarkdown } from '#shared/api-doc/export-markdown.ts'
import { referencePage } from '#shared/api-doc/reference.ts'
import { getItemType } from '#shared/item-types.ts'
import { markdown, parseMarkdown } from '#shared/markdown/pipeline.ts'
import { hashToId } from '#shared/markdown/slug.ts'
import { splitIntoChunks } from '../chunk-blocks.ts'
import { textOf } from '../drawing/drawing.ts'
import { isShownByBrowsers } from '../drawing/image-file.ts'
import { drawMermaid } from '../drawing/mermaid.ts'
import { writeSvg } from '../drawing/svg-writer.ts'
import { type PlacedCell, sheetsIn } from '../spreadsheet-tables.ts'
import type { ExportNote, SiteFrame, SitePage } from '../worker-message.ts'
import { CleanHtml, type CleanPage, type Drawn } from './clean-html.ts'
import { highlightCode } from './highlight.ts'
import { drawnImage, relativeAddress } from './site-names.ts'
import { siteWords } from './words.ts'

const { escapeHtml } = markdown.utils

/** What a page's links need of the site. */
export interface SiteMap {
  frame: SiteFrame
  /** The paths of the pages by `page_id`. */
  paths: ReadonlyMap<number, string>
  /** Whether browsers show a file as an image, by its sign, as far as it is known. */
  shown: Map<string, boolean>
}

const fileSign = /visitfile[^\s"'<>()]{0,40}?sign[=/\\]{1,2}([0-9a-f]{32})/i
const dataImage = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i
/** How older installations name a screen: the path is after `#`. */
const olderScreen = /^(?:(?:\.{0,2}\/)*web\/?(?:index\.html)?|\/)?#(?=\/)/

const withoutSite = (href: string, site_url: string): string =>
  site_url !== '' && href.startsWith(`${site_url.replace(/\/+$/, '')}/`)
    ? href.slice(site_url.replace(/\/+$/, '').length)
    : href

/** Returns the address that a link in a page leads to; undefined when it leads nowhere. */
function linkFrom(path: string, page: SitePage, { frame, paths }: SiteMap, given: string): string | undefined {
  const href = given.trim()
  if (href === '') return undefined
  const sign = fileSign.exec(href)?.[1]?.toLowerCase()
  const found = sign === undefined ? undefined : page.files.find(({ file }) => file.sign === sign)
  if (found) return relativeAddress(path, found.path)
  if (href.startsWith('#') && !href.startsWith('#/')) return hashOf(href)
  const own = withoutSite(href, frame.site_url).replace(olderScreen, '')
  const [, page_id = '', hash = ''] = /^\/[^/?#\\]+\/(\d+)(?:\?[^#]*)?(#.*)?$/.exec(own) ?? []
  const target = paths.get(Number(page_id))
  if (page_id !== '' && target !== undefined)
    return target === path && hash !== '' ? hashOf(hash) : relativeAddress(path, target) + hashOf(hash)
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(href)) return href
  if (/^\/\/[^/\\]/.test(href)) return `https:${href}`
  // An address of the product itself, which the site does not have.
  if (frame.site_url !== '' && /^\/(?![/\\])/.test(own)) return frame.site_url.replace(/\/+$/, '') + own
  return undefined
}

function hashOf(hash: string): string {
  const id = hashToId(hash)
  return id === undefined ? '' : `#${encodeURIComponent(id)}`
}

/**
 * Returns the address of an image inside the site; undefined when there is none.
 *
 * @param note receives the name of a file that browsers do not show
 */
function imageFrom(
  path: string,
  page: SitePage,
  { shown }: SiteMap,
  src: string,
  note: (detail: string) => void,
): string | undefined {
  if (dataImage.test(src)) return src
  const sign = fileSign.exec(src)?.[1]?.toLowerCase()
  const found = sign === undefined ? undefined : page.files.find(({ file }) => file.sign === sign)
  if (!found) return undefined
  const { file } = found
  const isShown = shown.get(file.sign) ?? isShownByBrowsers(file)
  shown.set(file.sign, isShown)
  if (isShown) return relativeAddress(path, drawnImage(found.path))
  note(file.display_name)
  return undefined
}

/** Draws a formula as MathML, which browsers draw without fonts and styles of their own. */
function drawFormula(source: string, isBlock: boolean, note: (detail: string) => void): Drawn {
  try {
    const html = katex.renderToString(source, {
      displayMode: isBlock,
      output: 'mathml',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 500,
    })
    return { html, text: source }
  } catch (error) {
    note(source.slice(0, 300))
    const message = error instanceof Error ? error.message.replace(/^KaTeX parse error:\s*/, '') : String(error)
    return { html: `<code>${escapeHtml(source)}</code> <em>${escapeHtml(message.slice(0, 300))}</em>`, text: source }
  }
}

/** Returns a cell as HTML. */
function cellHtml(cell: PlacedCell | undefined): string {
  if (!cell) return '<td></td>'
  const [rows, columns] = cell.more
  const span = `${rows > 0 ? ` rowspan="${rows + 1}"` : ''}${columns > 0 ? ` colspan="${columns + 1}"` : ''}`
  const text = escapeHtml(cell.text).replaceAll('\n', '<br>')
  return `<td${span} align="${cell.side}">${cell.isBold ? `<b>${text}</b>` : text}</td>`
}

/** Returns a spreadsheet as HTML tables, sheet by sheet; undefined for a text that is not a spreadsheet. */
function* sheetHtml(text: string, title: string): Generator<string> {
  for (const { name, cells, height, width } of sheetsIn(text, title) ?? []) {
    const at = new Map(cells.map((cell) => [cell.row * 100_000 + cell.column, cell]))
    const covered = new Set<number>()
    const rows: string[] = []
    for (let row = 0; row < height; row += 1) {
      let out = ''
      for (let column = 0; column < width; column += 1) {
        const cell = at.get(row * 100_000 + column)
        if (covered.has(row * 100_000 + column)) continue
        for (let down = 0; down <= (cell?.more[0] ?? 0); down += 1)
          for (let right = 0; right <= (cell?.more[1] ?? 0); right += 1)
            if (down + right > 0) covered.add((row + down) * 100_000 + column + right)
        out += cellHtml(cell)
      }
      rows.push(`<tr>${out}</tr>`)
    }
    const heading = name === '' ? '' : `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>`
    yield `${heading}<table class="md-sheet"><tbody>${rows.join('')}</tbody></table>`
  }
}

/**
 * Returns the body of a page as safe HTML.
 *
 * @param note receives what could only be shown as its source
 */
export function pageHtml(
  { path, title }: { path: string; title: string },
  page: SitePage,
  map: SiteMap,
  note: (note: ExportNote) => void,
): CleanPage {
  const { lang, globals, item_type } = map.frame
  const words = siteWords[lang]
  let diagrams = 0
  const diagram = (source: string): string | undefined => {
    const drawing = drawMermaid(source)
    diagrams += 1
    if (drawing) return writeSvg(drawing, `diagram-${diagrams}`, textOf(drawing).replaceAll('\n', ', ').slice(0, 500))
    note({ page_title: title, reason: 'source', detail: source.trim().slice(0, 300) })
    return undefined
  }
  const clean = new CleanHtml({
    link: (href) => linkFrom(path, page, map, href),
    image: (src) => imageFrom(path, page, map, src, (detail) => note({ page_title: title, reason: 'source', detail })),
    formula: (source, isBlock) =>
      drawFormula(source, isBlock, (detail) => note({ page_title: title, reason: 'source', detail })),
    code: (text, language) =>
      (language === 'mermaid' ? diagram(text) : undefined) ?? highlightCode(text, language) ?? escapeHtml(text),
    calloutTitle: (kind) => (Object.hasOwn(words, kind) ? words[kind as 'note'] : words.note),
    codeLabel: words.code,
  })
  if (getItemType(item_type).editor === 'sheet') {
    let isSheet = false
    for (const html of sheetHtml(page.text, title)) {
      clean.add(html)
      isSheet = true
    }
    if (isSheet) return clean.take()
  }
  const doc = readApiDoc(page.text)
  const text = doc ? referencePage(doc, lang, globals) : page.text
  for (const piece of splitIntoChunks(text)) {
    const { tokens, env } = parseMarkdown(piece)
    clean.add(markdown.renderer.render(tokens, markdown.options, env))
  }
  return clean.take()
}

/** Returns a page as Markdown: its own text, or an API page in words. */
export function markdownOf(text: string, lang: 'en' | 'zh', globals: unknown): string {
  const doc = readApiDoc(text)
  return doc ? apiDocMarkdown(doc, lang, globals) : text
}
