import { applyEdits, modify, type ParseError, parse, parseTree } from 'jsonc-parser'

/** Which example of the page an answer becomes. */
export type ExampleKind = 'success' | 'failure'

const pathOf: Record<ExampleKind, string[]> = {
  success: ['response', 'responseExample'],
  failure: ['response', 'responseFailExample'],
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The API JSON of a page with an example in it; every other byte stays. Undefined for a text that is no such JSON.
 *
 * @param example the text of an answer
 */
export function insertExample(text: string, kind: ExampleKind, example: string): string | undefined {
  const errors: ParseError[] = []
  const root: unknown = parse(text, errors, { disallowComments: true })
  if (errors.length > 0 || !isObject(root) || !parseTree(text)) return undefined
  // PHP writes an empty object as an empty list, in which nothing can be named
  const { response } = root as { response?: unknown }
  const ready =
    response === undefined || isObject(response) ? text : applyEdits(text, modify(text, ['response'], {}, {}))
  // formatting what is new would also format its neighbours
  return applyEdits(ready, modify(ready, pathOf[kind], example, {}))
}

/** What the page has as this example now; empty for none. */
export function readExample(text: string, kind: ExampleKind): string {
  const root = parse(text) as { response?: Record<string, unknown> } | undefined
  const value = root?.response?.[pathOf[kind][1] ?? '']
  return typeof value === 'string' ? value : ''
}
