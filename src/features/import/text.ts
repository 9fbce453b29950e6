import { inflateSync } from 'node:zlib'
import { trimName } from '#shared/contract/name.ts'
import { rejectImport } from './import-error.ts'
import { type ByteBudget, isBomb } from './limits.ts'

/** The encodings that are tried for texts and names, in this order; the first without an error wins. */
export type TextEncodingName = 'utf-8' | 'gb18030' | 'big5' | 'utf-16le' | 'utf-16be'

/** Decodes a text in an encoding; undefined when its bytes are not valid in it. A byte order mark is left out. */
export function decodeAs(encoding: TextEncodingName, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Returns the text of a file and its encoding: UTF-16 when it begins with that byte order mark, else UTF-8, else
 * GB18030 or Big5 (see {@link chineseEncodings}). Undefined when it is none of them, or contains NUL, which no text
 * does.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncodingName } | undefined {
  for (const encoding of encodingsFor(bytes)) {
    const text = decodeAs(encoding, bytes)
    if (text !== undefined) return text.includes('\0') ? undefined : { text, encoding }
  }
  return undefined
}

function encodingsFor(bytes: Uint8Array): TextEncodingName[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  return ['utf-8', ...chineseEncodings(bytes)]
}

/**
 * Returns GB18030 and Big5 in the order in which they should be tried. Nearly all Big5 text is also valid GB18030, so
 * trying is not enough: each encoding has a range for its common characters (GB2312 level 1: lead bytes B0 to D7, trail
 * from A1; Big5 level 1: A4 to C6), and the one with more of them is first. GB18030 wins a tie.
 */
export function chineseEncodings(bytes: Uint8Array): ('gb18030' | 'big5')[] {
  let gb = 0
  let big5 = 0
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x81) continue
    const trail = bytes[at + 1] ?? 0
    if (lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1) gb += 1
    if (lead >= 0xa4 && lead <= 0xc6) big5 += 1
    at += 1
  }
  return big5 > gb ? ['big5', 'gb18030'] : ['gb18030', 'big5']
}

/**
 * Returns the content of a stored text when it is zlib data as strict base64, else the text itself. Source: reference
 * 8.2.
 *
 * @param name the page's name, for the message
 * @throws {ImportError} ratio, tooLarge, when it is a decompression bomb
 */
export function inflateStored(text: string, budget: ByteBudget, name: string): string {
  if (!/^e[A-Za-z0-9+/]{10,}={0,2}$/.test(text)) return text
  const packed = Buffer.from(text, 'base64')
  if (packed.toString('base64') !== text || packed[0] !== 0x78) return text
  let bytes: Buffer
  try {
    bytes = inflateSync(packed, { maxOutputLength: Math.max(1, budget.pieceBytes) })
  } catch (error) {
    if (error instanceof RangeError) return rejectImport('tooLarge', name)
    return text // not zlib after all: the page really has this text
  }
  if (isBomb(packed.length, bytes.length)) rejectImport('ratio', name)
  budget.spend(bytes.length)
  return decodeAs('utf-8', bytes) ?? text
}

const badInPage = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g
const badInTitle = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * Returns a page's text without the characters that the contract rejects: control characters and unpaired surrogates.
 */
export function cleanContent(text: string): string {
  return text.replace(badInPage, '').toWellFormed()
}

/**
 * Returns a name or title on one line: without control and bidirectional characters, trimmed, NFC. May be empty, for
 * instance when no character is visible.
 */
export function cleanTitle(text: string): string {
  const line = text
    .replace(badInTitle, '')
    .replace(/[\r\n\u2028\u2029\t]+/g, ' ')
    .toWellFormed()
  return trimName(line).normalize('NFC')
}

/** Cuts a title to `length` UTF-16 units, never in the middle of a character. */
export function cutTitle(title: string, length: number): string {
  return title.length <= length
    ? title
    : title
        .slice(0, length)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()
}
