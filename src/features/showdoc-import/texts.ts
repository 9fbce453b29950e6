import { inflateSync } from 'node:zlib'
import { unescapeHtml } from '#src/core/html-entities.ts'
import { cleanContent } from '#src/features/import/index.ts'

/** Whether a text is a JSON object or list. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** A stored text is larger than `most` bytes once it is unpacked. */
export class TextTooLarge extends Error {}

/** Returns a text that may be stored as zlib data in base64. @throws {TextTooLarge} */
function inflated(text: string, most: number): string {
  if (!/^e[A-Za-z0-9+/]{10,}={0,2}$/.test(text)) return text
  const packed = Buffer.from(text, 'base64')
  if (packed[0] !== 0x78 || packed.toString('base64') !== text) return text
  try {
    return inflateSync(packed, { maxOutputLength: most }).toString('utf8')
  } catch (error) {
    if (error instanceof RangeError) throw new TextTooLarge()
    return text // the page really has this text
  }
}

/**
 * Returns a page's text as ShowDoc shows it: unpacked, then unescaped once, unless it is JSON already. Source: reference,
 * formats-and-data 0.3 and 8.2.
 *
 * @throws {TextTooLarge} above `most` bytes
 */
export function shownContent(stored: string, most: number): string {
  const text = inflated(stored, most)
  const shown = cleanContent(isJson(text) ? text : unescapeHtml(text))
  if (Buffer.byteLength(shown) > most) throw new TextTooLarge()
  return shown
}

/** The addresses of files by what ShowDoc's links name. */
export interface FileAddresses {
  /** Returns the address of the file with a sign; undefined for a file of another site. */
  bySign(sign: string): string | undefined
  /** Returns the address of the file at a path below `Public/Uploads/`; undefined for a file of another site. */
  byPath(path: string): string | undefined
}

/** The address of a file here, in texts. */
export const addressOfSign = (sign: string): string => `/api/attachment/visitFile?sign=${sign}`

// Every generation of links has one of these, wherever the site was. In JSON a slash may have a backslash before it.
const named =
  /(?:attachment|common)\\?\/visitFile(?:&(?:amp;)?|\?|\\?\/)sign(?:=|\\?\/)([0-9a-f]{32})(?![0-9a-f])(?:&(?:amp;)?(?:showdoc|file)=(?:\w|\.(?=\w)){0,40})*/gi
const placed = /Public\\?\/Uploads\\?\/((?:[\w.%-]|\\?\/){1,300})/g

// What an address ends with at its left: host, folders and script.
const mostBefore = 500
const inAddress = /[^\s"'<>()[\]|`{}]/

/** Returns where the address begins that has a part at `at`. */
function startOfAddress(text: string, at: number): number {
  let from = at
  while (from > 0 && at - from < mostBefore && inAddress.test(text[from - 1] ?? '')) from--
  const before = text.slice(from, at)
  const scheme = before.search(/https?:(?!.*https?:)/i)
  if (scheme >= 0) return from + scheme
  // a list of addresses, or words before a path
  const [, path = ''] =
    /((?:\.{0,2}\\?\/)?(?:server\\?\/(?:\.\.\\?\/)?)?(?:index\.php)?(?:\?s=\\?\/?)?(?:api\\?\/)?)$/.exec(before) ?? []
  return at - path.length
}

/**
 * Replaces all forms of links to files of the site by their addresses here; links to files of other sites stay.
 *
 * @param onFile is called with the sign of each file that is linked
 */
export function rewriteLinks(text: string, addresses: FileAddresses): string {
  if (!/visitFile|Public\\?\/Uploads/i.test(text)) return text
  let result = ''
  let copied = 0
  const links = [...text.matchAll(named), ...text.matchAll(placed)].toSorted((a, b) => a.index - b.index)
  for (const link of links) {
    const [whole, what = ''] = link
    if (link.index < copied) continue
    // the end of a sentence is none of a path
    const path = what.replaceAll('\\', '').replace(/[.]+$/, '')
    const isNamed = !whole.startsWith('Public')
    const address = isNamed ? addresses.bySign(what.toLowerCase()) : addresses.byPath(decoded(path))
    if (address === undefined) continue
    const from = Math.max(copied, startOfAddress(text, link.index))
    const length = isNamed ? whole.length : whole.length - (what.length - what.replace(/[.]+$/, '').length)
    result += text.slice(copied, from) + address
    copied = link.index + length
  }
  return result + text.slice(copied)
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the path below `Public/Uploads/` in an address, or undefined. It may be hostile. */
export const pathInUploads = (address: string): string | undefined =>
  /\/Public\/Uploads\/([^?#]{1,300})/.exec(address)?.[1]

/** Whether a path below a folder stays there. */
export const isSafePath = (path: string): boolean =>
  path !== '' &&
  !/[\\\u0000-\u001f:]/.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
