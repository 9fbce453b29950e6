import { toObject, type UnknownObject } from '../unknown-json.ts'
import { setField } from './fields.ts'
import { escapedName, findTarget, partName } from './pointer.ts'

/** The members of a description that hold operations by their addresses. */
export const pathKinds = ['paths', 'webhooks'] as const

/** Whether a reference leads into a path: bundlers write `#/paths/~1pets/get/...` for a schema that stands twice. */
export const isIntoPaths = (ref: string): boolean => pathKinds.some((kind) => ref.startsWith(`#/${kind}/`))

/** Adds the parts of paths that references lead to in `root` to `into`, at their places, and nothing beside them. */
export function addPathTargets(root: UnknownObject, refs: Iterable<string>, into: UnknownObject): void {
  // a whole path comes before its parts, which are then there already
  const byDepth = [...refs].map((ref) => ref.split('/').slice(1).map(partName)).sort((a, b) => a.length - b.length)
  const whole = new Set<unknown>(pathKinds.flatMap((kind) => Object.values(toObject(into[kind]) ?? {})))
  for (const names of byDepth) {
    const target = findTarget(root, `#/${names.map((name) => encodeURIComponent(escapedName(name))).join('/')}`)
    if (target === undefined) continue
    let place = into
    for (const [at, name] of names.entries()) {
      const known = Object.hasOwn(place, name) ? place[name] : undefined
      if (known !== undefined && whole.has(known)) break
      if (at === names.length - 1) {
        setField(place, name, target)
        whole.add(target)
        break
      }
      const next = toObject(known) ?? {}
      setField(place, name, next)
      place = next
    }
  }
}
