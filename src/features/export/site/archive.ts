import { readFileSync, statSync } from 'node:fs'
import { markdown } from '#shared/markdown/pipeline.ts'
import { writeSitemap } from '#src/core/sitemap.ts'
import { withDiagrams } from '../drawing/mermaid.ts'
import { readSvg } from '../drawing/svg-reader.ts'
import { writeSvg } from '../drawing/svg-writer.ts'
import { withLocalAddresses } from '../markdown/archive.ts'
import type { ExportNote, SiteFrame, SiteNode, SitePage, SitePart } from '../worker-message.ts'
import type { ExportWriter } from '../writer.ts'
import { ZipWriter } from '../zip-writer.ts'
import { clientScript } from './client-script.ts'
import { markdownOf, pageHtml, type SiteMap } from './page-html.ts'
import { SiteIndex } from './search-index.ts'
import { type PlacedPage, pageShell } from './shell.ts'
import { drawnImage, encodePath, relativeAddress } from './site-names.ts'
import { siteStyle } from './style.ts'
import { siteWords } from './words.ts'

const { escapeHtml } = markdown.utils

// How many pages before and after the own one are listed where no script draws the tree.
const nearMost = 20
// The size of a file with the texts of pages, which a search loads to show its hits.
const textShardLength = 60_000
const notesMost = 200
const svgBytesMost = 10_000_000

/** Returns the pages of a tree in reading order. */
function placesOf(nodes: readonly SiteNode[], folders: string[] = [], into: PlacedPage[] = []): PlacedPage[] {
  for (const node of nodes) {
    if ('nodes' in node) placesOf(node.nodes, [...folders, node.title], into)
    else into.push({ number: into.length, title: node.title, path: node.path, folders })
  }
  return into
}

type PlainNode = [title: string, path: string] | [title: string, kind: 0, nodes: PlainNode[]]

const plainNodes = (nodes: readonly SiteNode[]): PlainNode[] =>
  nodes.map((node) => ('nodes' in node ? [node.title, 0, plainNodes(node.nodes)] : [node.title, encodePath(node.path)]))

/** Writes a site from its parts. Only one page and the compact index are held in memory. */
export class SiteArchive implements ExportWriter<SitePart> {
  readonly notes: ExportNote[] = []
  readonly #zip: ZipWriter
  readonly #frame: SiteFrame
  readonly #pages: readonly PlacedPage[]
  readonly #map: SiteMap
  readonly #index = new SiteIndex()
  #texts: string[] = []
  #textsLength = 0
  #textsFrom = 0
  readonly #textShards: number[] = []

  constructor(path: string, frame: SiteFrame) {
    this.#zip = new ZipWriter(path)
    this.#frame = frame
    this.#pages = placesOf(frame.nodes)
    const paths = new Map<number, string>()
    const collect = (nodes: readonly SiteNode[]) => {
      for (const node of nodes) {
        if ('nodes' in node) collect(node.nodes)
        else paths.set(node.page_id, node.path)
      }
    }
    collect(frame.nodes)
    this.#map = { frame, paths, shown: new Map() }
    if (this.#pages[0]?.path !== 'index.html') this.#zip.add('index.html', this.#contentsPage())
    this.#zip.add('assets/site.css', siteStyle)
    this.#zip.add('assets/site.js', clientScript())
  }

  get sizeBytes(): number {
    return this.#zip.sizeBytes
  }

  add(part: SitePart): void | Promise<void> {
    if ('sitePage' in part) {
      const { sitePage } = part
      return withDiagrams(sitePage.text, () => this.#writePage(sitePage))
    }
    const { path, from, packs } = part.file
    if (this.#zip.addFile(path, from, packs)) this.#drawImage(path, from)
    else this.#note({ page_title: '', reason: 'missing', detail: path })
  }

  #note(note: ExportNote): void {
    if (this.notes.length < notesMost) this.notes.push(note)
  }

  finish(): void {
    this.#writeTexts()
    let shards = 0
    for (const shard of this.#index.shards()) {
      this.#zip.add(`assets/search/terms${shards}.js`, `docsteadSite.terms(${shards},${JSON.stringify(shard)})\n`)
      shards += 1
    }
    const tree = { nodes: plainNodes(this.#frame.nodes), shards, texts: this.#textShards }
    this.#zip.add('assets/tree.js', `docsteadSite.tree(${JSON.stringify(tree)})\n`)
    if (this.#frame.base_address !== '') {
      this.#zip.add('sitemap.xml', this.#sitemap())
      this.#zip.add('llms.txt', this.#llmsText())
    }
    this.#zip.finish()
  }

  /** Adds the drawing that pages show in place of an SVG file. One that cannot be read is a link there. */
  #drawImage(path: string, from: string): void {
    const drawnPath = drawnImage(path)
    if (drawnPath === path || statSync(from).size > svgBytesMost) return
    try {
      this.#zip.add(drawnPath, writeSvg(readSvg(readFileSync(from, 'utf8')), 'image'))
    } catch {
      // pages that show it say so
    }
  }

  #writePage(page: SitePage): void {
    const place = this.#pages[page.number]
    if (!place) return
    const body = pageHtml(place, page, this.#map, (note) => this.#note(note))
    const { number, path, title, folders } = place
    const around = {
      frame: this.#frame,
      path,
      title,
      number,
      folders,
      near: this.#near(place),
      previous: this.#pages[number - 1],
      next: this.#pages[number + 1],
      attached: page.attached,
      hasMarkdown: this.#frame.base_address !== '',
    }
    this.#zip.add(path, pageShell(around, body))
    if (around.hasMarkdown) this.#zip.add(markdownPath(path), this.#markdown(path, page))
    const text = tidy(body.text)
    this.#index.add(number, `${title}\n${body.headings.map((heading) => heading.text).join('\n')}`, `${title}\n${text}`)
    this.#holdText(number, text)
  }

  #markdown(path: string, page: SitePage): string {
    const text = markdownOf(page.text, this.#frame.lang, this.#frame.globals)
    return withLocalAddresses(
      text,
      page.files.map(({ file, path: to }): [string, string] => [file.sign, relativeAddress(path, to)]),
    )
  }

  /** Returns the pages around one in its folder. */
  #near({ number, folders }: PlacedPage): PlacedPage[] {
    const isHere = (other: PlacedPage | undefined) => other?.folders === folders
    let [from, to] = [number, number + 1]
    while (from > Math.max(0, number - nearMost) && isHere(this.#pages[from - 1])) from -= 1
    while (to < number + nearMost && isHere(this.#pages[to])) to += 1
    return this.#pages.slice(from, to)
  }

  /** Holds the text of a page until there are enough for a file. Pages without one, deleted in the meantime, are empty. */
  #holdText(number: number, text: string): void {
    if (this.#texts.length > 0 && this.#textsLength + text.length > textShardLength) this.#writeTexts()
    if (this.#texts.length === 0) this.#textsFrom = number
    while (this.#textsFrom + this.#texts.length < number) this.#texts.push('')
    this.#texts.push(text)
    this.#textsLength += text.length
  }

  #writeTexts(): void {
    if (this.#texts.length === 0) return
    const shard = this.#textShards.length
    this.#zip.add(`assets/search/text${shard}.js`, `docsteadSite.text(${shard},${JSON.stringify(this.#texts)})\n`)
    this.#textShards.push(this.#textsFrom)
    this.#texts = []
    this.#textsLength = 0
  }

  #contentsPage(): string {
    const { frame } = this
    const list = (nodes: readonly SiteNode[]): string =>
      `<ul>${nodes
        .map((node) =>
          'nodes' in node
            ? `<li><details open><summary>${escapeHtml(node.title)}</summary>${list(node.nodes)}</details></li>`
            : `<li><a href="${encodePath(node.path)}">${escapeHtml(node.title)}</a></li>`,
        )
        .join('')}</ul>`
    const empty = `<p><span data-word="empty">${siteWords[frame.lang].empty}</span></p>`
    const about = frame.description === '' ? '' : `<p>${escapeHtml(frame.description)}</p>`
    const html = `${about}<div class="contents">${frame.nodes.length === 0 ? empty : list(frame.nodes)}</div>`
    const around = { frame, path: 'index.html', title: frame.title, number: -1, folders: [], near: [], attached: [] }
    return pageShell({ ...around, next: this.#pages[0], hasMarkdown: false }, { html, headings: [] })
  }

  get frame(): SiteFrame {
    return this.#frame
  }

  #sitemap(): string {
    const { base_address } = this.#frame
    const paths = ['', ...this.#pages.map(({ path }) => path).filter((path) => path !== 'index.html')].slice(0, 50_000)
    return writeSitemap(paths.map((path) => ({ address: base_address + encodePath(path), changed: 0 })))
  }

  /** Returns the list of the pages for programs that read Markdown. Source: llmstxt.org, version 2. */
  #llmsText(): string {
    const { title, description, base_address } = this.#frame
    const lines = [`# ${oneLine(title)}`, '']
    if (description !== '') lines.push(`> ${oneLine(description)}`, '')
    let folder: readonly string[] | undefined
    for (const { title: name, path, folders } of this.#pages) {
      if (folders !== folder) {
        if (folders.length > 0) lines.push('', `## ${oneLine(folders.join(' / '))}`, '')
        else if (folder !== undefined || this.#pages.length > 0)
          lines.push(...(folder ? [''] : []), `## ${siteWords[this.#frame.lang].pages}`, '')
        folder = folders
      }
      lines.push(
        `- [${oneLine(name).replaceAll(/[[\]\\]/g, '\\$&')}](${base_address}${encodePath(markdownPath(path))})`,
      )
    }
    return `${lines.join('\n')}\n`
  }
}

const markdownPath = (path: string): string => path.replace(/\.html$/, '.md')

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Returns a text without the empty lines that elements left. */
const tidy = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim()
