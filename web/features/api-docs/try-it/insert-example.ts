import { applyEdits, modify, type ParseError, parse, parseTree } from 'jsonc-parser'
import { toObject } from '#shared/api-doc/unknown-json.ts'

/** The example of the page that a response is saved as. */
export type ExampleKind = 'success' | 'failure'

const pathOf: Record<ExampleKind, string[]> = {
  success: ['response', 'responseExample'],
  failure: ['response', 'responseFailExample'],
}

/**
 * Inserts an example into the API JSON of a page and leaves every other byte unchanged; undefined for any other text.
 *
 * @param example the text of a response
 */
export function insertExample(text: string, kind: ExampleKind, example: string): string | undefined {
  const errors: ParseError[] = []
  const root = toObject(parse(text, errors, { disallowComments: true }))
  if (errors.length > 0 || !root || !parseTree(text)) return undefined
  // PHP encodes an empty object as an empty list, which cannot hold named values
  const { response } = root
  const ready =
    response === undefined || toObject(response) ? text : applyEdits(text, modify(text, ['response'], {}, {}))
  // formatting the inserted text would also format its neighbours
  return applyEdits(ready, modify(ready, pathOf[kind], example, {}))
}

/** Returns the current example of the page; empty for none. */
export function readExample(text: string, kind: ExampleKind): string {
  const root = parse(text) as { response?: Record<string, unknown> } | undefined
  const value = root?.response?.[pathOf[kind][1] ?? '']
  return typeof value === 'string' ? value : ''
}
