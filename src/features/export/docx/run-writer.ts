import type { ExportFile } from '../worker-message.ts'
import type { DocumentImages, Relations } from './package-parts.ts'
import { breakXml, type RunStyle, runXml } from './runs.ts'

/** What runs may refer to. */
export interface RunTargets {
  relations: Relations
  pictures: DocumentImages
  /** The uploaded files that the page shows, by their sign. */
  files: ReadonlyMap<string, ExportFile>
  /** Where relative addresses lead; empty when nobody has said. */
  site_url: string
}

const looks: Record<string, RunStyle> = {
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

const signIn = /visitfile[^\s"'<>()]{0,40}?sign[=/\\]{1,2}([0-9a-f]{32})(?![0-9a-f])/i

/** The sign of the uploaded file that an address leads to, or undefined. */
const signOf = (address: string): string | undefined => signIn.exec(address)?.[1]?.toLowerCase()

/** Makes runs of a paragraph: texts, breaks, pictures and links, in the looks of the tags around them. */
export class RunWriter {
  readonly #to: RunTargets
  readonly #open: { tag: string; look: RunStyle }[] = []
  #out = ''
  /** Where the open link leads; empty for one that leads nowhere. */
  #link: string | undefined
  #inLink = ''

  constructor(to: RunTargets) {
    this.#to = to
  }

  /** What has been written since the last time. An open link is closed. */
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
    this.#put(runXml(text, { ...this.#look(), ...more }))
  }

  lineBreak(): void {
    this.#put(breakXml)
  }

  /** Runs that are made already. */
  raw(xml: string): void {
    this.#put(xml)
  }

  /** Begins a look. An unknown tag has none, and is remembered all the same, for its end must match. */
  open(tag: string): void {
    this.#open.push({ tag, look: Object.hasOwn(looks, tag) ? (looks[tag] ?? {}) : {} })
  }

  /** Ends the last look of this tag; an end without a beginning is passed over. */
  close(tag: string): void {
    const at = this.#open.findLastIndex((one) => one.tag === tag)
    if (at !== -1) this.#open.splice(at, 1)
  }

  openLink(address: string): void {
    this.closeLink()
    this.#link = this.#outside(address) ?? ''
  }

  closeLink(): void {
    const [address, runs] = [this.#link, this.#inLink]
    this.#link = undefined
    this.#inLink = ''
    if (address === undefined || runs === '') return
    this.#out +=
      address === ''
        ? runs
        : `<w:hyperlink r:id="${this.#to.relations.link(address)}" w:history="1">${runs}</w:hyperlink>`
  }

  /** A picture of this site; one from elsewhere is not fetched, its words and address stand for it. */
  image(address: string, alt: string): void {
    const sign = signOf(address)
    const file = sign === undefined ? undefined : this.#to.files.get(sign)
    const xml = file && this.#to.pictures.xml(file, alt, this.#to.relations)
    if (xml !== undefined) return this.#put(xml)
    const outside = this.#outside(address)
    if (this.#link !== undefined || outside === undefined) return this.text(`[${alt || file?.display_name || 'image'}]`)
    this.openLink(address)
    this.text(alt || outside)
    this.closeLink()
  }

  #look(): RunStyle {
    const look: RunStyle = this.#link ? { link: true } : {}
    return Object.assign(look, ...this.#open.map((one) => one.look))
  }

  /** An address that leads somewhere from a document on any machine; undefined for all others. */
  #outside(address: string): string | undefined {
    const { site_url } = this.#to
    if (address.startsWith('#') || !URL.canParse(address, site_url || undefined)) return undefined
    const url = new URL(address, site_url || undefined)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
  }

  #put(xml: string): void {
    if (this.#link === undefined) this.#out += xml
    else this.#inLink += xml
  }
}
