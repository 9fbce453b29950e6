import { duplicatesKey, operationsKey } from '../openapi/extensions.ts'
import { pathMethods } from '../openapi/fields.ts'
import { upgradeOpenApi } from '../openapi/upgrade.ts'
import { objectFields, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import { type ApiChange, Changes } from './changes.ts'
import { compareOperation, type OperationSide } from './compare-operations.ts'
import { SchemaComparison } from './compare-schemas.ts'
import { compareComponents, Security } from './compare-security.ts'
import { SchemaFile } from './flat-schema.ts'
import { dayOf, isUnstable } from './lifecycle.ts'
import { SameParts } from './same-parts.ts'

/** An operation of a description. */
interface PlacedOperation {
  path: string
  method: string
  side: OperationSide
}

/** Returns a path without the names of its parameters: `/pets/{id}` is `/pets/{}`. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}')

function operationsOf(file: SchemaFile, paths: unknown): PlacedOperation[] {
  return Object.entries(toObject(paths) ?? {}).flatMap(([path, given]) => {
    const around = file.object(given)
    if (!around || path.startsWith('x-')) return []
    const methods: [string, UnknownObject][] = pathMethods.flatMap((method) => {
      const operation = toObject(around[method])
      return operation ? [[method, operation] as [string, UnknownObject]] : []
    })
    const others = [...objectFields(around['additionalOperations']), ...objectFields(around[operationsKey])]
    const repeated = Object.entries(toObject(around[duplicatesKey]) ?? {}).flatMap(([method, list]) =>
      toObjects(list).map((one, at): [string, UnknownObject] => [`${method} #${at + 2}`, one]),
    )
    return [...methods, ...others, ...repeated].map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      side: { file, around, operation },
    }))
  })
}

/** A path with its operations in both descriptions. */
interface PathPair {
  old: PlacedOperation[]
  now: PlacedOperation[]
}

/**
 * Matches paths: equal ones, then those in which only the names of parameters differ.
 *
 * @param bases what stands before the paths of each side
 */
function matchPaths(
  olds: readonly PlacedOperation[],
  news: readonly PlacedOperation[],
  [oldBase, nowBase]: readonly [string, string] = ['', ''],
): PathPair[] {
  const before = Map.groupBy(olds, ({ path }) => oldBase + path)
  const after = Map.groupBy(news, ({ path }) => nowBase + path)
  const pairs: PathPair[] = []
  const rest = new Map<string, PlacedOperation[]>()
  for (const [path, now] of after) {
    const old = before.get(path)
    if (old) pairs.push({ old, now })
    else rest.set(shapeOf(path), [...(rest.get(shapeOf(path)) ?? []), ...now])
    before.delete(path)
  }
  for (const [path, old] of before) {
    const now = rest.get(shapeOf(path)) ?? []
    rest.delete(shapeOf(path))
    pairs.push({ old, now })
  }
  for (const now of rest.values()) pairs.push({ old: [], now })
  return pairs
}

/** The address of a server without its host: where the paths begin. */
const basePathOf = (url: string): string => url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/\/+$/, '')

/** Returns the addresses of the servers without the slashes at their ends. */
const serversOf = (root: UnknownObject): string[] => {
  const urls = toObjects(root['servers']).map((one) => toText(one['url']))
  return [...new Set(urls.filter((url) => url !== '').map((url) => url.replace(/(?<=.)\/+$/, '')))]
}

const basePathsOf = (urls: readonly string[]): string[] => [...new Set(urls.map(basePathOf))].toSorted()

/**
 * Returns what stands before the paths of both descriptions when that explains why their paths differ: `/v1` was a part
 * of the server's address, and is one of every path now. Undefined otherwise.
 */
function findMovedBase(old: UnknownObject, now: UnknownObject): readonly [string, string] | undefined {
  const [[before = '', second], [after = '', other]] = [basePathsOf(serversOf(old)), basePathsOf(serversOf(now))]
  if (second !== undefined || other !== undefined || before === after) return undefined
  const shapesOf = (root: UnknownObject, base: string) =>
    new Set(Object.keys(toObject(root['paths']) ?? {}).map((path) => base + shapeOf(path)))
  const countOfBoth = (from: string, to: string) => {
    const others = shapesOf(now, to)
    return [...shapesOf(old, from)].filter((path) => others.has(path)).length
  }
  return countOfBoth(before, after) > countOfBoth('', '') ? [before, after] : undefined
}

function compareServers(
  before: readonly string[],
  after: readonly string[],
  isBaseMoved: boolean,
  changes: Changes,
): void {
  const [gone, come] = [before.filter((url) => !after.includes(url)), after.filter((url) => !before.includes(url))]
  const [from, to] = [basePathsOf(before).join(', '), basePathsOf(after).join(', ')]
  if (isBaseMoved) {
    const hostsOf = (urls: readonly string[]) => urls.map((url) => url.slice(0, url.length - basePathOf(url).length))
    if (hostsOf(gone).toSorted().join() === hostsOf(come).toSorted().join()) return
  } else if (before.length > 0 && after.length > 0 && from !== to && gone.length > 0 && come.length > 0)
    changes.add('api-base-path-changed', 'servers', { from: from || '/', to: to || '/' })
  for (const url of gone) changes.add('api-server-removed', `servers/${url}`, { name: url })
  for (const url of come) changes.add('api-server-added', `servers/${url}`, { name: url })
}

/** Compares the servers of an operation that names its own, or whose path does, on one side or both. */
function compareOwnServers({ side: old }: PlacedOperation, { side: now }: PlacedOperation, changes: Changes): void {
  const own = ({ operation, around }: OperationSide) =>
    [operation, around].find((one) => toObjects(one['servers']).length > 0)
  const [before, after] = [own(old), own(now)]
  if (before || after)
    compareServers(serversOf(before ?? old.file.root), serversOf(after ?? now.file.root), false, changes)
}

const versionOf = (root: UnknownObject): string => toText(toObject(root['info'])?.['version'])

/** Judges the version by what was found: a breaking change asks for a new major version. */
function compareVersions(old: UnknownObject, now: UnknownObject, changes: Changes): void {
  if (!changes.list.some(({ level }) => level === 'breaking')) return
  const [from, to] = [versionOf(old), versionOf(now)]
  if (from === '' || to === '') return
  if (from === to) return changes.add('api-version-not-bumped', 'info/version', { from })
  const numbers = (text: string) =>
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/
      .exec(text)
      ?.slice(1)
      .map((one) => Number(one ?? 0))
  const [first, second] = [numbers(from), numbers(to)]
  if (!first || !second) return
  const at = first.findIndex((number, index) => number !== second[index])
  if (at >= 0 && (second[at] ?? 0) < (first[at] ?? 0))
    changes.add('api-version-decreased', 'info/version', { from, to })
  else if (first[0] === second[0]) changes.add('api-major-version-not-bumped', 'info/version', { from, to })
}

function compareRemoved(
  { side: { operation } }: PlacedOperation,
  isPathGone: boolean,
  today: string,
  changes: Changes,
) {
  const prefix = isPathGone ? 'api-path-removed' : 'api-removed'
  if (operation['deprecated'] !== true) return changes.add(`${prefix}-without-deprecation`, '')
  const sunset = toText(operation['x-sunset']).trim()
  if (sunset === '') return changes.add(`${prefix}-with-deprecation`, '')
  const day = dayOf(sunset)
  if (day === undefined) changes.add('api-path-sunset-parse', '', { to: sunset })
  else if (today < day) changes.add(`${prefix}-before-sunset`, '', { to: day })
  else changes.add(`${prefix}-with-deprecation`, '')
}

/** The operations of the webhooks or a callback: what the server sends is what the client receives. */
function compareWebhooks(
  [old, now]: readonly [SchemaFile, SchemaFile],
  compare: (one: PlacedOperation, other: PlacedOperation, changes: Changes) => void,
  changes: Changes,
): void {
  const nameOf = ({ method, path }: PlacedOperation) => `webhook ${method} ${path}`
  const [olds, news] = [operationsOf(old, old.root['webhooks']), operationsOf(now, now.root['webhooks'])]
  const known = new Map(news.map((one) => [nameOf(one), one]))
  for (const one of olds) {
    const other = known.get(nameOf(one))
    const here = changes.of(nameOf(one))
    if (other) compare(one, other, here)
    else here.add('webhook-removed', '')
    known.delete(nameOf(one))
  }
  for (const name of known.keys()) changes.of(name).add('webhook-added', '')
}

/**
 * Compares two descriptions of Swagger 2 or OpenAPI 3 as a client sees them: what it sends and what it receives.
 *
 * @param today the date that sunsets are compared with, as `2026-01-31`
 * @returns the changes by operation, in the order of their paths; those of the whole description first
 */
export function compareDescriptions(
  given: { old: UnknownObject; now: UnknownObject },
  { today }: { today: string },
): ApiChange[] {
  const old = new SchemaFile(upgradeOpenApi(given.old))
  const now = new SchemaFile(upgradeOpenApi(given.now))
  const same = new SameParts(old, now)
  const schemas = new SchemaComparison(old, now, same, today)
  const security = new Security(old.root, now.root)
  const changes = new Changes()
  const compare = (one: PlacedOperation, other: PlacedOperation, here: Changes, isReversed: boolean) => {
    const { side: before } = one
    const { side: after } = other
    compareOperation([before, after], { schemas, same, today, isReversed, paths: [one.path, other.path] }, here)
    if (isReversed) return
    compareOwnServers(one, other, here)
    security.compare(before.operation, after.operation, here)
  }
  const movedBase = findMovedBase(old.root, now.root)
  for (const { old: olds, now: news } of matchPaths(
    operationsOf(old, old.root['paths']),
    operationsOf(now, now.root['paths']),
    movedBase,
  )) {
    for (const one of olds) {
      const other = news.find(({ method }) => method === one.method)
      if (other) compare(one, other, changes.of(`${other.method} ${other.path}`), false)
      else {
        const here = changes.of(`${one.method} ${one.path}`)
        compareRemoved(one, news.length === 0, today, isUnstable(one.side.operation) ? here.unstable() : here)
      }
    }
    for (const one of news)
      if (!olds.some(({ method }) => method === one.method))
        changes.of(`${one.method} ${one.path}`).add('endpoint-added', '')
  }
  compareWebhooks([old, now], (one, other, here) => compare(one, other, here, true), changes)
  compareServers(serversOf(old.root), serversOf(now.root), movedBase !== undefined, changes)
  security.compareShared(changes)
  compareComponents(old, now, changes)
  compareVersions(old.root, now.root, changes)
  return changes.sorted()
}
