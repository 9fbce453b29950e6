import type { ZipEntryWriter } from '../zip-writer.ts'
import { namespaces, xmlPart } from './xml.ts'

const bulletList = 0
const numberList = 1
const headingList = 2
/** The maximum depth of lists in Word. */
const levels = 9
/** The indentation of each list level, in twentieths of a point. */
export const listIndent = 420

const level = (at: number, kind: 'bullet' | 'decimal' | 'lowerLetter' | 'lowerRoman', text: string, run = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${kind}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>` +
  `<w:pPr><w:ind w:left="${(at + 1) * listIndent}" w:hanging="${listIndent - 60}"/></w:pPr>${run === '' ? '' : `<w:rPr>${run}</w:rPr>`}</w:lvl>`

const bullets = ['•', '◦', '▪']
const kinds = ['decimal', 'lowerLetter', 'lowerRoman'] as const

const all = (of: (at: number) => string): string => Array.from({ length: levels }, (_, at) => of(at)).join('')

const abstractList = (id: number, of: (at: number) => string): string =>
  `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="multilevel"/>${all(of)}</w:abstractNum>`

const bullet = (at: number): string =>
  level(
    at,
    'bullet',
    bullets[at % bullets.length] ?? '•',
    '<w:rFonts w:ascii="Segoe UI Symbol" w:hAnsi="Segoe UI Symbol" w:eastAsia="Segoe UI Symbol" w:cs="Segoe UI Symbol"/>',
  )

const number = (at: number): string => level(at, kinds[at % kinds.length] ?? 'decimal', `%${at + 1}.`)

/** The number of a heading: 1, 1.1, 1.1.1. */
const heading = (at: number): string => {
  const text = Array.from({ length: at + 1 }, (_, above) => `%${above + 1}`).join('.')
  return (
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:suff w:val="space"/><w:lvlText w:val="${text} "/>` +
    '<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="0" w:firstLine="0"/></w:pPr></w:lvl>'
  )
}

/** Writes word/numbering.xml. All bulleted lists share one definition; each numbered list counts by itself. */
export class Numbering {
  readonly #part: ZipEntryWriter
  #lists = 2

  /** The id of the bulleted list. */
  readonly bullets = 1

  /** The id of the list that numbers headings. */
  readonly headings = 2

  constructor(part: ZipEntryWriter) {
    this.#part = part
    part.write(
      xmlPart(
        `<w:numbering ${namespaces}>${abstractList(bulletList, bullet)}${abstractList(numberList, number)}${abstractList(headingList, heading)}` +
          `<w:num w:numId="1"><w:abstractNumId w:val="${bulletList}"/></w:num>` +
          `<w:num w:numId="2"><w:abstractNumId w:val="${headingList}"/></w:num>`,
      ),
    )
  }

  /** Adds a numbered list that begins with `start` on level `at`, and returns its id. */
  numbers(at: number, start: number): number {
    this.#lists += 1
    const override = `<w:lvlOverride w:ilvl="${at}"><w:startOverride w:val="${start}"/></w:lvlOverride>`
    this.#part.write(`<w:num w:numId="${this.#lists}"><w:abstractNumId w:val="${numberList}"/>${override}</w:num>`)
    return this.#lists
  }

  finish(): void {
    this.#part.write('</w:numbering>')
    this.#part.close()
  }
}

/** Limits a level to those that Word has. */
export const listLevel = (depth: number): number => Math.min(depth, levels - 1)
