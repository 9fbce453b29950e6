import { toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import type { Changes } from './changes.ts'
import { toShown } from './compare-schemas.ts'
import type { SchemaFile } from './flat-schema.ts'

/** One way to be let in: the schemes that are needed together, each with its scopes. */
type Requirement = ReadonlyMap<string, readonly string[]>

const requirementsOf = (value: unknown): Requirement[] =>
  toObjects(value).map(
    (one) =>
      new Map(
        Object.entries(one)
          .map(([name, scopes]): [string, string[]] => [
            name,
            Array.isArray(scopes) ? scopes.map(toText).toSorted() : [],
          ])
          .toSorted(([first], [second]) => (first < second ? -1 : 1)),
      ),
  )

const keyOf = (one: Requirement): string => JSON.stringify([...one.keys()])
const textOf = (one: Requirement): string =>
  [...one].map(([name, scopes]) => (scopes.length > 0 ? `${name} (${scopes.join(', ')})` : name)).join(' + ')

/** Whether requests without credentials are let in. */
const isOpen = (list: readonly Requirement[]): boolean => list.length === 0 || list.some((one) => one.size === 0)

interface Difference {
  added: Requirement[]
  removed: Requirement[]
  scopes: { scheme: string; added: string[]; removed: string[] }[]
}

function differenceOf(olds: readonly Requirement[], news: readonly Requirement[]): Difference {
  const rest = [...news]
  const removed: Requirement[] = []
  const scopes: Difference['scopes'] = []
  const take = (isIt: (one: Requirement) => boolean): Requirement | undefined => {
    const at = rest.findIndex(isIt)
    return at < 0 ? undefined : rest.splice(at, 1)[0]
  }
  const others = olds.filter((one) => !take((candidate) => textOf(candidate) === textOf(one)))
  for (const one of others) {
    const other = take((candidate) => keyOf(candidate) === keyOf(one))
    if (!other) removed.push(one)
    else
      for (const [scheme, had] of one) {
        const has = other.get(scheme) ?? []
        scopes.push({
          scheme,
          added: has.filter((scope) => !had.includes(scope)),
          removed: had.filter((scope) => !has.includes(scope)),
        })
      }
  }
  return { added: rest, removed, scopes }
}

/** Compares who is let in: by the whole description, and by operations that say it themselves. */
export class Security {
  readonly #old: readonly Requirement[]
  readonly #now: readonly Requirement[]
  /** Whether an operation takes over the requirements of the whole description on both sides. */
  #isShared = false

  constructor(old: UnknownObject, now: UnknownObject) {
    this.#old = requirementsOf(old['security'])
    this.#now = requirementsOf(now['security'])
  }

  /** Compares the requirements of an operation. Those that it takes over on both sides are compared once, by {@link compareShared}. */
  compare(old: UnknownObject, now: UnknownObject, changes: Changes): void {
    const [own, present] = [old['security'], now['security']]
    if (own === undefined && present === undefined) {
      this.#isShared = true
      return
    }
    const before = own === undefined ? this.#old : requirementsOf(own)
    const after = present === undefined ? this.#now : requirementsOf(present)
    compareRequirements(before, after, 'api-security', changes, true)
  }

  /** Compares the requirements of the whole description. */
  compareShared(changes: Changes): void {
    compareRequirements(this.#old, this.#now, 'api-global-security', changes, this.#isShared)
  }
}

function compareRequirements(
  before: readonly Requirement[],
  after: readonly Requirement[],
  prefix: 'api-security' | 'api-global-security',
  changes: Changes,
  isUsed: boolean,
): void {
  const path = 'security'
  // who lets everyone in turns nobody away, whatever else is gone
  const level = isUsed && !isOpen(after) ? undefined : 'info'
  if (isOpen(before) !== isOpen(after) && isUsed)
    changes.add(isOpen(after) ? `${prefix}-anonymous-access-added` : `${prefix}-anonymous-access-removed`, path)
  const { added, removed, scopes } = differenceOf(before, after)
  for (const one of added) if (one.size > 0) changes.add(`${prefix}-added`, path, { name: textOf(one) })
  for (const one of removed) if (one.size > 0) changes.add(`${prefix}-removed`, path, { name: textOf(one) }, level)
  for (const one of scopes) {
    for (const name of one.added)
      changes.add(`${prefix}-scope-added`, `${path}/${one.scheme}`, { name, to: one.scheme }, level)
    for (const name of one.removed)
      changes.add(`${prefix}-scope-removed`, `${path}/${one.scheme}`, { name, to: one.scheme })
  }
}

const flowsOf = (scheme: UnknownObject): [string, UnknownObject][] =>
  Object.entries(toObject(scheme['flows']) ?? {}).map(([name, flow]) => [name, toObject(flow) ?? {}])

/** Compares what a description shares among its operations and says nothing of itself. */
export function compareComponents(old: SchemaFile, now: SchemaFile, changes: Changes): void {
  const partsOf = (file: SchemaFile, kind: string) =>
    Object.entries(toObject(toObject(file.root['components'])?.[kind]) ?? {})
  const schemas = new Set(partsOf(now, 'schemas').map(([name]) => name))
  for (const [name] of partsOf(old, 'schemas'))
    if (!schemas.has(name)) changes.add('api-schema-removed', `components/schemas/${name}`, { name })
  const before = new Map(partsOf(old, 'securitySchemes').map(([name, value]) => [name, old.object(value) ?? {}]))
  const after = new Map(partsOf(now, 'securitySchemes').map(([name, value]) => [name, now.object(value) ?? {}]))
  for (const [name, scheme] of before) {
    const path = `components/securitySchemes/${name}`
    const present = after.get(name)
    if (present) compareScheme(name, path, [scheme, present], changes)
    else changes.add('api-security-component-removed', path, { name })
  }
  for (const name of after.keys())
    if (!before.has(name)) changes.add('api-security-component-added', `components/securitySchemes/${name}`, { name })
}

function compareScheme(
  name: string,
  path: string,
  [old, now]: readonly [UnknownObject, UnknownObject],
  changes: Changes,
): void {
  const [from, to] = [toText(old['type']), toText(now['type'])]
  if (from !== to) changes.add('api-security-component-type-changed', path, { name, from, to })
  for (const field of ['in', 'name', 'scheme', 'openIdConnectUrl']) {
    const [before, after] = [toText(old[field]), toText(now[field])]
    if (from === to && before.toLowerCase() !== after.toLowerCase())
      changes.add('api-security-component-field-changed', `${path}/${field}`, { name, field, from: before, to: after })
  }
  const flows = new Map(flowsOf(now))
  for (const [kind, flow] of flowsOf(old)) {
    const present = flows.get(kind)
    const at = `${path}/flows/${kind}`
    if (!present) {
      if (from === to)
        changes.add('api-security-component-field-changed', at, { name, field: 'flows', from: kind, to: '—' })
      continue
    }
    const urls = [
      ['authorizationUrl', 'api-security-component-oauth-url-changed'],
      ['tokenUrl', 'api-security-component-oauth-token-url-changed'],
    ] as const
    for (const [field, change] of urls) {
      const [before, after] = [toText(flow[field]), toText(present[field])]
      if (before !== after) changes.add(change, `${at}/${field}`, { name, from: before, to: after })
    }
    const [had, has] = [toObject(flow['scopes']) ?? {}, toObject(present['scopes']) ?? {}]
    for (const scope of Object.keys(had)) {
      const values = { name, scope, from: toShown(had[scope]), to: toShown(has[scope]) }
      if (!Object.hasOwn(has, scope)) changes.add('api-security-component-oauth-scope-removed', at, values)
      else if (had[scope] !== has[scope]) changes.add('api-security-component-oauth-scope-changed', at, values)
    }
    for (const scope of Object.keys(has))
      if (!Object.hasOwn(had, scope)) changes.add('api-security-component-oauth-scope-added', at, { name, scope })
  }
}
