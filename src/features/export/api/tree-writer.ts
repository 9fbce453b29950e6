import { stringify } from 'yaml'
import type { TextFile } from './text-file.ts'

/** Writes one object to a file, a member at a time, so that the whole is never in memory. */
export interface TreeWriter {
  /** Adds a member of the open object; inside a list, an element, whose key is not used. */
  entry(key: string, value: unknown): void
  /** Opens an object in the open one. */
  open(key: string): void
  /** Opens a list in the open object. */
  openList(key: string): void
  close(): void
  /** Ends the whole. */
  end(): void
}

/** Writes JSON with two spaces for each level. */
export class JsonTree implements TreeWriter {
  readonly #file: TextFile
  readonly #open: { isList: boolean; count: number }[] = [{ isList: false, count: 0 }]

  constructor(file: TextFile) {
    this.#file = file
    file.write('{')
  }

  entry(key: string, value: unknown): void {
    const text = JSON.stringify(value, null, 2)
    if (text === undefined) return
    this.#begin(key)
    this.#file.write(text.replaceAll('\n', `\n${this.#indent}`))
  }

  open(key: string): void {
    this.#begin(key)
    this.#file.write('{')
    this.#open.push({ isList: false, count: 0 })
  }

  openList(key: string): void {
    this.#begin(key)
    this.#file.write('[')
    this.#open.push({ isList: true, count: 0 })
  }

  close(): void {
    const ended = this.#open.pop()
    const isEmpty = ended?.count === 0
    this.#file.write(`${isEmpty ? '' : `\n${this.#indent}`}${ended?.isList ? ']' : '}'}`)
  }

  end(): void {
    this.close()
    this.#file.write('\n')
  }

  get #indent(): string {
    return '  '.repeat(this.#open.length)
  }

  #begin(key: string): void {
    const at = this.#open.at(-1)
    if (!at) return
    this.#file.write(`${at.count > 0 ? ',' : ''}\n${this.#indent}${at.isList ? '' : `${JSON.stringify(key)}: `}`)
    at.count += 1
  }
}

const yamlOptions = {
  lineWidth: 0,
  aliasDuplicateObjects: false,
  blockQuote: 'literal',
  // a text that is a truth value or a number for older readers is quoted
  compat: 'yaml-1.1',
} as const

/** Writes YAML 1.2 in block style. Texts of several lines are literal blocks. */
export class YamlTree implements TreeWriter {
  readonly #file: TextFile
  /** The open objects and lists, with what is written when the first member is known. */
  readonly #open: { isList: boolean; count: number }[] = [{ isList: false, count: 0 }]

  constructor(file: TextFile) {
    this.#file = file
  }

  entry(key: string, value: unknown): void {
    if (value === undefined) return
    const at = this.#begin()
    const text = stringify(at?.isList ? [value] : { [key]: value }, yamlOptions)
    this.#file.write(text.replaceAll(/^(?=.)/gm, this.#indent))
  }

  open(key: string): void {
    this.#openAs(key, false)
  }

  openList(key: string): void {
    this.#openAs(key, true)
  }

  close(): void {
    const ended = this.#open.pop()
    if (ended?.count === 0) this.#file.write(ended.isList ? ' []\n' : ' {}\n')
  }

  end(): void {
    if (this.#open[0]?.count === 0) this.#file.write('{}\n')
  }

  get #indent(): string {
    return '  '.repeat(this.#open.length - 1)
  }

  #openAs(key: string, isList: boolean): void {
    this.#begin()
    this.#file.write(`${this.#indent}${stringify({ [key]: null }, yamlOptions).replace(/ null\n$/, '')}`)
    this.#open.push({ isList, count: 0 })
  }

  /** Ends the line of an opened object when its first member comes. */
  #begin() {
    const at = this.#open.at(-1)
    if (at && at.count === 0 && this.#open.length > 1) this.#file.write('\n')
    if (at) at.count += 1
    return at
  }
}
