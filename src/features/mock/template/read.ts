import { fail } from '#src/core/errors.ts'

/** Maximum size of a template, in bytes. */
const templateMostBytes = 200_000
/** Maximum depth and size of the JSON in a field. Source: security 3, Requests. */
const depthMost = 32
const nodesMost = 20_000

const bad = (): never => fail('mockTemplateBad', { depth: depthMost, nodes: nodesMost })

/** Parses a JSON text of any depth: parsing does not recurse, walking the value does. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return bad()
  }
}

// Existing clients get an error for these; an empty object passes. Source: reference, api-facts 14.
const isNothing = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0)

function requireModest(whole: unknown): void {
  let nodes = 0
  const walk = (value: unknown, depth: number): void => {
    if (depth > depthMost || ++nodes > nodesMost) bad()
    if (typeof value !== 'object' || value === null) return
    for (const inner of Object.values(value)) walk(inner, depth + 1)
  }
  walk(whole, 0)
}

/** Parses the template in a text. @throws {AppError} mockTemplateBad, mockTemplateTooLarge */
export function readTemplate(text: string): unknown {
  if (Buffer.byteLength(text) > templateMostBytes) fail('mockTemplateTooLarge', { kb: templateMostBytes / 1000 })
  const template = parsed(text)
  if (isNothing(template)) bad()
  requireModest(template)
  return template
}
