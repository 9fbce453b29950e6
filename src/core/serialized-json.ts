// No text in the API contains a NUL, so nothing else can look like this.
const mark = '\u0000written'
const markJson = JSON.stringify(mark)

// What the running JSON.stringify has encountered, in order.
let met: Buffer[] = []

/** A value that is already serialized, for results that are requested often and seldom change. */
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

/** Serializes `value` as JSON, with an optional `replacer`; returns bytes when a part of it was already serialized. */
export function stringify(value: unknown, replacer?: (name: string, value: unknown) => unknown): string | Buffer {
  met = []
  const text = JSON.stringify(value, replacer)
  if (met.length === 0) return text
  const parts = text.split(markJson).flatMap((part, at) => [Buffer.from(part), met[at] ?? Buffer.alloc(0)])
  return Buffer.concat(parts)
}
