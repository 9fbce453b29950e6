// Letters of two and three bytes in UTF-8 are in the range of Latin-1 that has a case, so folding changes them too.
const hasForeign = (text: string): boolean => /[^\x00-\x7F]/.test(text)

const hasLetters = (text: string): boolean => /[a-z]/.test(text)

const fold = (letters: string): string => letters.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase())

/** A word that is searched for in texts in UTF-8 without decoding them, which takes longer than anything else. */
export class WordBytes {
  readonly #bytes: Buffer
  /** The word with its bytes as the characters of Latin-1, folded like the text; undefined if the word has no case. */
  readonly #letters: string | undefined
  readonly #hasForeign: boolean

  /** @param word with a-z in lower case */
  constructor(word: string) {
    this.#bytes = Buffer.from(word)
    this.#hasForeign = hasForeign(word)
    this.#letters = hasLetters(word) ? this.#bytes.toString('latin1').toLowerCase() : undefined
  }

  get length(): number {
    return this.#bytes.length
  }

  /** Returns the first position of the word in `text`, in any case of a-z, in bytes; -1 if it is not there. */
  firstIn(text: Buffer): number {
    const exact = text.indexOf(this.#bytes)
    if (this.#letters === undefined || exact === 0) return exact
    // Only what is before the word in lower case may have it in another case.
    const end = exact < 0 ? text.length : exact + this.length - 1
    const letters = text.toString('latin1', 0, end).toLowerCase()
    let at = letters.indexOf(this.#letters)
    while (at >= 0 && !this.#isAt(text, at)) at = letters.indexOf(this.#letters, at + 1)
    return at < 0 ? exact : at
  }

  #isAt(text: Buffer, at: number): boolean {
    if (!this.#hasForeign) return true
    const there = text.toString('latin1', at, at + this.length)
    return fold(there) === this.#bytes.toString('latin1')
  }
}
