import { type ApiDoc, parseApiDoc } from '#shared/api-doc/api-doc.ts'
import { toRecord } from '#shared/api-doc/unknown-json.ts'
import { findMisshapen } from './api-shape.ts'

/** Whether a valid JSON text has an object with a key twice. */
function hasKeyTwice(text: string): boolean {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}:]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token === ':') {
      const key = JSON.parse(last) as string
      const keys = open.at(-1)
      if (keys?.has(key)) return true
      keys?.add(key)
    }
    last = token
  }
  return false
}

/**
 * Parses API JSON for its reader; undefined for a text that `readApi` finds a fault in. A reader needs no place of
 * anything in the text, and the parser that knows them is larger than the reference.
 */
export function readDoc(text: string): ApiDoc | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  return findMisshapen(value) || hasKeyTwice(text) ? undefined : parseApiDoc(toRecord(value))
}
