import { duplicatesKey, operationsKey, pagelessKey, pagesKey } from '#shared/api-doc/openapi/extensions.ts'
import { eachReference, pathMethods, setField } from '#shared/api-doc/openapi/fields.ts'
import type { Operation } from '#shared/api-doc/openapi/operations.ts'
import { addPathTargets, isIntoPaths, pathKinds } from '#shared/api-doc/openapi/path-targets.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'

// The head of a description is stored once, next to the pages of its operations. Exports, models and
// mocks read it: `findHead` in `api-operations`.

const hasOperations = new Set<string>(['additionalOperations', operationsKey, duplicatesKey])
const methods = new Set<string>(pathMethods)

/** Returns a path item without its operations. A method that has no operation, such as an empty one, stays. */
export const withoutOperations = (item: UnknownObject): UnknownObject =>
  Object.fromEntries(
    Object.entries(item).filter(
      ([key, value]) => !hasOperations.has(key) && !(methods.has(key) && toObject(value) !== undefined),
    ),
  )

/**
 * Returns the head of a description: all that belongs to no page, which is everything but its operations. Of its paths,
 * that is what makes no page, such as a path without methods, and what references lead to.
 */
export function headOf(
  root: UnknownObject,
  operations: Readonly<Record<(typeof pathKinds)[number], Operation[]>>,
): UnknownObject {
  const head: UnknownObject = {}
  const pageless: UnknownObject = {}
  for (const [key, value] of Object.entries(root)) if (key !== pagesKey) setField(head, key, value)
  for (const kind of pathKinds) {
    const paths = toObject(root[kind])
    if (!paths) continue
    const withPage = new Set(operations[kind].map(({ path }) => path))
    const rest = Object.entries(paths).filter(([path]) => !withPage.has(path))
    setField(head, kind, Object.fromEntries(rest))
    if (rest.length > 0) pageless[kind] = rest.map(([path]) => path)
  }
  const refs: string[] = []
  eachReference(root, (ref) => {
    if (isIntoPaths(ref)) refs.push(ref)
  })
  addPathTargets(root, new Set(refs), head)
  if (Object.keys(pageless).length > 0) head[pagelessKey] = pageless
  return head
}
