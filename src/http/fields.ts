import { fail } from '#src/core/errors.ts'

/** The fields of a request by name. A `Map`, so that no name can reach a prototype. */
export type Fields = Map<string, unknown>

// Source: security 3, Requests.
const mostFields = 1000
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const jsonDepth = 32
const jsonNodes = 20_000

/** Adds a field. @throws {AppError} badParameter for a duplicate or forbidden name, and for too many fields */
function addField(fields: Fields, name: string, value: unknown): void {
  if (forbidden.has(name) || fields.has(name)) fail('badParameter', { field: name.slice(0, 100) })
  if (fields.size >= mostFields) fail('badParameter', { field: name })
  fields.set(name, value)
}

/** How fields are read from text. */
export interface FieldRules {
  add(fields: Fields, name: string, value: unknown): void
  /** Decodes bytes as text. @throws {AppError} badParameter, which names the field */
  decode(bytes: Buffer, field: string): string
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

/** Decodes percent-encoding, with plus as a space. A percent sign that starts no escape is kept. */
function decodePart(part: Buffer, field: string, decode: FieldRules['decode']): string {
  if (!part.includes(37) && !part.includes(43)) return decode(part, field)
  const out = Buffer.allocUnsafe(part.length)
  let length = 0
  for (let at = 0; at < part.length; at++) {
    const code = part[at] ?? 0
    const high = code === 37 ? hexValue(part[at + 1] ?? 0) : -1
    const low = high >= 0 ? hexValue(part[at + 2] ?? 0) : -1
    if (low >= 0) at += 2
    out[length++] = low >= 0 ? high * 16 + low : code === 43 ? 32 : code
  }
  return decode(out.subarray(0, length), field)
}

/** Decodes UTF-8 strictly. @throws {AppError} badParameter for invalid UTF-8 */
function decodeUtf8(bytes: Buffer, field: string): string {
  // Most parts are short and plain ASCII; the strict decoder costs as much as the rest of the parsing.
  if (bytes.length < 200 && bytes.every((byte) => byte < 128)) return bytes.toString('latin1')
  try {
    return decoder.decode(bytes)
  } catch {
    return fail('badParameter', { field })
  }
}

/** The rules of the API's own addresses: a duplicate field and invalid UTF-8 are rejected. */
export const strictFields: FieldRules = { add: addField, decode: decodeUtf8 }

const chinese = new TextDecoder('gb18030', { fatal: true, ignoreBOM: true })

/**
 * The rules of the addresses that old clients use: of a duplicate field the last one wins, forbidden names and excess
 * fields are dropped, and what is not UTF-8 is tried as GB18030, the encoding of older sources.
 */
export const lenientFields: FieldRules = {
  add(fields, name, value) {
    if (!forbidden.has(name) && (fields.size < mostFields || fields.has(name))) fields.set(name, value)
  },
  decode(bytes, field) {
    try {
      return decodeUtf8(bytes, field)
    } catch {
      try {
        return chinese.decode(bytes)
      } catch {
        return fail('badParameter', { field })
      }
    }
  },
}

/** Parses `a=1&b=2`, a form body or a query string. @throws {AppError} badParameter */
export function readForm(body: Buffer, rules: FieldRules = strictFields): Fields {
  const fields: Fields = new Map()
  let start = 0
  while (start < body.length) {
    // Skips empty fields; millions of them must not cost a search each.
    if (body[start] === 38) {
      start++
      continue
    }
    const next = body.indexOf(38, start)
    const end = next < 0 ? body.length : next
    const pair = body.subarray(start, end)
    const equals = pair.indexOf(61)
    const name = decodePart(equals < 0 ? pair : pair.subarray(0, equals), '', rules.decode)
    rules.add(fields, name, equals < 0 ? '' : decodePart(pair.subarray(equals + 1), name, rules.decode))
    start = end + 1
  }
  return fields
}

/**
 * Rejects JSON that nests too deeply or contains far too many values, without parsing it: building 12 MB of empty
 * objects takes a second and a gigabyte.
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

/** Parses a JSON object as fields. @throws {AppError} badParameter */
export function readJson(body: Buffer, rules: FieldRules): Fields {
  const fields: Fields = new Map()
  if (body.length === 0) return fields
  checkSigns(body)
  const text = rules.decode(body, 'JSON')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    fail('badParameter', { field: 'JSON' })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) fail('badParameter', { field: 'JSON' })
  checkNodes(parsed)
  for (const [name, value] of Object.entries(parsed)) rules.add(fields, name, value)
  return fields
}
