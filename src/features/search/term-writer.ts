// Enough for the terms of an ordinary page; longer lists are written in parts.
const partUnits = 1 << 16
const longestTerm = 8

/**
 * Collects the terms of one text after another, each once, without creating strings: most texts have thousands of
 * terms, and strings would take five times as long. A term is one to three UTF-16 units; 0 means none.
 */
export class TermWriter {
  #mask = (1 << 13) - 1
  #keys = new Float64Array(this.#mask + 1)
  // The text that each slot belongs to: slots of former texts count as empty.
  #turns = new Uint32Array(this.#mask + 1)
  #turn = 0
  #count = 0
  readonly #units = new Uint16Array(partUnits)
  #length = 0
  #parts: string[] = []
  #place = 0

  /** Begins another text, whose terms begin with the first character of `place`. */
  begin(place: string): void {
    this.#place = place.charCodeAt(0)
    this.#turn++
    this.#count = 0
  }

  /** Number of terms in the current text. */
  get count(): number {
    return this.#count
  }

  /** Adds a term unless the current text already has it. */
  add(first: number, second: number, third: number): void {
    if (this.#isKnown((first * 0x10000 + second) * 0x10000 + third)) return
    if (this.#length > partUnits - longestTerm) this.#leave()
    const units = this.#units
    units[this.#length++] = 0x20
    units[this.#length++] = this.#place
    units[this.#length++] = first
    if (second !== 0) units[this.#length++] = second
    if (third !== 0) units[this.#length++] = third
  }

  /** Returns all terms since the last call, each with a space before it. */
  take(): string {
    this.#leave()
    const text = this.#parts.join('')
    this.#parts = []
    return text
  }

  #leave(): void {
    this.#parts.push(Buffer.from(this.#units.buffer, 0, this.#length * 2).toString('utf16le'))
    this.#length = 0
  }

  #isKnown(key: number): boolean {
    const at = this.#placeOf(key)
    if (this.#turns[at] === this.#turn) return true
    this.#keys[at] = key
    this.#turns[at] = this.#turn
    if (++this.#count > this.#mask / 2) this.#grow()
    return false
  }

  #placeOf(key: number): number {
    let at = (Math.imul((key / 0x10000) | 0, 0x9e3779b1) ^ Math.imul(key & 0xffff, 0x85ebca6b)) >>> 7
    for (at &= this.#mask; this.#turns[at] === this.#turn && this.#keys[at] !== key; at = (at + 1) & this.#mask);
    return at
  }

  #grow(): void {
    const [keys, turns] = [this.#keys, this.#turns]
    this.#mask = this.#mask * 2 + 1
    this.#keys = new Float64Array(this.#mask + 1)
    this.#turns = new Uint32Array(this.#mask + 1)
    keys.forEach((key, from) => {
      if (turns[from] !== this.#turn) return
      const at = this.#placeOf(key)
      this.#keys[at] = key
      this.#turns[at] = this.#turn
    })
  }
}
