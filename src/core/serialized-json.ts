// No text in the API contains a NUL, so nothing else can look like this.
const mark = '\u0000written'
const markBytes = Buffer.from(JSON.stringify(mark))

// What the running JSON.stringify has encountered, in order.
let met: Buffer[] = []

// Whether the running JSON.stringify has a replacer, which sees texts as they are.
let isReplacing = false

const insert = (bytes: Buffer): string => {
  met.push(bytes)
  return mark
}

/** A value that is already serialized, for results that are requested often and seldom change. */
export class SerializedJson {
  readonly bytes: Buffer

  constructor(value: unknown) {
    this.bytes = Buffer.from(JSON.stringify(value))
  }

  toJSON(): string {
    return insert(this.bytes)
  }
}

/**
 * A text as a JSON string in UTF-8, as the database can return it. Sending it takes half the time of a string, which is
 * decoded, quoted and encoded again.
 */
export class QuotedText {
  readonly json: Buffer

  constructor(json: Buffer) {
    this.json = json
  }

  /** Quotes a text in UTF-8. */
  static of(utf8: Buffer): QuotedText {
    return QuotedText.ofBytes(utf8.toString('latin1'))
  }

  /** Quotes a text in UTF-8 that is given with each byte as a character, in Latin-1. */
  static ofBytes(latin1: string): QuotedText {
    // The bytes of a character of several bytes are above those that are escaped, so each may pass as a character.
    return new QuotedText(Buffer.from(JSON.stringify(latin1), 'latin1'))
  }

  toString(): string {
    return JSON.parse(this.json.toString('utf8')) as string
  }

  toJSON(): string {
    return isReplacing ? this.toString() : insert(this.json)
  }
}

/** Replaces each mark in a text by the next of `inserted`. */
function withInserted(text: Buffer, inserted: readonly Buffer[]): Buffer {
  const length = inserted.reduce((sum, bytes) => sum + bytes.length - markBytes.length, text.length)
  const whole = Buffer.allocUnsafe(length)
  let [from, to] = [0, 0]
  for (const bytes of inserted) {
    const at = text.indexOf(markBytes, from)
    to += text.copy(whole, to, from, at)
    to += bytes.copy(whole, to)
    from = at + markBytes.length
  }
  text.copy(whole, to, from)
  return whole
}

/** Serializes `value` as JSON, with an optional `replacer`; returns bytes when a part of it was already serialized. */
export function stringify(value: unknown, replacer?: (name: string, value: unknown) => unknown): string | Buffer {
  met = []
  isReplacing = replacer !== undefined
  const text = JSON.stringify(value, replacer)
  if (met.length === 0) return text
  const inserted = met
  met = []
  return withInserted(Buffer.from(text), inserted)
}
