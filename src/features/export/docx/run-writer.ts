import { absoluteAddress, signOf } from '../addresses.ts'
import type { ExportFile } from '../worker-message.ts'
import { formulaXml } from './formula.ts'
import type { DocumentImages } from './images.ts'
import type { Relations } from './package-parts.ts'
import { breakXml, type RunStyle, runXml } from './runs.ts'
import { escapeXml } from './xml.ts'

/** The files and the site that runs may refer to. */
export interface RunTargets {
  relations: Relations
  pictures: DocumentImages
  /** The uploaded files that the page shows, by sign. */
  files: ReadonlyMap<string, ExportFile>
  /** The base of relative addresses; empty when none is configured. */
  site_url: string
  /** Returns the bookmark in the document that an address leads to; undefined for an address outside of it. */
  anchorOf(address: string): string | undefined
  /** Records that a part of the page is shown as its source. */
  noteSource(source: string): void
}

const textStyles: Record<string, RunStyle> = {
  b: { bold: true },
  strong: { bold: true },
  th: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
  u: { underline: true },
  ins: { underline: true },
  mark: { mark: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  sub: { verticalAlign: 'subscript' },
  sup: { verticalAlign: 'superscript' },
}

/** Writes the runs of a paragraph: texts, breaks, images and links, in the styles of the tags around them. */
export class RunWriter {
  readonly #to: RunTargets
  readonly #open: { tag: string; look: RunStyle }[] = []
  #out = ''
  /** The attribute with the target of the open link; empty for a link without a target. */
  #link: string | undefined
  #inLink = ''

  constructor(to: RunTargets) {
    this.#to = to
  }

  /** Returns what has been written since the last call. Closes an open link. */
  take(): string {
    this.closeLink()
    const out = this.#out
    this.#out = ''
    return out
  }

  /** Whether nothing has been written yet. */
  get isEmpty(): boolean {
    return this.#out === '' && this.#inLink === ''
  }

  text(text: string, more: RunStyle = {}): void {
    this.#put(runXml(text, { ...this.#style(), ...more }))
  }

  lineBreak(): void {
    this.#put(breakXml)
  }

  /** Adds finished runs. */
  raw(xml: string): void {
    this.#put(xml)
  }

  /** Adds a formula; what is no formula is shown as it is written, which is noted. */
  formula(tex: string): void {
    const xml = formulaXml(tex, false)
    if (xml !== undefined) return this.raw(xml)
    this.#to.noteSource(tex)
    this.text(tex, { math: true })
  }

  /** Adds a diagram. @returns false for one that cannot be drawn */
  diagram(source: string): boolean {
    const xml = this.#to.pictures.diagramXml(source, this.#to.relations)
    if (xml !== undefined) this.raw(xml)
    return xml !== undefined
  }

  /** Begins the style of a tag. An unknown tag has no style but is still recorded, so that its end matches. */
  open(tag: string): void {
    this.#open.push({ tag, look: Object.hasOwn(textStyles, tag) ? (textStyles[tag] ?? {}) : {} })
  }

  /** Ends the last style of this tag; an end without a beginning is ignored. */
  close(tag: string): void {
    const at = this.#open.findLastIndex((one) => one.tag === tag)
    if (at !== -1) this.#open.splice(at, 1)
  }

  openLink(address: string): void {
    this.closeLink()
    const anchor = this.#to.anchorOf(address)
    const outside = anchor === undefined ? absoluteAddress(address, this.#to.site_url) : undefined
    if (anchor !== undefined) this.#link = `w:anchor="${escapeXml(anchor)}"`
    else this.#link = outside === undefined ? '' : `r:id="${this.#to.relations.link(outside)}"`
  }

  closeLink(): void {
    const [target, runs] = [this.#link, this.#inLink]
    this.#link = undefined
    this.#inLink = ''
    if (target === undefined || runs === '') return
    this.#out += target === '' ? runs : `<w:hyperlink ${target} w:history="1">${runs}</w:hyperlink>`
  }

  /** Adds an image of this site. An image from elsewhere is not fetched: its alt text and address replace it. */
  image(address: string, alt: string): void {
    const sign = signOf(address)
    const file = sign === undefined ? undefined : this.#to.files.get(sign)
    const xml = file && this.#to.pictures.xml(file, alt, this.#to.relations)
    if (file && xml !== undefined) {
      const missing = this.#to.pictures.missingIn(file)
      if (missing.length > 0) this.#to.noteSource(`${file.display_name}: ${missing.join(', ')}`)
      return this.#put(xml)
    }
    this.#to.noteSource(alt || file?.display_name || address)
    const outside = absoluteAddress(address, this.#to.site_url)
    if (this.#link !== undefined || outside === undefined) return this.text(`[${alt || file?.display_name || 'image'}]`)
    this.openLink(address)
    this.text(alt || outside)
    this.closeLink()
  }

  #style(): RunStyle {
    const style: RunStyle = this.#link ? { link: true } : {}
    return Object.assign(style, ...this.#open.map((one) => one.look))
  }

  #put(xml: string): void {
    if (this.#link === undefined) this.#out += xml
    else this.#inLink += xml
  }
}
