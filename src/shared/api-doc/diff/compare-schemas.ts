import { toList, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { type Alternatives, type FlatSchema, nameOf, type RawSchema, type SchemaFile } from './flat-schema.ts'
import { bounds, type ChangeLevel, compareLevels, type Direction, type Guard, levelOf, schemaAspects } from './kinds.ts'
import { findLifecycle, findStability } from './lifecycle.ts'
import type { SameParts } from './same-parts.ts'

/** What a text about a change shows. */
export type ChangeValues = Readonly<Record<string, string | number>>

/** A change in a schema, seen from the schema where the comparison began. */
export interface SchemaChange {
  /** A name of {@link schemaAspects}. */
  aspect: string
  level: ChangeLevel
  /** The names of the fields that lead there; `[]` for the items of a list, `{}` for the values of a map. */
  path: readonly string[]
  values: ChangeValues
  guard?: Guard | undefined
}

/** In which place two schemas are compared. */
interface SchemaContext {
  direction: Direction
  /** Whether the format distinguishes types: JSON does, a form or an address does not. */
  isStrict: boolean
  /** What a parameter allows more: a list where a single value was, when it is repeated. */
  parameter?: { isExploded: boolean } | undefined
  /** Whether this is the whole body, parameter or header, and not a field of it. */
  isRoot: boolean
}

// Budgets against input that grows without end. A genuine description needs far less.
const changesMost = 500
const pairsMost = 20_000
const repeatsMost = 2000
const comparisonsMost = 1_000_000
const branchesMost = 60
const shownMost = 120

/** Returns a value as text for a message. */
export function toShown(value: unknown): string {
  let text: string
  try {
    text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  } catch {
    return '…'
  }
  return text.length > shownMost ? `${text.slice(0, shownMost)}…` : text
}

const textOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

const isSubtype = (type: string, of: readonly string[]): boolean =>
  of.includes(type) || (type === 'integer' && of.includes('number'))

/** Whether all types of a set are in another; undefined stands for all types. */
const isWithin = (types: readonly string[] | undefined, others: readonly string[] | undefined): boolean =>
  others === undefined || (types?.every((type) => isSubtype(type, others)) ?? false)

const isSameTypes = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  one?.join() === other?.join()

/** The formats that have all values of another, by type. */
const widerFormats: Readonly<Record<string, readonly string[]>> = {
  'number float': ['double'],
  'integer int32': ['int64', 'bigint'],
  'integer int64': ['bigint'],
  'string date': ['date-time'],
  'string time': ['date-time'],
}

interface TypeSide {
  types: readonly string[] | undefined
  format: string
}

/** Whether all that one side allows is allowed by the other. */
function isTypeAllowed(from: TypeSide, to: TypeSide, isStrict: boolean): boolean {
  if (!isSameTypes(from.types, to.types)) {
    if (to.types === undefined) return true
    const isText = !isStrict && to.types.length === 1 && to.types[0] === 'string'
    if (!isWithin(from.types, to.types) && !isText) return false
  }
  if (from.format === to.format || to.format === '') return true
  const [type] = to.types ?? []
  return to.types?.length === 1 && (widerFormats[`${type} ${from.format}`] ?? []).includes(to.format)
}

/** The formats of OpenAPI 3.0 for what JSON Schema says in another way. */
const contentFormats = [
  ['byte', 'contentEncoding', 'base64'],
  ['base64', 'contentEncoding', 'base64'],
  ['binary', 'contentMediaType', 'application/octet-stream'],
] as const

/** Whether two schemas say the same of their bytes, one by a format of OpenAPI 3.0, the other by keywords. */
const isSameContent = (one: FlatSchema, other: FlatSchema): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([old, now]) =>
    contentFormats.some(
      ([format, keyword, value]) =>
        old?.format === format && old.get(keyword) === undefined && now?.format === '' && now.get(keyword) === value,
    ),
  )

const typeText = ({ types, format }: TypeSide): string =>
  `${types === undefined ? '*' : types.join(' | ')}${format === '' ? '' : ` (${format})`}`

/** Patterns that every text matches. */
const isAnyText = (pattern: string): boolean => /^\^?(?:\.\*)?\$?$/.test(pattern)

const isRepeated = (multiple: number, of: number): boolean => {
  const times = multiple / of
  return Math.abs(times - Math.round(times)) < 1e-9
}

/** The aspects of a field that stay visible on the side that never sees the field, by guard. */
const guarded: Readonly<Record<Guard, ReadonlySet<string>>> = {
  'read-only': new Set([
    ...bounds.map(([, name, isUpper]) => `${name}-${isUpper ? 'decreased' : 'increased'}`),
    'enum-value-removed',
  ]),
  'write-only': new Set(['enum-value-added']),
}

/** What changed in a schema itself, and the schemas in it that are to be compared. */
interface OwnChanges {
  changes: readonly SchemaChange[]
  below: readonly SchemaPair[]
}

/** Two schemas within others. */
interface SchemaPair {
  path: readonly string[]
  old: FlatSchema
  now: FlatSchema
  context: SchemaContext
}

/** A pair that is visited, and the pairs that lead there. */
interface Visit {
  old: FlatSchema
  now: FlatSchema
  own: OwnChanges
  /** From the pair above it. */
  path: readonly string[]
  from: Visit | undefined
}

/** Returns the path of a visited pair from the outermost one. */
function pathOf(visit: Visit): string[] {
  const path: string[] = []
  for (let at: Visit | undefined = visit; at; at = at.from) path.unshift(...at.path)
  return path
}

/** Whether a pair leads to itself. */
function isCircle(visit: Visit): boolean {
  for (let at = visit.from; at; at = at.from) if (at.old === visit.old && at.now === visit.now) return true
  return false
}

const nothing: OwnChanges = { changes: [], below: [] }

/** What is known about pairs of schemas, by place. */
class PairCache<T> {
  readonly #places = new Map<string, WeakMap<FlatSchema, WeakMap<FlatSchema, T>>>()

  get({ old, now, context }: Omit<SchemaPair, 'path'>): T | undefined {
    return this.#places.get(placeOf(context))?.get(old)?.get(now)
  }

  set({ old, now, context }: Omit<SchemaPair, 'path'>, value: T): void {
    const place = placeOf(context)
    const inPlace = this.#places.get(place) ?? new WeakMap<FlatSchema, WeakMap<FlatSchema, T>>()
    this.#places.set(place, inPlace)
    const ofOld = inPlace.get(old) ?? new WeakMap<FlatSchema, T>()
    inPlace.set(old, ofOld)
    ofOld.set(now, value)
  }
}

const placeOf = ({ direction, isStrict, isRoot, parameter }: SchemaContext): string =>
  `${direction} ${isStrict} ${isRoot} ${parameter?.isExploded ?? ''}`

/**
 * Compares the schemas of two descriptions. Each pair is compared once, without what is in it; what changed below a schema
 * is collected by visiting the pairs that it leads to, so that circles and shared models cost nothing.
 */
export class SchemaComparison {
  readonly #old: SchemaFile
  readonly #now: SchemaFile
  readonly #same: SameParts
  readonly #today: string
  readonly #own = new PairCache<OwnChanges>()
  readonly #all = new PairCache<readonly SchemaChange[]>()
  /** The pairs that are being compared: a pair that needs its own result gets none. */
  readonly #running = new PairCache<boolean>()
  #wasCut = false
  #left = comparisonsMost

  /** @param today the date that sunsets are compared with, as `2026-01-31` */
  constructor(old: SchemaFile, now: SchemaFile, same: SameParts, today: string) {
    this.#old = old
    this.#now = now
    this.#same = same
    this.#today = today
  }

  /** Returns what changed between two schemas, at most five hundred changes. */
  compare(old: RawSchema, now: RawSchema, context: SchemaContext): SchemaChange[] {
    return [...this.#compareRaw(old, now, context)]
  }

  #compareRaw(old: RawSchema, now: RawSchema, context: SchemaContext): readonly SchemaChange[] {
    if (this.#same.isSame(old, now)) return []
    return this.#compareFlat(this.#old.flatten(old), this.#now.flatten(now), context)
  }

  /** Returns what changed in two schemas and in everything that they lead to. */
  #compareFlat(old: FlatSchema, now: FlatSchema, context: SchemaContext): readonly SchemaChange[] {
    const pair = { old, now, context }
    const known = this.#all.get(pair)
    if (known) return known
    const cutBefore = this.#wasCut
    this.#wasCut = false
    const found = new Found(context)
    const top = this.#ownOf(pair)
    const [only, second] = top.below
    if (context.isRoot && top.changes.length === 0 && only && !second && !only.context.isRoot) {
      // what holds one other schema, such as a list, has the changes of that
      found.addBelow(only.path, this.#compareFlat(only.old, only.now, only.context))
    } else this.#visitAll({ old, now, own: top, path: [], from: undefined }, found)
    const { changes } = found
    if (!this.#wasCut) this.#all.set(pair, changes)
    this.#wasCut ||= cutBefore
    return changes
  }

  /** Collects what changed in a pair and in all that it leads to, the nearest first. */
  #visitAll(top: Visit, found: Found): void {
    const visited = new Map<FlatSchema, Set<FlatSchema>>()
    const open = [top]
    const repeats: Visit[] = []
    const addOwn = (visit: Visit) => {
      if (visit.own.changes.length > 0) found.addBelow(found.isFull ? [] : pathOf(visit), visit.own.changes)
    }
    for (let at = 0; at < open.length && at < pairsMost; at += 1) {
      const visit = open[at]
      if (!visit) break
      const others = visited.get(visit.old)
      if (others?.has(visit.now)) {
        if (repeats.length < repeatsMost && !isCircle(visit)) repeats.push(visit)
        continue
      }
      if (others) others.add(visit.now)
      else visited.set(visit.old, new Set([visit.now]))
      addOwn(visit)
      for (const one of this.#visitsBelow(visit)) open.push(one)
    }
    // the same model in another field: as far as that does not grow without end
    for (let at = 0; at < repeats.length && !found.isFull; at += 1) {
      const visit = repeats[at]
      if (!visit) break
      addOwn(visit)
      for (const one of this.#visitsBelow(visit)) if (repeats.length < repeatsMost && !isCircle(one)) repeats.push(one)
    }
    if (open.length > pairsMost) found.add('more-changes')
  }

  #visitsBelow(from: Visit): Visit[] {
    return from.own.below
      .map((pair): Visit => ({ old: pair.old, now: pair.now, own: this.#ownOf(pair), path: pair.path, from }))
      .filter(({ own }) => own !== nothing)
  }

  #ownOf(pair: Omit<SchemaPair, 'path'>): OwnChanges {
    const known = this.#own.get(pair)
    if (known) return known
    if (this.#running.get(pair)) {
      this.#wasCut = true
      return nothing
    }
    this.#left -= 1
    if (this.#left < 0)
      return { changes: [{ aspect: 'more-changes', level: 'warning', path: [], values: {} }], below: [] }
    const found = new Found(pair.context)
    this.#running.set(pair, true)
    this.#compareOwn(pair.old, pair.now, pair.context, found)
    this.#running.set(pair, false)
    const own =
      found.changes.length + found.below.length === 0 ? nothing : { changes: found.changes, below: found.below }
    this.#own.set(pair, own)
    return own
  }

  #compareOwn(given: FlatSchema, present: FlatSchema, context: SchemaContext, found: Found): void {
    const [old, now] = [unwrapped(given, present, this.#old), unwrapped(present, given, this.#now)]
    if (old.isNever !== now.isNever) found.add(now.isNever ? 'schema-became-false' : 'schema-became-not-false')
    if (old.isNever || now.isNever) return
    const unresolved = now.unresolved.filter((ref) => !old.unresolved.includes(ref))
    for (const ref of unresolved) found.add('reference-unresolved', { name: toShown(ref) })
    const isStructured = this.#compareAlternatives(old, now, context, found)
    if (!isStructured) {
      this.#compareTypes(old, now, context, found)
      this.#compareProperties(old, now, context, found)
    }
    compareNullable(old, now, found)
    compareValues(old, now, found)
    compareBounds(old, now, context, found)
    compareTexts(old, now, found)
    this.#compareLists(old, now, context, found)
    this.#compareMaps(old, now, context, found)
    this.#compareConditions(old, now, context, found)
    compareDiscriminators(old, now, found)
    if (!context.isRoot) this.#compareLifecycle(old, now, found)
    this.#compareAllOf(old, now, found)
    if (!context.isRoot && toText(old.get('description')).trim() !== toText(now.get('description')).trim())
      found.add('description-changed')
  }

  #below(old: RawSchema, now: RawSchema, context: SchemaContext, found: Found, ...path: string[]): void {
    if (this.#same.isSame(old, now)) return
    found.addPair({
      path,
      old: this.#old.flatten(old),
      now: this.#now.flatten(now),
      context: { ...context, isRoot: false },
    })
  }

  #compareTypes(old: FlatSchema, now: FlatSchema, context: SchemaContext, found: Found): void {
    const { direction, isStrict, parameter, isRoot } = context
    if (isSameTypes(old.types, now.types) && (old.format === now.format || isSameContent(old, now))) return
    const values = { from: typeText(old), to: typeText(now) }
    if (direction === 'response') {
      if (isTypeAllowed(now, old, isStrict)) {
        const isSwap = !isSameTypes(old.types, now.types) && !isWithin(now.types, old.types)
        found.add(isSwap ? 'type-compatible' : 'type-specialized', values)
      } else found.add(isTypeAllowed(old, now, true) ? 'type-generalized' : 'type-changed', values)
      return
    }
    if (parameter && !isRoot) {
      if (isTypeAllowed(old, now, true)) found.add('type-generalized', values)
      else if (isTypeAllowed(old, now, false)) found.add('type-changed', values, 'warning')
      else found.add('type-specialized', values)
      return
    }
    if (parameter?.isExploded && this.#isListOf(old, now)) found.add('type-generalized', values)
    else if (!isTypeAllowed(old, now, isStrict)) found.add('type-changed', values)
    else {
      const isSwap = old.types !== undefined && now.types !== undefined && !isWithin(old.types, now.types)
      found.add(isSwap && !parameter ? 'type-compatible' : 'type-generalized', values)
    }
  }

  /** Whether a parameter that had one value became a list of such values. */
  #isListOf(old: FlatSchema, now: FlatSchema): boolean {
    if (now.types?.join() !== 'array' || old.types === undefined || old.types.includes('array')) return false
    const items = this.#now.flatten(now.get('items'))
    return this.#compareFlat(old, items, { direction: 'request', isStrict: true, isRoot: false }).every(
      ({ level, aspect }) => level === 'info' && aspect !== 'type-generalized',
    )
  }

  #compareProperties(old: FlatSchema, now: FlatSchema, context: SchemaContext, found: Found): void {
    const { direction } = context
    const isRequest = direction === 'request'
    for (const [name, before] of old.properties) {
      const after = now.properties.get(name)
      const wasRequired = old.required.has(name)
      if (after === undefined) {
        const gone = this.#old.flatten(before)
        if (isRequest) {
          if (gone.get('readOnly') !== true) found.addAt([name], 'property-removed')
        } else {
          const guard = gone.get('writeOnly') === true ? 'write-only' : undefined
          found.addAt([name], `${wasRequired ? 'required' : 'optional'}-removed`, {}, guard && 'info', guard)
        }
        continue
      }
      this.#compareProperty(name, [before, after], [wasRequired, now.required.has(name)], context, found)
    }
    for (const [name, after] of now.properties) {
      if (old.properties.has(name)) continue
      const added = this.#now.flatten(after)
      const isRequired = now.required.has(name)
      if (isRequest) {
        if (added.get('readOnly') === true) continue
        const hasDefault = added.get('default') !== undefined
        found.addAt(
          [name],
          isRequired ? (hasDefault ? 'required-with-default-added' : 'required-added') : 'optional-added',
        )
      } else {
        const guard = added.get('writeOnly') === true ? 'write-only' : undefined
        found.addAt([name], `${isRequired ? 'required' : 'optional'}-added`, {}, 'info', guard)
      }
    }
    // a name that must be there, of which nothing else is said
    for (const name of now.required)
      if (!old.required.has(name) && !now.properties.has(name)) found.addAt([name], 'became-required')
    for (const name of old.required)
      if (!now.required.has(name) && !old.properties.has(name) && !now.properties.has(name))
        found.addAt([name], 'became-optional')
  }

  #compareProperty(
    name: string,
    [before, after]: [RawSchema, RawSchema],
    [wasRequired, isRequired]: [boolean, boolean],
    context: SchemaContext,
    found: Found,
  ): void {
    const isRequest = context.direction === 'request'
    const [old, now] = [this.#old.flatten(before), this.#now.flatten(after)]
    const flag = isRequest ? 'readOnly' : 'writeOnly'
    const guard = isRequest ? 'read-only' : 'write-only'
    const isGuarded = now.get(flag) === true
    if (wasRequired !== isRequired && !(isRequest && isGuarded)) {
      const hasDefault = isRequest && isRequired && now.get('default') !== undefined
      const aspect = isRequired ? (hasDefault ? 'became-required-with-default' : 'became-required') : 'became-optional'
      found.addAt([name], aspect, {}, isGuarded ? 'info' : undefined, isGuarded ? guard : undefined)
    }
    for (const [keyword, state] of [
      ['readOnly', 'read-only'],
      ['writeOnly', 'write-only'],
    ] as const) {
      const is = now.get(keyword) === true
      if ((old.get(keyword) === true) !== is)
        found.addAt([name], `${isRequired ? 'required' : 'optional'}-became-${is ? '' : 'not-'}${state}`)
    }
    if (!(isGuarded && old.get(flag) === true)) this.#below(before, after, context, found, name)
    else if (!this.#same.isSame(before, after)) {
      const { changes } = this.#ownOf({ old, now, context: { ...context, isRoot: false } })
      const visible = changes.filter(({ aspect, path }) => path.length === 0 && guarded[guard].has(aspect))
      found.addBelow(
        [name],
        visible.map((one): SchemaChange => ({ ...one, level: 'info', guard })),
      )
    }
  }

  #compareLists(old: FlatSchema, now: FlatSchema, context: SchemaContext, found: Found): void {
    const [before, after] = [subschemaOf(old, 'items'), subschemaOf(now, 'items')]
    if (before !== undefined && after !== undefined) this.#below(before, after, context, found, '[]')
    else if (after !== undefined && old.types?.includes('array')) found.add('items-added')
    else if (before !== undefined && now.types?.includes('array')) found.add('items-removed')
    const [firsts, seconds] = [toList(old.get('prefixItems')), toList(now.get('prefixItems'))]
    for (let at = 0; at < Math.max(firsts.length, seconds.length); at += 1) {
      if (at >= firsts.length) found.add('prefix-items-added', { name: at + 1 })
      else if (at >= seconds.length) found.add('prefix-items-removed', { name: at + 1 })
      else this.#below(firsts[at], seconds[at], context, found, `[${at}]`)
    }
    this.#compareOptional('contains', 'contains', old, now, context, found)
    this.#compareOptional('unevaluatedItems', 'unevaluated-items', old, now, context, found)
  }

  /** Compares a subschema that may be missing on either side. */
  #compareOptional(
    keyword: string,
    aspect: string,
    old: FlatSchema,
    now: FlatSchema,
    context: SchemaContext,
    found: Found,
  ): void {
    const [before, after] =
      keyword === 'contains'
        ? [old.get(keyword), now.get(keyword)]
        : [subschemaOf(old, keyword), subschemaOf(now, keyword)]
    if (before === undefined && after === undefined) return
    if (before === undefined) found.add(`${aspect}-added`)
    else if (after === undefined) found.add(`${aspect}-removed`)
    else this.#below(before, after, context, found, keyword)
  }

  #compareMaps(old: FlatSchema, now: FlatSchema, context: SchemaContext, found: Found): void {
    const [before, after] = [old.get('additionalProperties') ?? true, now.get('additionalProperties') ?? true]
    if (before === false || after === false) {
      if (before !== after)
        found.add(
          after === false ? 'additional-properties-forbidden' : 'additional-properties-allowed',
          {},
          // a field more in a response is no surprise, as with fields that have a name
          context.direction === 'response' ? 'info' : undefined,
        )
    } else if (isOpenSchema(before) && !isOpenSchema(after)) found.add('additional-properties-restricted')
    else if (!isOpenSchema(before) && isOpenSchema(after)) found.add('additional-properties-unrestricted')
    else if (!isOpenSchema(before)) this.#below(before, after, context, found, '{}')
    for (const [keyword, aspect] of [
      ['patternProperties', 'pattern-property'],
      ['dependentSchemas', 'dependent-schema'],
    ] as const) {
      const [firsts, seconds] = [toObject(old.get(keyword)) ?? {}, toObject(now.get(keyword)) ?? {}]
      for (const name of Object.keys(firsts))
        if (!Object.hasOwn(seconds, name)) found.add(`${aspect}-removed`, { name: toShown(name) })
        else this.#below(firsts[name], seconds[name], context, found, `${keyword}[${name}]`)
      for (const name of Object.keys(seconds))
        if (!Object.hasOwn(firsts, name)) found.add(`${aspect}-added`, { name: toShown(name) })
    }
    const [firsts, seconds] = [
      toObject(old.get('dependentRequired')) ?? {},
      toObject(now.get('dependentRequired')) ?? {},
    ]
    for (const name of new Set([...Object.keys(firsts), ...Object.keys(seconds)])) {
      const [first, second] = [toList(firsts[name]).map(toText), toList(seconds[name]).map(toText)]
      const values = { name: toShown(name), to: second.join(', ') }
      if (!Object.hasOwn(firsts, name)) found.add('dependent-required-added', values)
      else if (!Object.hasOwn(seconds, name)) found.add('dependent-required-removed', values)
      else if (first.toSorted().join() !== second.toSorted().join()) found.add('dependent-required-changed', values)
    }
    this.#compareOptional('propertyNames', 'property-names', old, now, context, found)
    this.#compareOptional('unevaluatedProperties', 'unevaluated-properties', old, now, context, found)
  }

  #compareConditions(old: FlatSchema, now: FlatSchema, context: SchemaContext, found: Found): void {
    for (const keyword of ['if', 'not'] as const) {
      const [before, after] = [old.get(keyword), now.get(keyword)]
      if (before === undefined && after === undefined) continue
      if (before === undefined) found.add(`${keyword}-added`)
      else if (after === undefined) found.add(`${keyword}-removed`)
      else if (this.#compareRaw(before, after, { ...context, isRoot: false }).some(({ aspect }) => !isNote(aspect)))
        found.add(`${keyword}-changed`)
    }
    this.#compareOptional('then', 'then', old, now, context, found)
    this.#compareOptional('else', 'else', old, now, context, found)
    this.#compareOptional('contentSchema', 'content-schema', old, now, context, found)
  }

  #compareLifecycle(old: FlatSchema, now: FlatSchema, found: Found): void {
    const fieldsOf = (flat: FlatSchema): UnknownObject => ({
      deprecated: flat.get('deprecated'),
      'x-sunset': flat.get('x-sunset'),
      'x-stability-level': flat.get('x-stability-level'),
    })
    const [before, after] = [fieldsOf(old), fieldsOf(now)]
    for (const { aspect, values } of findLifecycle(before, after, this.#today)) found.add(aspect, values)
    const stability = findStability(before, after)
    if (stability && stability.aspect !== 'invalid') found.add(`stability-${stability.aspect}`, stability.values)
  }

  /** Names the schemas that an `allOf` gained or lost, at the level of what that changes. */
  #compareAllOf(old: FlatSchema, now: FlatSchema, found: Found): void {
    if (old.allOf.length === 0 && now.allOf.length === 0) return
    const keyOf = (one: { name: string; schema: RawSchema }) => one.name || textOf(one.schema)
    const [before, after] = [new Set(old.allOf.map(keyOf)), new Set(now.allOf.map(keyOf))]
    const isInline = ({ name }: { name: string }) => name === ''
    // a single nameless schema on each side is one that changed
    const isSwap = old.allOf.filter(isInline).length === now.allOf.filter(isInline).length
    const changed = (one: { name: string; schema: RawSchema }, others: ReadonlySet<string>) =>
      !others.has(keyOf(one)) && !(isSwap && isInline(one))
    const [gained, lost] = [
      now.allOf.filter((one) => changed(one, before)),
      old.allOf.filter((one) => changed(one, after)),
    ]
    if (gained.length + lost.length === 0) return
    const caused = [
      ...found.changes,
      ...found.below.flatMap((pair) => this.#compareFlat(pair.old, pair.now, pair.context)),
    ].filter(({ aspect }) => !isNote(aspect))
    if (caused.length === 0) return
    const [level = 'info'] = caused.map((one) => one.level).toSorted(compareLevels)
    const show = (one: { name: string; schema: RawSchema }) => ({ name: one.name || toShown(one.schema) })
    for (const one of gained) found.add('all-of-added', show(one), level)
    for (const one of lost) found.add('all-of-removed', show(one), level)
  }

  /**
   * Compares `oneOf` and `anyOf`.
   *
   * @returns whether types and fields are compared with that
   */
  #compareAlternatives(old: FlatSchema, now: FlatSchema, context: SchemaContext, found: Found): boolean {
    if (old.alternatives.length === 0 && now.alternatives.length === 0) return false
    const types = this.#compareTypeLists(old, now, found)
    if (types === 'compared') {
      const [before, after] = [old.alternatives[0], now.alternatives[0]]
      if (before && after) this.#compareBranches(before, after, context, found, true)
      return true
    }
    let isStructured = false
    const pairs = pairAlternatives(old.alternatives, now.alternatives)
    for (const [before, after] of pairs) {
      if (before && after) {
        if (before.keyword !== after.keyword && !isSettled(old, now))
          found.add(after.keyword === 'oneOf' ? 'any-of-became-one-of' : 'one-of-became-any-of')
        this.#compareBranches(before, after, context, found, false)
      } else if (after) isStructured = this.#compareNewAlternatives(old, after, now, context, found) || isStructured
      else if (before) isStructured = this.#compareLostAlternatives(old, before, now, context, found) || isStructured
    }
    return isStructured
  }

  /** Compares schemas that are one type with those that are a choice of types. */
  #compareTypeLists(old: FlatSchema, now: FlatSchema, found: Found): 'compared' | 'no lists' {
    const [before, after] = [this.#typeList(old, this.#old), this.#typeList(now, this.#now)]
    if (!before || !after) return 'no lists'
    const [lost, gained] = [
      before.filter((type) => !isSubtype(type, after)),
      after.filter((type) => !isSubtype(type, before)),
    ]
    const values = { from: before.join(' | '), to: after.join(' | ') }
    if (lost.length > 0) found.add('list-of-types-narrowed', values)
    else if (gained.length > 0) found.add('list-of-types-widened', values)
    return 'compared'
  }

  #typeList(flat: FlatSchema, file: SchemaFile): string[] | undefined {
    if (flat.properties.size > 0) return undefined
    if (flat.alternatives.length === 0) return flat.types && [...flat.types]
    const [only, second] = flat.alternatives
    if (!only || second || flat.types !== undefined || only.branches.length > branchesMost) return undefined
    const types = new Set<string>()
    for (const branch of only.branches) {
      const one = file.flatten(branch)
      const [type] = one.types ?? []
      if (type === undefined || one.types?.length !== 1 || one.properties.size > 0 || one.alternatives.length > 0)
        return undefined
      types.add(type)
    }
    return types.size === only.branches.length ? [...types].toSorted() : undefined
  }

  #compareNewAlternatives(
    old: FlatSchema,
    after: Alternatives,
    now: FlatSchema,
    context: SchemaContext,
    found: Found,
  ): boolean {
    const isChoiceOnly = now.types === undefined && now.properties.size === 0
    const branches = after.branches.slice(0, branchesMost)
    const flats = branches.map((one) => this.#now.flatten(one))
    if (isChoiceOnly && branches.length === 1 && flats[0]) {
      found.addPair({ path: [], old, now: flats[0], context })
      return true
    }
    const names = after.branches.map((one, at) => nameOf(one) || `#${at + 1}`).join(', ')
    const isMoved = flats.some((one) => [...old.properties.keys()].some((name) => one.properties.has(name)))
    if (isChoiceOnly && old.properties.size > 0 && isMoved) {
      const isPreserved = flats.some((one) =>
        this.#compareFlat(old, one, { ...context, direction: 'request', isRoot: false }).every(
          ({ level }) => level === 'info',
        ),
      )
      found.add(isPreserved ? 'wrapped-in-one-of-original-preserved' : 'wrapped-in-one-of', { name: toShown(names) })
      return true
    }
    found.add('became-one-of', { keyword: after.keyword, name: toShown(names) })
    return isChoiceOnly
  }

  #compareLostAlternatives(
    old: FlatSchema,
    before: Alternatives,
    now: FlatSchema,
    context: SchemaContext,
    found: Found,
  ): boolean {
    const isChoiceOnly = old.types === undefined && old.properties.size === 0
    const isNothing = now.types === undefined && now.properties.size === 0
    const names = before.branches.map((one, at) => nameOf(one) || `#${at + 1}`)
    if (!isChoiceOnly || isNothing) {
      found.add('became-not-one-of', { keyword: before.keyword, name: toShown(names.join(', ')) })
      return isChoiceOnly && isNothing
    }
    const compared = before.branches
      .slice(0, branchesMost)
      .map((one, at) => ({ at, flat: this.#old.flatten(one) }))
      .map(({ at, flat }) => ({ at, flat, changes: this.#compareFlat(flat, now, context) }))
    const weightOf = (changes: readonly SchemaChange[]) =>
      changes.reduce((sum, { level }) => sum + (level === 'breaking' ? 1000 : level === 'warning' ? 100 : 1), 0)
    const [best] = compared.toSorted((one, other) => weightOf(one.changes) - weightOf(other.changes))
    if (!best) return false
    found.addPair({ path: [], old: best.flat, now, context })
    const keyword = before.keyword === 'oneOf' ? 'one-of' : 'any-of'
    names.forEach((name, at) => {
      if (at !== best.at) found.add(`${keyword}-removed`, { name: toShown(name) })
    })
    return true
  }

  /** @param isTypesKnown whether added and removed types have been reported */
  #compareBranches(
    before: Alternatives,
    after: Alternatives,
    context: SchemaContext,
    found: Found,
    isTypesKnown: boolean,
  ): void {
    const { pairs, lost, gained } = this.#matchBranches(before.branches, after.branches, context)
    for (const [one, other, name] of pairs) this.#below(one, other, context, found, `${after.keyword}[${name}]`)
    if (isTypesKnown) return
    for (const name of gained) found.add(`${after.keyword === 'oneOf' ? 'one-of' : 'any-of'}-added`, { name })
    for (const name of lost) found.add(`${before.keyword === 'oneOf' ? 'one-of' : 'any-of'}-removed`, { name })
  }

  /** Matches alternatives by name, then those that are equal, then those that have most in common. */
  #matchBranches(before: readonly RawSchema[], after: readonly RawSchema[], context: SchemaContext) {
    const label = (raw: RawSchema, at: number) => ({ raw, at, name: nameOf(raw), shown: nameOf(raw) || `#${at + 1}` })
    let olds = before.map(label)
    let news = after.map(label)
    const pairs: [RawSchema, RawSchema, string][] = []
    const match = (isPair: (one: (typeof olds)[number], other: (typeof news)[number]) => boolean): void => {
      for (const one of olds) {
        const other = news.find((candidate) => isPair(one, candidate))
        if (!other) continue
        pairs.push([one.raw, other.raw, other.shown])
        olds = olds.filter((each) => each !== one)
        news = news.filter((each) => each !== other)
      }
    }
    const byName = new Map(news.filter(({ name }) => name !== '').map((one) => [one.name, one]))
    match((one, other) => one.name !== '' && byName.get(one.name) === other)
    if (olds.length <= branchesMost && news.length <= branchesMost) {
      match((one, other) => this.#same.isSame(one.raw, other.raw))
      const below = { ...context, isRoot: false }
      match((one, other) => this.#compareRaw(one.raw, other.raw, below).every(({ aspect }) => isNote(aspect)))
      const isInline = (raw: RawSchema) => typeof toObject(raw)?.['$ref'] !== 'string'
      const isFree = (one: RawSchema, other: RawSchema) => isInline(one) || isInline(other)
      match((one, other) => isFree(one.raw, other.raw) && this.#likeness(one.raw, other.raw) >= 0.5)
    }
    return { pairs, lost: olds.map(({ shown }) => shown), gained: news.map(({ shown }) => shown) }
  }

  /** Returns how much two schemas have in common, from 0 to 1. */
  #likeness(one: RawSchema, other: RawSchema): number {
    const [old, now] = [this.#old.flatten(one), this.#now.flatten(other)]
    if (!isSameTypes(old.types, now.types)) return 0
    if (old.properties.size + now.properties.size > 0) return commonPart(old.properties, now.properties)
    const isChoice = old.alternatives.length > 0 && now.alternatives.length > 0
    return old.types !== undefined || isChoice ? 0.6 : commonPart(old.required, now.required)
  }
}

type Names = Pick<ReadonlyMap<string, unknown> | ReadonlySet<string>, 'size' | 'keys' | 'has'>

/** Returns the part of names that two sides have, from 0 to 1; 0 when neither has any. */
function commonPart(one: Names, other: Names): number {
  const both = [...one.keys()].filter((name) => other.has(name)).length
  return both / Math.max(one.size, other.size, 1)
}

/** Collects the changes of one schema. */
class Found {
  readonly changes: SchemaChange[] = []
  readonly below: SchemaPair[] = []
  readonly #direction: Direction

  constructor({ direction }: SchemaContext) {
    this.#direction = direction
  }

  add(aspect: string, values: ChangeValues = {}, level?: ChangeLevel): void {
    this.addAt([], aspect, values, level)
  }

  addAt(path: readonly string[], aspect: string, values: ChangeValues = {}, level?: ChangeLevel, guard?: Guard): void {
    const own = level ?? levelOf(schemaAspects.get(aspect) ?? 'unknown', this.#direction)
    this.#push({ aspect, level: own, path, values, guard })
  }

  /** Whether further changes are not listed. */
  get isFull(): boolean {
    return this.changes.length > changesMost
  }

  /** Adds two schemas in this one, which are compared later. */
  addPair(pair: SchemaPair): void {
    this.below.push(pair)
  }

  addBelow(path: readonly string[], changes: readonly SchemaChange[]): void {
    for (const one of changes) this.#push(path.length === 0 ? one : { ...one, path: [...path, ...one.path] })
  }

  #push(change: SchemaChange): void {
    if (this.changes.length < changesMost) this.changes.push(change)
    else if (this.changes.length === changesMost)
      this.changes.push({ aspect: 'more-changes', level: 'warning', path: [], values: {} })
    else if (change.level === 'breaking')
      this.changes[changesMost] = { aspect: 'more-changes', level: 'breaking', path: [], values: {} }
  }
}

/** Whether a schema allows every value. */
const isOpenSchema = (schema: unknown): boolean => {
  const object = toObject(schema)
  return schema === true || (object !== undefined && Object.keys(object).length === 0)
}

/** Whether a change concerns only what people read. */
const isNote = (aspect: string): boolean => aspect === 'description-changed'

const choiceKeywords = new Set(['oneOf', 'anyOf', 'discriminator', 'title'])

/** What the parts of a schema are joined by. */
const joined = new Set(['oneOf', 'anyOf', 'allOf', '$ref'])

/**
 * Returns a schema with its only alternative merged into it, where the other schema has no choice: one of one means the same
 * as that one.
 */
function unwrapped(flat: FlatSchema, other: FlatSchema, file: SchemaFile): FlatSchema {
  const [only, second] = flat.alternatives
  const [branch] = only?.branches ?? []
  if (second || other.alternatives.length > 0 || only?.branches.length !== 1 || flat.isNullable) return flat
  const isAll = flat.parts.every((part) => Object.keys(part).every((key) => choiceKeywords.has(key)))
  if (isAll) return file.flatten(branch)
  const own = flat.parts.map((part) => Object.fromEntries(Object.entries(part).filter(([key]) => !joined.has(key))))
  return { ...file.flatten({ allOf: [...own, branch] }), allOf: flat.allOf }
}

/** Whether a choice has one alternative for each value on both sides, so that one of them and any of them are the same. */
const isSettled = (old: FlatSchema, now: FlatSchema): boolean =>
  [old, now].every((flat) => flat.get('discriminator') !== undefined || flat.alternatives[0]?.branches.length === 1)

function pairAlternatives(
  olds: readonly Alternatives[],
  news: readonly Alternatives[],
): [Alternatives | undefined, Alternatives | undefined][] {
  const [before] = olds
  const [after] = news
  // a choice that changed its keyword
  if (olds.length === 1 && news.length === 1 && before && after) return [[before, after]]
  const of = (list: readonly Alternatives[], keyword: string) => list.filter((one) => one.keyword === keyword)
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const [firsts, seconds] = [of(olds, keyword), of(news, keyword)]
    return Array.from({ length: Math.max(firsts.length, seconds.length) }, (_, at) => [firsts[at], seconds[at]]) as [
      Alternatives | undefined,
      Alternatives | undefined,
    ][]
  })
}

function compareNullable(old: FlatSchema, now: FlatSchema, found: Found): void {
  if (old.isNullable === now.isNullable) return
  // without a type, null was allowed all along
  const isAny = (flat: FlatSchema) =>
    flat.types === undefined && flat.alternatives.length === 0 && flat.values === undefined && !flat.isNullable
  if (now.isNullable) {
    if (!isAny(old)) found.add('became-nullable')
  } else if (!isAny(now)) found.add('became-not-nullable')
}

/** Returns the values of a schema; a constant is a list of one where the other schema has a list. */
const valuesBeside = (flat: FlatSchema, other: FlatSchema): readonly unknown[] | undefined =>
  flat.values ?? (other.values && flat.get('const') !== undefined ? [flat.get('const')] : undefined)

function compareValues(old: FlatSchema, now: FlatSchema, found: Found): void {
  const [before, after] = [valuesBeside(old, now), valuesBeside(now, old)]
  const isListed = before !== old.values || after !== now.values
  if (before && after) {
    const [firsts, seconds] = [new Set(before.map(textOf)), new Set(after.map(textOf))]
    for (const one of before) if (!seconds.has(textOf(one))) found.add('enum-value-removed', { name: toShown(one) })
    for (const one of after) if (!firsts.has(textOf(one))) found.add('enum-value-added', { name: toShown(one) })
  } else if (after) found.add('became-enum', { to: toShown(after.map(toShown).join(', ')) })
  else if (before) found.add('became-not-enum', { from: toShown(before.map(toShown).join(', ')) })
  const [listed, present] = [toList(old.get('x-extensible-enum')), toList(now.get('x-extensible-enum'))]
  if (listed.length > 0 && present.length > 0) {
    const [firsts, seconds] = [new Set(listed.map(textOf)), new Set(present.map(textOf))]
    for (const one of listed)
      if (!seconds.has(textOf(one))) found.add('x-extensible-enum-value-removed', { name: toShown(one) })
    for (const one of present)
      if (!firsts.has(textOf(one))) found.add('x-extensible-enum-value-added', { name: toShown(one) })
  }
  for (const [keyword, aspect] of [
    ['const', 'const'],
    ['default', 'default-value'],
  ] as const) {
    if (keyword === 'const' && isListed) continue
    const [first, second] = [old.get(keyword), now.get(keyword)]
    const values = { from: toShown(first), to: toShown(second) }
    if (first === undefined && second !== undefined) found.add(`${aspect}-added`, values)
    else if (first !== undefined && second === undefined) found.add(`${aspect}-removed`, values)
    else if (textOf(first) !== textOf(second)) found.add(`${aspect}-changed`, values)
  }
}

/** Returns a limit; undefined for one that every value keeps to, such as `minLength: 0`. */
function limitOf(flat: FlatSchema, keyword: string): unknown {
  const limit = flat.get(keyword)
  return limit === 0 && /^min(?:Length|Items|Properties)$/.test(keyword) ? undefined : limit
}

/** Returns a schema within another; undefined for one that every value meets. */
function subschemaOf(flat: FlatSchema, keyword: string): unknown {
  const schema = flat.get(keyword)
  return isOpenSchema(schema) ? undefined : schema
}

/** Compares a limit that became an exclusive one, or the other way round: one change. Returns its keywords, or none. */
function compareExclusive(old: FlatSchema, now: FlatSchema, isUpper: boolean, found: Found): readonly string[] {
  const [keyword, exclusive, name] = isUpper
    ? ['maximum', 'exclusiveMaximum', 'max']
    : ['minimum', 'exclusiveMinimum', 'min']
  const limitsOf = (flat: FlatSchema) => [flat.get(keyword), flat.get(exclusive)]
  const [[was, wasExclusive], [is, isExclusive]] = [limitsOf(old), limitsOf(now)]
  const isTighter = (one: number, other: number) => (isUpper ? one < other : one > other)
  if (typeof was === 'number' && typeof isExclusive === 'number' && wasExclusive === undefined && is === undefined) {
    const values = { from: toShown(was), to: toShown(isExclusive) }
    if (isTighter(was, isExclusive)) found.add(`${name}-unset`, { keyword, ...values })
    else found.add(`exclusive-${name}-set`, { keyword: exclusive, ...values })
  } else if (
    typeof wasExclusive === 'number' &&
    typeof is === 'number' &&
    was === undefined &&
    isExclusive === undefined
  ) {
    const values = { from: toShown(wasExclusive), to: toShown(is) }
    if (isTighter(is, wasExclusive)) found.add(`${name}-set`, { keyword, ...values })
    else found.add(`exclusive-${name}-unset`, { keyword: exclusive, ...values })
  } else return []
  return [keyword, exclusive]
}

function compareBounds(old: FlatSchema, now: FlatSchema, { direction }: SchemaContext, found: Found): void {
  const compared = [true, false].flatMap((isUpper) => compareExclusive(old, now, isUpper, found))
  for (const [keyword, name] of bounds) {
    if (compared.includes(keyword)) continue
    const [before, after] = [limitOf(old, keyword), limitOf(now, keyword)]
    if (typeof before !== 'number' && typeof after !== 'number') continue
    const values = { keyword, from: toShown(before), to: toShown(after) }
    if (typeof before !== 'number') found.add(`${name}-set`, values)
    else if (typeof after !== 'number') found.add(`${name}-unset`, values)
    else if (after !== before) found.add(`${name}-${after > before ? 'increased' : 'decreased'}`, values)
  }
  const [before, after] = [old.get('multipleOf'), now.get('multipleOf')]
  const values = { keyword: 'multipleOf', from: toShown(before), to: toShown(after) }
  if (typeof before === 'number' && typeof after === 'number' && before > 0 && after > 0) {
    if (before !== after) {
      const isKnown =
        direction === 'request'
          ? isRepeated(before, after) && 'generalized'
          : isRepeated(after, before) && 'specialized'
      found.add(`multiple-of-${isKnown || 'changed'}`, values)
    }
  } else if (typeof after === 'number' && typeof before !== 'number') found.add('multiple-of-set', values)
  else if (typeof before === 'number' && typeof after !== 'number') found.add('multiple-of-unset', values)
  const [were, are] = [old.get('uniqueItems') === true, now.get('uniqueItems') === true]
  if (were !== are) found.add(are ? 'unique-items-set' : 'unique-items-unset')
}

function compareTexts(old: FlatSchema, now: FlatSchema, found: Found): void {
  const [before, after] = [toText(old.get('pattern')), toText(now.get('pattern'))]
  const values = { from: toShown(before), to: toShown(after) }
  if (before !== after) {
    if (before === '') found.add('pattern-added', values)
    else if (after === '') found.add('pattern-removed', values)
    else found.add(isAnyText(after) ? 'pattern-generalized' : 'pattern-changed', values)
  }
  if (isSameContent(old, now)) return
  for (const [keyword, aspect] of [
    ['contentMediaType', 'content-media-type-changed'],
    ['contentEncoding', 'content-encoding-changed'],
  ] as const) {
    const [first, second] = [toText(old.get(keyword)), toText(now.get(keyword))]
    if (first !== second) found.add(aspect, { from: toShown(first), to: toShown(second) })
  }
}

function compareDiscriminators(old: FlatSchema, now: FlatSchema, found: Found): void {
  const [before, after] = [toObject(old.get('discriminator')), toObject(now.get('discriminator'))]
  if (!before && !after) return
  const [from, to] = [toText(before?.['propertyName']), toText(after?.['propertyName'])]
  if (!before) return found.add('discriminator-added', { to })
  if (!after) return found.add('discriminator-removed', { from })
  if (from !== to) found.add('discriminator-property-name-changed', { from, to })
  const [firsts, seconds] = [toObject(before['mapping']) ?? {}, toObject(after['mapping']) ?? {}]
  for (const name of Object.keys(firsts)) {
    if (!Object.hasOwn(seconds, name)) found.add('discriminator-mapping-deleted', { name })
    else if (firsts[name] !== seconds[name])
      found.add('discriminator-mapping-changed', {
        name,
        from: toShown(firsts[name]),
        to: toShown(seconds[name]),
      })
  }
  for (const name of Object.keys(seconds))
    if (!Object.hasOwn(firsts, name)) found.add('discriminator-mapping-added', { name })
}
