import { fail } from '#src/core/errors.ts'

/** The fields of a request by name. A `Map`, so that no name can reach a prototype. */
export type Fields = Map<string, unknown>

// Source: security 3, Requests.
const mostFields = 1000
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const jsonDepth = 32
const jsonNodes = 20_000

/** Adds a field. @throws {AppError} badParameter for a name that comes twice or has no place here, and for too many */
export function addField(fields: Fields, name: string, value: unknown): void {
  if (forbidden.has(name) || fields.has(name)) fail('badParameter', { field: name })
  if (fields.size >= mostFields) fail('badParameter', { field: name })
  fields.set(name, value)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const hexValue = (code: number): number =>
  code >= 48 && code <= 57
    ? code - 48
    : code >= 65 && code <= 70
      ? code - 55
      : code >= 97 && code <= 102
        ? code - 87
        : -1

/** Undoes percent-encoding with plus as blank, strictly UTF-8. A percent sign that starts no escape stands for itself. */
function decodePart(part: Buffer, field: string): string {
  if (!part.includes(37) && !part.includes(43)) return decodeUtf8(part, field)
  const out = Buffer.allocUnsafe(part.length)
  let length = 0
  for (let at = 0; at < part.length; at++) {
    const code = part[at] ?? 0
    const high = code === 37 ? hexValue(part[at + 1] ?? 0) : -1
    const low = high >= 0 ? hexValue(part[at + 2] ?? 0) : -1
    if (low >= 0) at += 2
    out[length++] = low >= 0 ? high * 16 + low : code === 43 ? 32 : code
  }
  return decodeUtf8(out.subarray(0, length), field)
}

/** Bytes as text. @throws {AppError} badParameter when they are not UTF-8 */
function decodeUtf8(bytes: Buffer, field: string): string {
  // Most parts are short and plain; the strict decoder costs as much as the rest of the parsing.
  if (bytes.length < 200 && bytes.every((byte) => byte < 128)) return bytes.toString('latin1')
  try {
    return decoder.decode(bytes)
  } catch {
    return fail('badParameter', { field })
  }
}

/** Reads `a=1&b=2`, as a form or a query string has it. @throws {AppError} badParameter */
export function readForm(body: Buffer, fields: Fields = new Map()): Fields {
  let start = 0
  while (start < body.length) {
    // Nothing between two signs is no field; millions of them must not cost a search each.
    if (body[start] === 38) {
      start++
      continue
    }
    const next = body.indexOf(38, start)
    const end = next < 0 ? body.length : next
    const pair = body.subarray(start, end)
    const equals = pair.indexOf(61)
    const name = decodePart(equals < 0 ? pair : pair.subarray(0, equals), '')
    addField(fields, name, equals < 0 ? '' : decodePart(pair.subarray(equals + 1), name))
    start = end + 1
  }
  return fields
}

/**
 * Refuses what nests too deep or holds far too many values, by its signs alone: building 12 MB of empty objects takes
 * a second and a gigabyte.
 */
function checkSigns(body: Buffer): void {
  let depth = 0
  let signs = 0
  let inText = false
  for (let at = 0; at < body.length; at++) {
    const code = body[at]
    if (inText) {
      if (code === 92) at++
      else if (code === 34) inText = false
    } else if (code === 34) inText = true
    else if (code === 44) signs++
    else if (code === 91 || code === 123) {
      signs++
      depth++
    } else if (code === 93 || code === 125) depth--
    if (depth > jsonDepth || signs > 2 * jsonNodes) fail('badParameter', { field: 'JSON' })
  }
}

function checkNodes(value: unknown): void {
  let nodes = 0
  const walk = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null) return
    if (depth > jsonDepth) fail('badParameter', { field: 'JSON' })
    for (const [key, inner] of Object.entries(node)) {
      if (++nodes > jsonNodes || forbidden.has(key)) fail('badParameter', { field: key })
      walk(inner, depth + 1)
    }
  }
  walk(value, 1)
}

/** Reads a JSON object as fields. @throws {AppError} badParameter */
export function readJson(body: Buffer): Fields {
  const fields: Fields = new Map()
  if (body.length === 0) return fields
  checkSigns(body)
  const text = decodeUtf8(body, 'JSON')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    fail('badParameter', { field: 'JSON' })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) fail('badParameter', { field: 'JSON' })
  checkNodes(parsed)
  for (const [name, value] of Object.entries(parsed)) addField(fields, name, value)
  return fields
}
