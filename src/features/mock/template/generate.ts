import { decimal } from './basic.ts'
import { Budget, type BudgetLimits, tooLarge } from './budget.ts'
import { asText, type GeneratorTools, whole } from './generator-tools.ts'
import { generators } from './generators.ts'
import { shuffled } from './helpers.ts'
import { type Argument, type Parts, type Placeholder, parseParts } from './placeholder.ts'

/** The rule after a name: how often, how many or by how much. */
interface Rule {
  min?: number
  /** Left out for a single number. */
  max?: number
  /** The number of decimal places. */
  places?: readonly [min: number, max: number]
  /** The increment of each further value. */
  step?: number
}

const number = '[+-]?\\d{1,15}'
const shape = new RegExp(`^(?:\\+(\\d{1,15})|(${number})?(?:-(${number}))?(?:\\.(\\d{1,3})(?:-(\\d{1,3}))?)?)$`)

/**
 * Parses a key into its name, and its rule if it has one: `name|min-max`, `name|count`, `name|min-max.dmin-dmax`,
 * `name|+step`.
 */
function parseRule(key: string): { name: string; rule: Rule | undefined } {
  const bar = key.lastIndexOf('|')
  const [all, step, min, max, fewest, most] = shape.exec(bar > 0 ? key.slice(bar + 1) : '') ?? []
  const hasRule = all !== undefined && all !== '' && (max === undefined || min !== undefined)
  if (!hasRule) return { name: key, rule: undefined }
  const rule: Rule = {}
  if (step !== undefined) rule.step = Number(step)
  if (min !== undefined) rule.min = Number(min)
  if (max !== undefined) rule.max = Number(max)
  if (fewest !== undefined) rule.places = [Number(fewest), Number(most ?? fewest)]
  return { name: key.slice(0, bar), rule }
}

/** One property of a template. */
interface Entry {
  name: string
  rule: Rule | undefined
  value: unknown
  /** How often it has been generated in this response: `+step` counts from it. */
  times: number
}

/** An object that is being generated; a list has no names. */
interface Frame {
  parent: Frame | undefined
  entries: ReadonlyMap<string, Entry>
  made: Record<string, unknown>
  /** The names whose values are complete, and those whose values are in progress. */
  done: Set<string>
  underWay: Set<string>
  /** Objects in progress below this one. */
  inner: Map<string, Frame>
  depth: number
}

/** The position of a value. */
interface Place {
  /** The object or list that contains it. */
  frame: Frame
  name: string
  depth: number
}

const noEntries: ReadonlyMap<string, Entry> = new Map()

// Without a prototype, so that a property called `__proto__` is one like any other.
const newFrame = (parent: Frame | undefined, entries: ReadonlyMap<string, Entry>, depth: number): Frame => ({
  parent,
  entries,
  made: Object.create(null) as Record<string, unknown>,
  done: new Set(),
  underWay: new Set(),
  inner: new Map(),
  depth,
})

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

// A placeholder directly followed by other characters in running text; the rest of a host name is not one.
const leading = /^([A-Za-z_][A-Za-z0-9_]*)(.+)$/s
const isHostLike = /\.[a-z0-9]/i

// Limits properties that refer to one another in a chain, and their nesting: the call stack is finite.
const mostRequested = 300

class Maker {
  readonly #tools: GeneratorTools
  readonly #entriesOf = new WeakMap<object, readonly Entry[]>()
  readonly #partsOf = new Map<string, Parts>()
  /** How many properties are in progress, each requested by the one before. */
  #requested = 0

  constructor(tools: GeneratorTools) {
    this.#tools = tools
  }

  whole(template: unknown): unknown {
    const frame = newFrame(undefined, noEntries, 0)
    return this.#value(template, undefined, { frame, name: '', depth: 0 })
  }

  #value(template: unknown, entry: Entry | undefined, place: Place): unknown {
    this.#tools.budget.node(place.depth)
    const rule = entry?.rule
    if (typeof template === 'string') return this.#text(template, rule, place)
    if (typeof template === 'number') return this.#number(template, entry)
    if (typeof template === 'boolean') return this.#boolean(template, rule)
    if (Array.isArray(template)) return this.#list(template, entry, place)
    return isObject(template) ? this.#object(template, rule, place) : template
  }

  /** Returns the count that a rule requires; undefined without a rule. */
  #count(rule: Rule | undefined): number | undefined {
    if (rule?.min === undefined) return undefined
    return Math.max(0, whole(this.#tools, rule.min, rule.max ?? rule.min))
  }

  #number(template: number, entry: Entry | undefined): number {
    const { min, max, places, step } = entry?.rule ?? {}
    if (entry && step !== undefined) return template + step * entry.times++
    const chosen = min === undefined ? template : whole(this.#tools, min, max ?? min)
    return places ? decimal(this.#tools, Math.trunc(chosen), whole(this.#tools, ...places)) : chosen
  }

  #boolean(template: boolean, rule: Rule | undefined): boolean {
    if (rule?.min === undefined) return template
    const [is, not] = [Math.max(0, rule.min), Math.max(0, rule.max ?? 1)]
    return this.#tools.random() * (is + not) < is ? template : !template
  }

  #list(template: readonly unknown[], entry: Entry | undefined, place: Place): unknown {
    const rule = entry?.rule
    const frame = newFrame(place.frame, noEntries, place.depth)
    const depth = place.depth + 1
    const make = (value: unknown, at: number) => this.#value(value, undefined, { frame, name: String(at), depth })
    if (entry && rule?.step !== undefined && template.length > 0)
      return make(template[(rule.step * entry.times++) % template.length], 0)
    if (rule?.min === 1 && rule.max === undefined && template.length > 0)
      return make(template[whole(this.#tools, 0, template.length - 1)], 0)
    const made: unknown[] = []
    const count = template.length === 0 ? 0 : (this.#count(rule) ?? 1)
    for (let round = 0; round < count; round++) for (const value of template) made.push(make(value, made.length))
    return made
  }

  #entries(template: object): readonly Entry[] {
    const known = this.#entriesOf.get(template)
    if (known) return known
    const entries = Object.entries(template).map(([key, value]) => ({ ...parseRule(key), value, times: 0 }))
    this.#entriesOf.set(template, entries)
    return entries
  }

  #object(template: object, rule: Rule | undefined, place: Place): object {
    const all = this.#entries(template)
    const count = this.#count(rule)
    const chosen = count === undefined ? undefined : new Set(shuffled(this.#tools, all, count))
    const entries = chosen ? all.filter((entry) => chosen.has(entry)) : all
    const frame = newFrame(place.frame, new Map(entries.map((entry) => [entry.name, entry])), place.depth)
    // A value that is requested before its turn still keeps its position.
    for (const name of frame.entries.keys()) {
      this.#tools.budget.text(name.length)
      frame.made[name] = null
    }
    place.frame.inner.set(place.name, frame)
    for (const entry of frame.entries.values()) this.#made(frame, entry)
    place.frame.inner.delete(place.name)
    return frame.made
  }

  #made(frame: Frame, entry: Entry): unknown {
    const { name } = entry
    if (!frame.done.has(name)) {
      if (this.#requested >= mostRequested) throw tooLarge()
      this.#requested++
      frame.underWay.add(name)
      frame.made[name] = this.#value(entry.value, entry, { frame, name, depth: frame.depth + 1 })
      frame.underWay.delete(name)
      frame.done.add(name)
      this.#requested--
    }
    return frame.made[name]
  }

  #text(template: string, rule: Rule | undefined, place: Place): unknown {
    const { budget: work } = this.#tools
    const count = this.#count(rule) ?? 1
    if (!template.includes('@')) {
      work.text(template.length * count)
      return template.repeat(count)
    }
    const parts = this.#parts(template)
    if (count === 1) return this.#filled(parts, place)
    let text = ''
    for (let round = 0; round < count; round++) {
      work.step()
      text += asText(this.#filled(parts, place))
    }
    return text
  }

  #parts(text: string): Parts {
    const known = this.#partsOf.get(text)
    if (known) return known
    const parts = parseParts(text, (count) => this.#tools.budget.step(count))
    this.#partsOf.set(text, parts)
    return parts
  }

  /** Returns a text with its placeholders filled in. A single placeholder alone keeps the type of its value. */
  #filled(parts: Parts, place: Place): unknown {
    const { budget: work } = this.#tools
    const [first] = parts
    if (parts.length === 1 && first !== undefined && typeof first !== 'string') {
      const value = this.#resolved(first, place)
      if (isObject(value)) work.again(value, place.depth)
      else work.text(asText(value).length)
      return value
    }
    let text = ''
    for (const part of parts) {
      const piece = typeof part === 'string' ? part : asText(this.#resolved(part, place))
      work.text(piece.length)
      text += piece
    }
    return text
  }

  /** Resolves a placeholder: a name of the template itself, then a known placeholder, then its own text. */
  #resolved(placeholder: Placeholder, place: Place): unknown {
    this.#tools.budget.step()
    const { name, args, source } = placeholder
    const found = this.#named(name, args, place)
    if (found) return found.value
    const [, head = '', tail = ''] = leading.exec(args ? '' : name) ?? []
    const start = head !== '' && !isHostLike.test(tail) ? this.#named(head, undefined, place) : undefined
    return start ? asText(start.value) + tail : source
  }

  #named(name: string, args: readonly Argument[] | undefined, place: Place): { value: unknown } | undefined {
    const own = this.#own(place.frame, name)
    if (own) return own
    if (name.includes('/')) return this.#byPath(name, place.frame)
    const generator = generators.get(name.toLowerCase())
    return (
      generator && {
        value: generator(
          this.#tools,
          (args ?? []).map((one) => this.#argument(one, place)),
        ),
      }
    )
  }

  /**
   * Returns an object's value under a name, generated now if its turn has not come; undefined if it is itself in
   * progress.
   */
  #own(frame: Frame, name: string): { value: unknown } | undefined {
    const entry = frame.entries.get(name)
    return entry && !frame.underWay.has(name) ? { value: this.#made(frame, entry) } : undefined
  }

  #argument(argument: Argument, place: Place): unknown {
    this.#tools.budget.step()
    if ('value' in argument) return argument.value
    if ('list' in argument) return argument.list.map((one) => this.#argument(one, place))
    return this.#filled(argument.parts, place)
  }

  /** Returns the value at `/from/the/top` or `../from/here`; tries again without counting lists as steps up. */
  #byPath(path: string, frame: Frame): { value: unknown } | undefined {
    const names = path.split('/').filter((name) => name !== '' && name !== '.')
    const down = names.filter((name) => name !== '..')
    const up = names.length - down.length
    if (path.startsWith('/')) return this.#below(ancestor(frame, Number.POSITIVE_INFINITY, isNamed), down)
    return (
      this.#below(
        ancestor(frame, up, () => true),
        down,
      ) ?? this.#below(ancestor(frame, up, isNamed), down)
    )
  }

  #below(frame: Frame, names: readonly string[]): { value: unknown } | undefined {
    const [name = '', ...rest] = names
    const underWay = rest.length > 0 ? frame.inner.get(name) : undefined
    if (underWay) return this.#below(underWay, rest)
    const own = this.#own(frame, name)
    if (!own) return undefined
    let { value } = own
    for (const each of rest) {
      if (!isObject(value) || !Object.hasOwn(value, each)) return undefined
      value = (value as Record<string, unknown>)[each]
    }
    return { value }
  }
}

const isNamed = (frame: Frame): boolean => frame.entries.size > 0

/** Returns the frame `up` steps above, or the topmost one; frames that `counts` rejects are not counted as steps. */
function ancestor(frame: Frame, up: number, counts: (frame: Frame) => boolean): Frame {
  let found = frame
  for (let left = up; left > 0 && found.parent?.parent; ) {
    found = found.parent
    if (counts(found)) left--
  }
  return found
}

/** The input of `generate` besides the template. */
export interface GenerationContext {
  /** A number from 0 up to, but not including, 1. */
  random: () => number
  now: Date
  limits: BudgetLimits
}

/** Generates a new value from a template. @throws {AppError} mockTooLarge */
export const generate = (template: unknown, { random, now, limits }: GenerationContext): unknown =>
  new Maker({ random, now, budget: new Budget(limits), counter: { value: 0 } }).whole(template)
