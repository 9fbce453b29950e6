import { toObject } from '../unknown-json.ts'
import type { SchemaFile } from './flat-schema.ts'

/** The characters of JSON that are written to find equal parts: what exceeds them counts as changed, and is compared. */
const textMost = 200_000_000

/**
 * Finds the parts of two descriptions that are the same, with everything that they refer to: they are not compared.
 */
export class SameParts {
  readonly #old: SchemaFile
  readonly #now: SchemaFile
  readonly #texts = new WeakMap<object, string>()
  readonly #refs = new Map<string, readonly string[]>()
  #unchanged: Set<string> | undefined
  #left = textMost

  constructor(old: SchemaFile, now: SchemaFile) {
    this.#old = old
    this.#now = now
  }

  /** Whether two parts are written in the same way, and what they refer to is. False when that is not known. */
  isSame(one: unknown, other: unknown): boolean {
    const text = this.#textOf(one)
    return (
      text !== undefined &&
      text === this.#textOf(other) &&
      this.#refsIn(text).every((ref) => this.#unchangedRefs.has(ref))
    )
  }

  /** Returns a part as JSON; undefined when it is too large or too deep for that. */
  #textOf(value: unknown): string | undefined {
    const object = toObject(value)
    const known = object && this.#texts.get(object)
    if (known !== undefined) return known
    if (this.#left <= 0) return undefined
    let text: string
    try {
      text = JSON.stringify(value) ?? ''
    } catch {
      return undefined // nested too deeply to be written
    }
    this.#left -= text.length
    if (object) this.#texts.set(object, text)
    return text
  }

  #refsIn(text: string): readonly string[] {
    const known = this.#refs.get(text)
    if (known) return known
    const refs = [
      ...new Set([...text.matchAll(/"\$ref":("(?:[^"\\]|\\.)*")/g)].map(([, ref = '""']) => JSON.parse(ref) as string)),
    ]
    this.#refs.set(text, refs)
    return refs
  }

  /** The references whose target is the same in both, with everything that it leads to. */
  get #unchangedRefs(): ReadonlySet<string> {
    if (this.#unchanged) return this.#unchanged
    const usedBy = new Map<string, string[]>()
    const changed: string[] = []
    const unchanged = new Set<string>()
    const open = [...this.#refsIn(this.#textOf(this.#now.root) ?? '')]
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      if (unchanged.has(ref)) continue
      unchanged.add(ref)
      const text = this.#textOf(this.#now.resolve(ref))
      if (text === undefined || text !== this.#textOf(this.#old.resolve(ref))) changed.push(ref)
      for (const inner of this.#refsIn(text ?? '')) {
        const users = usedBy.get(inner)
        if (users) users.push(ref)
        else usedBy.set(inner, [ref])
        open.push(inner)
      }
    }
    for (let ref = changed.pop(); ref !== undefined; ref = changed.pop())
      if (unchanged.delete(ref)) changed.push(...(usedBy.get(ref) ?? []))
    this.#unchanged = unchanged
    return unchanged
  }
}
