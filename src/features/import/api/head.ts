import { duplicatesKey, operationsKey, pagelessKey, pagesKey } from '#shared/api-doc/openapi/extensions.ts'
import { eachReference, pathMethods, setField } from '#shared/api-doc/openapi/fields.ts'
import type { Operation } from '#shared/api-doc/openapi/operations.ts'
import { escapedName, findTarget, partName } from '#shared/api-doc/openapi/pointer.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'

const pathKinds = ['paths', 'webhooks'] as const

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
 * Returns what belongs to no page of a description: everything but its operations. Of its paths, that is what makes no
 * page, such as a path without methods, and what references lead to: bundlers write `#/paths/~1pets/get/...` for a schema
 * that stands twice.
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
  addTargets(root, head)
  if (Object.keys(pageless).length > 0) head[pagelessKey] = pageless
  return head
}

const isIntoPaths = (ref: string): boolean => pathKinds.some((kind) => ref.startsWith(`#/${kind}/`))

/** Adds the parts of paths that references lead to, at their places. */
function addTargets(root: UnknownObject, head: UnknownObject): void {
  const refs = new Set<string>()
  eachReference(root, (ref) => {
    if (isIntoPaths(ref)) refs.add(ref)
  })
  // a whole path comes before its parts, which are then there already
  const byDepth = [...refs].map((ref) => ref.split('/').slice(1).map(partName)).sort((a, b) => a.length - b.length)
  const whole = new Set<unknown>(pathKinds.flatMap((kind) => Object.values(toObject(head[kind]) ?? {})))
  for (const names of byDepth) {
    const target = findTarget(root, `#/${names.map((name) => encodeURIComponent(escapedName(name))).join('/')}`)
    if (target === undefined) continue
    let into = head
    for (const [at, name] of names.entries()) {
      const known = Object.hasOwn(into, name) ? into[name] : undefined
      if (known !== undefined && whole.has(known)) break
      if (at === names.length - 1) {
        setField(into, name, target)
        whole.add(target)
        break
      }
      const next = toObject(known) ?? {}
      setField(into, name, next)
      into = next
    }
  }
}
