/** The shells that commands are commonly copied from. */
type Shell = 'sh' | 'cmd' | 'powershell'

/** Detects the shell that a command was written for. */
export function detectShell(text: string): Shell {
  if (/\^[ \t]*(\r?\n|$)/.test(text) || /\s\^"/.test(text)) return 'cmd'
  if (/`[ \t]*\r?\n/.test(text) || /`"/.test(text) || /^\s*curl\.exe\s/i.test(text)) return 'powershell'
  return 'sh'
}

const characters: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  0: '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
}

/** Tokenizer state: reads a text character by character into words. */
class Reader {
  at = 0
  readonly words: string[] = []
  #word: string | undefined
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  get letter(): string {
    return this.text[this.at] ?? ''
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  add(text: string): void {
    this.#word = (this.#word ?? '') + text
  }

  end(): void {
    if (this.#word !== undefined) this.words.push(this.#word)
    this.#word = undefined
  }

  get isInWord(): boolean {
    return this.#word !== undefined
  }

  /** Consumes the match of a pattern at the current position. */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = new RegExp(pattern.source, 'y' + pattern.flags.replace('y', ''))
    found.lastIndex = this.at
    const match = found.exec(this.text)
    if (match) this.at += match[0].length
    return match
  }
}

function ansiText(reader: Reader): void {
  while (!reader.isAtEnd && reader.letter !== "'") {
    const code = reader.take(/\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|U([0-9a-f]{1,8})|([0-7]{1,3})|([^]))/i)
    if (!code) {
      reader.add(reader.letter)
      reader.at += 1
      continue
    }
    const [, hex, unicode, long, octal, letter = ''] = code
    const point = hex ?? unicode ?? long
    if (point) reader.add(String.fromCodePoint(Math.min(Number.parseInt(point, 16), 0x10ffff)))
    else if (octal) reader.add(String.fromCharCode(Number.parseInt(octal, 8)))
    else reader.add(characters[letter] ?? letter)
  }
  reader.at += 1
}

function quotedSh(reader: Reader): void {
  while (!reader.isAtEnd && reader.letter !== '"') {
    if (reader.take(/\\\r?\n/)) continue
    const escaped = reader.take(/\\([$`"\\])/)
    reader.add(escaped ? (escaped[1] ?? '') : reader.letter)
    if (!escaped) reader.at += 1
  }
  reader.at += 1
}

function wordsSh(text: string): string[] {
  const reader = new Reader(text)
  while (!reader.isAtEnd) {
    if (reader.take(/\\\r?\n/)) continue
    if (reader.take(/\s+/)) reader.end()
    else if (!reader.isInWord && reader.take(/#[^\n]*/)) continue
    else if (reader.take(/[|;&>]/))
      break // the next command begins
    else if (reader.take(/\$'/)) {
      reader.add('')
      ansiText(reader)
    } else if (reader.take(/'/)) {
      reader.add(reader.take(/[^']*/)?.[0] ?? '')
      reader.at += 1
    } else if (reader.take(/\$?"/)) {
      reader.add('')
      quotedSh(reader)
    } else {
      const escaped = reader.take(/\\([^])/)
      reader.add(escaped ? (escaped[1] ?? '') : reader.letter)
      if (!escaped) reader.at += 1
    }
  }
  reader.end()
  return reader.words
}

/** Removes the escapes of cmd: `^` before any character, either everywhere or only outside of quotes. */
function withoutCarets(text: string): string {
  const isEverywhere = /\^"/.test(text)
  let inQuotes = false
  let out = ''
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '"') inQuotes = !inQuotes
    if (letter !== '^' || (inQuotes && !isEverywhere)) {
      out += letter
      continue
    }
    const lineEnd = /^\^[ \t]*\r?\n/.exec(text.slice(at))?.[0]
    // an empty line after a caret is a line break inside the text
    const empty = lineEnd && /^\r?\n/.exec(text.slice(at + lineEnd.length))?.[0]
    if (lineEnd) {
      at += lineEnd.length - 1 + (empty?.length ?? 0)
      out += empty ? '\n' : ' '
    } else {
      at += 1
      out += text[at] ?? ''
    }
  }
  return out
}

function wordsCmd(text: string): string[] {
  const reader = new Reader(withoutCarets(text))
  let inQuotes = false
  while (!reader.isAtEnd) {
    if (!inQuotes && reader.take(/\s+/)) reader.end()
    else if (reader.take(/\\\\(?=\\*")/)) reader.add('\\')
    else if (reader.take(/\\"/)) reader.add('"')
    else if (inQuotes && reader.take(/""/)) reader.add('"')
    else if (reader.take(/"/)) {
      reader.add('')
      inQuotes = !inQuotes
    } else if (!inQuotes && reader.take(/[|&>]/)) break
    else {
      reader.add(reader.letter)
      reader.at += 1
    }
  }
  reader.end()
  return reader.words
}

function wordsPowerShell(text: string): string[] {
  const reader = new Reader(text)
  while (!reader.isAtEnd) {
    if (reader.take(/`[ \t]*\r?\n/)) continue
    if (reader.take(/\s+/)) {
      reader.end()
      continue
    }
    const single = reader.take(/'((?:[^']|'')*)'/)
    if (single) reader.add((single[1] ?? '').replaceAll("''", "'").replaceAll('\\"', '"'))
    else if (reader.take(/"/)) {
      reader.add('')
      while (!reader.isAtEnd && reader.letter !== '"') {
        const escaped = reader.take(/`([^])|\\(")|"(")/)
        if (escaped) reader.add(escaped[2] ?? escaped[3] ?? characters[escaped[1] ?? ''] ?? escaped[1] ?? '')
        else {
          reader.add(reader.letter)
          reader.at += 1
        }
      }
      reader.at += 1
    } else if (reader.take(/[|;]/)) break
    else {
      const escaped = reader.take(/`([^])/)
      reader.add(escaped ? (escaped[1] ?? '') : reader.letter)
      if (!escaped) reader.at += 1
    }
  }
  reader.end()
  return reader.words
}

const readers = { sh: wordsSh, cmd: wordsCmd, powershell: wordsPowerShell }

/** Splits a command into words, following the rules of its shell. */
export const tokenizeCommand = (text: string, shell: Shell = detectShell(text)): string[] => readers[shell](text)
