import { createHash } from 'node:crypto'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { referenceMarkdown } from '#shared/api-doc/reference.ts'
import { getItemType } from '#shared/item-types.ts'
import { parsePageAddress } from '#shared/markdown/page-address.ts'
import { parseMarkdown } from '#shared/markdown/pipeline.ts'
import { hashToId, idToHash } from '#shared/markdown/slug.ts'
import { requireFewCells, splitIntoChunks } from '../chunk-blocks.ts'
import { withDiagrams } from '../drawing/mermaid.ts'
import { notesIn } from '../footnotes.ts'
import type { DocumentCatalog, DocumentPage, DocumentPart, ExportNote, WordFrame } from '../worker-message.ts'
import type { ExportWriter } from '../writer.ts'
import { type ZipEntryWriter, ZipWriter } from '../zip-writer.ts'
import { BlockWriter } from './blocks.ts'
import { DocumentImages } from './images.ts'
import { Numbering } from './numbering.ts'
import { contentTypesPart, packagePart, propertiesPart, Relations, settingsPart } from './package-parts.ts'
import { fieldXml, runXml } from './runs.ts'
import { spreadsheetXml } from './spreadsheet.ts'
import { fontsPart, stylesPart } from './styles.ts'
import { escapeXml, namespaces, xmlPart } from './xml.ts'

const deepestHeading = 9
const deepestContents = 4
const contentsTitle = { en: 'Contents', zh: '目录' }

const paragraph = (style: string, runs: string, more = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${runs}</w:p>`

/**
 * Writes a Word document from its parts. Only a part of one page is held in memory at a time; footnotes, lists and
 * relations are held compressed.
 */
export class WordDocument implements ExportWriter<DocumentPart> {
  readonly #zip: ZipWriter
  readonly #frame: WordFrame
  readonly #body: ZipEntryWriter
  readonly #numbering: Numbering
  readonly #relations: Relations
  readonly #notes: ZipEntryWriter
  readonly #noteRelations: Relations
  readonly #images: DocumentImages
  readonly #items: ReadonlySet<string>
  readonly #headings: ReadonlyMap<number, number>
  /** The parts that are shown as their source; of many, the first are enough to find them. */
  readonly notes: ExportNote[] = []
  #noteCount = 0
  #marks = 0

  constructor(path: string, frame: WordFrame) {
    const zip = new ZipWriter(path)
    this.#zip = zip
    this.#frame = frame
    this.#items = new Set(frame.items)
    this.#images = new DocumentImages(frame)
    this.#headings = new Map(frame.headings)
    zip.add('[Content_Types].xml', contentTypesPart())
    zip.add('_rels/.rels', packagePart())
    this.#numbering = new Numbering(zip.hold('word/numbering.xml'))
    this.#relations = new Relations(zip.hold('word/_rels/document.xml.rels'))
    this.#notes = zip.hold('word/footnotes.xml')
    this.#noteRelations = new Relations(zip.hold('word/_rels/footnotes.xml.rels'))
    this.#notes.write(notesHead())
    for (const part of ['styles', 'settings', 'numbering', 'footnotes', 'fontTable'])
      this.#relations.part(part, `${part}.xml`)
    this.#body = zip.open('word/document.xml')
    this.#body.write(xmlPart(`<w:document ${namespaces}><w:body>`))
    this.#body.write(paragraph('Title', runXml(frame.title)))
    if (frame.description !== '') this.#body.write(paragraph('Subtitle', runXml(frame.description)))
    this.#writeContents()
  }

  get sizeBytes(): number {
    return this.#zip.sizeBytes
  }

  add(part: DocumentPart): void | Promise<void> {
    if ('catalog' in part) return this.#body.write(this.#catalog(part.catalog))
    const { page } = part
    return withDiagrams(page.text, () => this.#writePage(page))
  }

  finish(): void {
    const footer = this.#relations.part('footer', 'footer.xml')
    this.#body.write(
      `<w:sectPr><w:footerReference w:type="default" r:id="${footer}"/><w:pgSz w:w="11906" w:h="16838"/>` +
        '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>',
    )
    this.#body.close()
    this.#relations.finish()
    this.#zip.add('word/styles.xml', stylesPart())
    this.#zip.add('word/settings.xml', settingsPart())
    this.#zip.add('word/fontTable.xml', fontsPart())
    this.#numbering.finish()
    this.#zip.add('word/footer.xml', footerPart())
    this.#notes.write('</w:footnotes>')
    this.#notes.close()
    this.#noteRelations.finish()
    this.#zip.add('docProps/core.xml', propertiesPart(this.#frame.title))
    this.#images.write(this.#zip)
    this.#zip.finish()
  }

  /** Writes the table of contents, complete except for the page numbers, which only Word's layout knows. */
  #writeContents(): void {
    const { contents, lang } = this.#frame
    if (contents.length === 0) return
    this.#body.write(paragraph('TOCHeading', runXml(contentsTitle[lang])))
    const begin =
      '<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r>' +
      '<w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" \\h \\z \\u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    contents.forEach(({ title, level, heading }, at) => {
      const anchor = bookmarkName(heading)
      const entry = `<w:hyperlink w:anchor="${anchor}" w:history="1">${runXml(title)}<w:r><w:tab/></w:r>${fieldXml(`PAGEREF ${anchor} \\h`)}</w:hyperlink>`
      this.#body.write(paragraph(`TOC${Math.min(level, deepestContents)}`, (at === 0 ? begin : '') + entry))
    })
    this.#body.write(
      '<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p><w:p><w:r><w:br w:type="page"/></w:r></w:p>',
    )
  }

  /** Writes the heading of a page or catalog; Word counts its number. */
  #heading(title: string, { heading, number, level }: Omit<DocumentCatalog, 'name'>): string {
    const deep = Math.min(level, deepestHeading)
    const numbered =
      number === ''
        ? ''
        : `<w:numPr><w:ilvl w:val="${deep - 1}"/><w:numId w:val="${this.#numbering.headings}"/></w:numPr>`
    return paragraph(`Heading${deep}`, this.#mark(bookmarkName(heading), runXml(title)), numbered)
  }

  #mark(name: string, runs: string): string {
    this.#marks += 1
    return `<w:bookmarkStart w:id="${this.#marks}" w:name="${name}"/>${runs}<w:bookmarkEnd w:id="${this.#marks}"/>`
  }

  #catalog({ name, ...place }: DocumentCatalog): string {
    return this.#heading(name, place)
  }

  /** Returns the bookmark that an address in a page leads to: a page of this document, or a heading in one. */
  #anchorOf(address: string, from: number): string | undefined {
    const page = parsePageAddress(address)
    if (!page) return address.startsWith('#') && address.length > 1 ? headingName(from, address) : undefined
    const isSite =
      page.origin === '' || (URL.canParse(this.#frame.site_url) && page.origin === new URL(this.#frame.site_url).origin)
    const heading = this.#items.has(page.item) && isSite ? this.#headings.get(page.page_id) : undefined
    if (heading === undefined) return undefined
    const [place] = /#.+$/.exec(page.after) ?? []
    return place === undefined ? bookmarkName(heading) : headingName(page.page_id, place)
  }

  #noteSource(page_title: string, source: string): void {
    if (this.notes.length < notesMost)
      this.notes.push({ page_title, reason: 'source', detail: source.trim().slice(0, 200) })
  }

  #writePage(page: DocumentPage): void {
    const heading = page.level === 0 ? '' : this.#heading(page.title, page)
    if (getItemType(this.#frame.item_type).editor === 'sheet') {
      const level = Math.min(deepestHeading, page.level + 1)
      const sheets = spreadsheetXml(page, (name) => paragraph(`Heading${level}`, runXml(name)))
      if (sheets !== undefined) return this.#body.write(heading + sheets)
    }
    const doc = readApiDoc(page.text)
    this.#body.write(heading)
    const text = doc ? referenceMarkdown(doc, this.#frame.lang, this.#frame.globals) : page.text
    requireFewCells(text, page.title)
    for (const piece of splitIntoChunks(text)) this.#body.write(this.#text(piece, page))
  }

  #text(text: string, page: DocumentPage): string {
    const { tokens } = parseMarkdown(text)
    const { page_id } = page
    const shared = {
      pictures: this.#images,
      files: new Map(page.files.map((file) => [file.sign, file])),
      site_url: this.#frame.site_url,
      lang: this.#frame.lang,
      numbering: this.#numbering,
      headingBase: page.level,
      anchorOf: (address: string) => this.#anchorOf(address, page_id),
      noteSource: (source: string) => this.#noteSource(page.title, source),
      mark: (id: string, runs: string) => (id === '' ? runs : this.#mark(headingName(page_id, idToHash(id)), runs)),
    }
    // A footnote is numbered where it is first referenced, and its text comes at the end of the page.
    const numbers = new Map<number, number>()
    const noteRun = (id: number) => {
      const known = numbers.get(id)
      if (known !== undefined) return runXml(String(known), { verticalAlign: 'superscript' })
      this.#noteCount += 1
      const number = this.#noteCount
      numbers.set(id, number)
      return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${number}"/></w:r>`
    }
    const open = tokens.findIndex((token) => token.type === 'footnote_block_open')
    const body = open === -1 ? tokens : tokens.slice(0, open)
    const main = { ...shared, relations: this.#relations, style: 'Normal', noteRun } as const
    const out = new BlockWriter(body, main).write()
    if (open === -1) return out

    const inNote = { ...shared, relations: this.#noteRelations, style: 'FootnoteText' } as const
    let below = ''
    for (const { id, tokens: inside } of notesIn(tokens.slice(open))) {
      const number = numbers.get(id)
      if (number !== undefined) this.#writeNote(number, new BlockWriter(inside, inNote).write())
      // Only referenced by other footnotes: no part of the text leads to it, so it is written below the text.
      else {
        const text = new BlockWriter(inside, { ...inNote, relations: this.#relations }).write()
        below += paragraph('FootnoteText', runXml(`[${id + 1}]`)) + text
      }
    }
    return out + below
  }

  #writeNote(number: number, xml: string): void {
    const first = xml.indexOf('</w:pPr>')
    const marked =
      first === -1
        ? paragraph('FootnoteText', noteMark)
        : `${xml.slice(0, first + 8)}${noteMark}${runXml(' ')}${xml.slice(first + 8)}`
    this.#notes.write(`<w:footnote w:id="${number}">${marked}</w:footnote>`)
  }
}

const noteMark = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>'

function notesHead(): string {
  const line = (id: number, type: string, sign: string) =>
    `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${sign}/></w:r></w:p></w:footnote>`
  return xmlPart(
    `<w:footnotes ${namespaces}>${line(-1, 'separator', 'separator')}${line(0, 'continuationSeparator', 'continuationSeparator')}`,
  )
}

const notesMost = 1000

/** Returns the name of the bookmark at a heading in a page's text, by the URL hash that leads to it. */
const headingName = (page_id: number, hash: string): string =>
  `_H${page_id}_${createHash('sha256')
    .update(hashToId(hash) ?? '')
    .digest('hex')
    .slice(0, 20)}`

const bookmarkName = (number: number): string => `_Toc${String(number).padStart(8, '0')}`

const footerPart = (): string =>
  xmlPart(
    `<w:ftr ${namespaces}>${paragraph('Footer', `${simpleField('PAGE')}${runXml(' / ')}${simpleField('NUMPAGES')}`)}</w:ftr>`,
  )

const simpleField = (code: string): string =>
  `<w:fldSimple w:instr=" ${escapeXml(code)} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`
