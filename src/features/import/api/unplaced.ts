import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Returns the words of a text. Scripts without spaces have no words: two neighbouring characters stand for one, so that
 * a text is found inside of a longer one.
 */
function wordsOf(text: string): string[] {
  // a description of 20 MB has millions of words: most texts need no second look
  if (!unspaced.test(text)) return text.match(/[\p{L}\p{N}]+/gu) ?? []
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((run) =>
    run
      .split(/([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+)/u)
      .filter((part) => part !== '')
      .flatMap((part) => {
        if (!unspaced.test(part)) return [part]
        const signs = [...part]
        return signs.length === 1 ? signs : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
      }),
  )
}

// A page's words are wanted twice: for the page, and for the whole file.
const knownMost = 5000
const known = new Map<string, readonly string[]>()

function knownWords(text: string): readonly string[] {
  const found = known.get(text)
  if (found) return found
  const words = wordsOf(text)
  if (known.size >= knownMost) known.clear()
  known.set(text, words)
  return words
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone % is no escape
  }
}

/** The words that have been written. */
export class WrittenWords {
  readonly #words = new Set<string>()
  readonly #texts = new Set<string>()

  /** Adds all texts in a value, and the names of its fields. */
  add(value: unknown): void {
    if (typeof value === 'string') {
      if (this.#texts.has(value)) return
      this.#texts.add(value)
      for (const word of knownWords(value)) this.#words.add(word)
    }
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) for (const one of value) this.add(one)
    else
      for (const key in value) {
        this.add(key)
        this.add((value as UnknownObject)[key])
      }
  }

  /** Adds what another one has. */
  addAll(other: WrittenWords): void {
    for (const text of other.#texts) this.#texts.add(text)
    for (const word of other.#words) this.#words.add(word)
  }

  /** Whether all words of a text have been written, in whatever order. */
  has(text: string): boolean {
    if (this.#texts.has(text)) return true
    // tags are how a text is written, not what it says
    const isWritten = (one: string) =>
      wordsOf(one.replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')).every((word) => this.#words.has(word))
    return isWritten(text) || (text.includes('%') && isWritten(decoded(text)))
  }
}

/** A text with the names of the fields that lead to it: `response[0].description`. */
interface UnplacedText {
  path: string
  text: string
}

/** Ids and times that programs write for themselves. */
const isMachineText = (text: string): boolean =>
  /^(?:\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24}|[a-z]{2,6}_[\da-f]{32})$/i.test(
    text,
  )

/**
 * Returns the texts in a value that have not been written: what a reader has no place for. Field names are not texts;
 * those of `without`, with everything below, are left out.
 */
export function findUnplaced(value: unknown, written: WrittenWords, without: ReadonlySet<string>): UnplacedText[] {
  const found: UnplacedText[] = []
  const visit = (one: unknown, path: string) => {
    if (typeof one === 'string') {
      if (!isMachineText(one) && !written.has(one)) found.push({ path, text: one })
    } else if (Array.isArray(one)) for (const [at, part] of one.entries()) visit(part, `${path}[${at}]`)
    else
      for (const [key, field] of Object.entries(toObject(one) ?? {}))
        if (!without.has(key) && !key.startsWith('_')) visit(field, path === '' ? key : `${path}.${key}`)
  }
  visit(value, '')
  return found
}
