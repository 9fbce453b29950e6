/** The class of a character in the index: nothing, a letter or digit, or a letter of a script without spaces. */
export const kinds = { other: 0, letter: 1, cjk: 2 } as const

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]+/gu
const letterRuns = /[\p{L}\p{M}\p{N}]+/gu

// Characters that have another form in case or width, or are a copy: radicals, the ideographic space, compatibility
// ideographs, full-width and half-width forms. The sigma is the final one.
const foreign = /[\p{Changes_When_Lowercased}ς\u2e80-\u2fdf\u3000\uf900-\ufaff\uff01-\uffdc]/gu

const units = 0x10000
const surrogates = 0xd800
const afterSurrogates = 0xe000

function foldedUnit(text: string): string {
  const plain = /[\u2e80-\u2fdf\u3000\uf900-\ufaff\uff01-\uffdc]/.test(text) ? text.normalize('NFKC') : text
  const lower = (plain.length === 1 ? plain : text).toLowerCase()
  if (lower === 'ς') return 'σ'
  return lower.length === 1 ? lower : text
}

/** The normalization tables: one entry per UTF-16 unit, so that a normalized text is as long as the original. */
interface Tables {
  /** The normalized form of each unit. */
  fold: Uint16Array
  /** The class of each unit after normalization, one of `kinds`. */
  kind: Uint8Array
  /** The other units that normalize to this one, if there are any. */
  variants: Map<number, number[]>
}

function countUp(): Uint16Array {
  const numbers = new Uint16Array(units)
  for (let unit = 0; unit < units; unit++) numbers[unit] = unit
  return numbers
}

// Returns every single-unit character, each at the index of its code.
function everyCharacter(): string {
  const all = countUp()
  all.fill(0x20, surrogates, afterSurrogates)
  return Buffer.from(all.buffer).toString('utf16le')
}

function makeTables(): Tables {
  const all = everyCharacter()
  const fold = countUp()
  const kind = new Uint8Array(units)
  const variants = new Map<number, number[]>()
  for (const { 0: run, index } of all.matchAll(letterRuns)) kind.fill(kinds.letter, index, index + run.length)
  for (const { 0: run, index } of all.matchAll(cjk)) kind.fill(kinds.cjk, index, index + run.length)
  // Nearly all letters beyond the first 65,536 characters are ideographs; their surrogates count as such.
  kind.fill(kinds.cjk, surrogates, afterSurrogates)
  for (const { 0: text, index } of all.matchAll(foreign)) {
    const folded = foldedUnit(text).charCodeAt(0)
    if (folded === index) continue
    fold[index] = folded
    kind[index] = kind[folded] ?? kinds.other
    const known = variants.get(folded)
    if (known) known.push(index)
    else variants.set(folded, [folded, index])
  }
  return { fold, kind, variants }
}

let made: Tables | undefined

/** Returns the normalization tables, built on first use: they take some milliseconds, which the start does not need. */
export const normalizationTables = (): Tables => (made ??= makeTables())

/** Removes differences of case and width from a text, unit by unit: the result is as long as the text. */
export function normalizeText(text: string): string {
  const { fold } = normalizationTables()
  const folded = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) folded[at] = fold[text.charCodeAt(at)] ?? 0
  return Buffer.from(folded.buffer).toString('utf16le')
}

const special = /[\\^$.*+?()[\]{}|/-]/g

/** Returns a pattern that finds `text` in any case and width, like `normalizeText`. */
export function normalizedPattern(text: string): RegExp {
  const { variants } = normalizationTables()
  const parts = Array.from({ length: text.length }, (_, at) => {
    const folded = normalizeText(text.charAt(at))
    const all = variants.get(folded.charCodeAt(0))
    const plain = (all ?? [folded.charCodeAt(0)]).map((unit) => String.fromCharCode(unit).replace(special, '\\$&'))
    return all ? `[${plain.join('')}]` : plain.join('')
  })
  return new RegExp(parts.join(''), 'g')
}
