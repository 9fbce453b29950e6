import { eachReference, setField } from '#shared/api-doc/openapi/fields.ts'
import { escapedName, findTarget, partName } from '#shared/api-doc/openapi/pointer.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'

const schemas = '#/components/schemas/'

/** Returns the pointer of a model. */
export const pointerOf = (name: string): string => schemas + escapedName(name)

/** Returns the pointer of the part that a reference leads into: `#/components/schemas/Pet`; undefined for any other. */
function partOf(ref: string): string | undefined {
  // a mapping of a discriminator may have the bare name
  const [root, kinds, kind, name] = (ref.includes('/') ? ref : schemas + escapedName(ref)).split('/')
  if (root !== '#' || kinds !== 'components' || kind === undefined || name === undefined) return undefined
  return `#/components/${kind}/${escapedName(partName(name))}`
}

/** Returns the parts of a description that a value names, as pointers such as `#/components/schemas/Pet`. */
export function refsIn(value: unknown): string[] {
  const found = new Set<string>()
  eachReference(value, (ref) => {
    const part = partOf(ref)
    if (part !== undefined) found.add(part)
  })
  return [...found]
}

/** Which models each part of a description leads to: one bit for each model. */
type Reach = ReadonlyMap<string, Uint32Array>

/** Which parts of a description name which others. Each part is read once, when something leads to it. */
export class PartGraph {
  readonly root: UnknownObject
  readonly #next = new Map<string, readonly string[]>()
  #models: [name: string, schema: unknown][] | undefined
  #reach: Reach | undefined

  constructor(root: UnknownObject) {
    this.root = root
  }

  get models(): [name: string, schema: unknown][] {
    this.#models ??= Object.entries(toObject(toObject(this.root['components'])?.['schemas']) ?? {})
    return this.#models
  }

  next(pointer: string): readonly string[] {
    const known = this.#next.get(pointer)
    if (known) return known
    const found = refsIn(findTarget(this.root, pointer))
    this.#next.set(pointer, found)
    return found
  }

  /** Returns everything that some parts lead to, with themselves. */
  reach(from: Iterable<string>): Set<string> {
    const reached = new Set(from)
    for (const one of reached) for (const next of this.next(one)) reached.add(next)
    return reached
  }

  /** Returns the models that some parts lead to, as bits in the order of `models`. */
  modelsFrom(from: Iterable<string>): Uint32Array {
    this.#reach ??= this.#measure()
    const bits = new Uint32Array(Math.ceil(this.models.length / 32))
    for (const one of from) merge(bits, this.#reach.get(one))
    return bits
  }

  /**
   * Finds for every part the models that it leads to, in one pass: parts that lead to each other have the same ones
   * (Tarjan's components, without recursion, because a description may be a chain of thousands).
   */
  #measure(): Reach {
    const places = new Map(this.models.map(([name], at) => [pointerOf(name), at]))
    const reach = new Map<string, Uint32Array>()
    const numbers = new Map<string, number>()
    const lows = new Map<string, number>()
    const open: string[] = []
    const isOpen = new Set<string>()
    const enter = (pointer: string) => {
      numbers.set(pointer, numbers.size)
      lows.set(pointer, numbers.size - 1)
      open.push(pointer)
      isOpen.add(pointer)
      return { pointer, next: this.next(pointer), at: 0 }
    }
    const lower = (pointer: string, to: number) => lows.set(pointer, Math.min(lows.get(pointer) ?? to, to))
    const close = (pointer: string) => {
      const bits = new Uint32Array(Math.ceil(this.models.length / 32))
      const members = open.splice(open.lastIndexOf(pointer))
      for (const one of members) {
        isOpen.delete(one)
        const at = places.get(one)
        if (at !== undefined) bits[at >> 5] = (bits[at >> 5] ?? 0) | (1 << (at & 31))
        for (const next of this.next(one)) merge(bits, reach.get(next))
      }
      for (const one of members) reach.set(one, bits)
    }
    const parts = Object.entries(toObject(this.root['components']) ?? {}).flatMap(([kind, all]) =>
      Object.keys(toObject(all) ?? {}).map((name) => `#/components/${kind}/${escapedName(name)}`),
    )
    for (const start of parts) {
      if (numbers.has(start)) continue
      const way = [enter(start)]
      for (let here = way.at(-1); here; here = way.at(-1)) {
        const next = here.next[here.at]
        here.at += 1
        if (next !== undefined) {
          if (!numbers.has(next)) way.push(enter(next))
          else if (isOpen.has(next)) lower(here.pointer, numbers.get(next) ?? 0)
          continue
        }
        way.pop()
        const above = way.at(-1)
        if (above) lower(above.pointer, lows.get(here.pointer) ?? 0)
        if (lows.get(here.pointer) === numbers.get(here.pointer)) close(here.pointer)
      }
    }
    return reach
  }
}

function merge(into: Uint32Array, bits: Uint32Array | undefined): void {
  if (bits) for (const [at, word] of bits.entries()) into[at] = (into[at] ?? 0) | word
}

/** Whether a model is among those that bits stand for. */
export const hasBit = (bits: Uint32Array, at: number): boolean => ((bits[at >> 5] ?? 0) & (1 << (at & 31))) !== 0

/** Returns the parts that some parts lead to, with themselves, as `components` of a description. */
export function partsFrom(root: UnknownObject, pointers: Iterable<string>, graph = new PartGraph(root)): UnknownObject {
  const parts: UnknownObject = {}
  for (const one of graph.reach(pointers)) {
    const [, , kind = '', name = ''] = one.split('/')
    const value = findTarget(root, one)
    if (value === undefined) continue
    const own = toObject(parts[kind]) ?? {}
    setField(own, partName(name), value)
    setField(parts, kind, own)
  }
  return parts
}
