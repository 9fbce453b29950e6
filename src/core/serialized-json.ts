// No text on the wire has a NUL, so nothing else is written like this.
const mark = '\u0000written'
const markJson = JSON.stringify(mark)

// What the JSON.stringify that runs now has come across, in its order.
let met: Buffer[] = []

/** A value whose JSON is written already, for what is asked for often and seldom changes. */
export class SerializedJson {
  readonly bytes: Buffer

  constructor(value: unknown) {
    this.bytes = Buffer.from(JSON.stringify(value))
  }

  toJSON(): string {
    met.push(this.bytes)
    return mark
  }
}

/** `value` as JSON, through `replacer` where there is one; bytes when a part of it was written already. */
export function stringify(value: unknown, replacer?: (name: string, value: unknown) => unknown): string | Buffer {
  met = []
  const text = JSON.stringify(value, replacer)
  if (met.length === 0) return text
  const parts = text.split(markJson).flatMap((part, at) => [Buffer.from(part), met[at] ?? Buffer.alloc(0)])
  return Buffer.concat(parts)
}
