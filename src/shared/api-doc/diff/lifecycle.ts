import { toText, type UnknownObject } from '../unknown-json.ts'

/** A change of the state of an operation, a parameter or a field. */
interface LifecycleChange {
  aspect:
    | 'deprecated'
    | 'deprecated-with-sunset'
    | 'deprecated-sunset-invalid'
    | 'sunset-date-too-small'
    | 'sunset-deleted'
    | 'sunset-date-changed-too-small'
    | 'reactivated'
  values: Record<string, string>
}

const sunsetOf = (object: UnknownObject): string => toText(object['x-sunset']).trim()

/** Returns the day of a date or a point in time (RFC 3339), as `2026-01-31`; undefined for anything else. */
export function dayOf(text: string): string | undefined {
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\d{2}:\d{2}.*)?$/.exec(text) ?? []
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day
}

/** Returns how `deprecated` and `x-sunset` changed. @param today as `2026-01-31` */
export function findLifecycle(old: UnknownObject, now: UnknownObject, today: string): LifecycleChange[] {
  const [was, is] = [old['deprecated'] === true, now['deprecated'] === true]
  const [from, to] = [sunsetOf(old), sunsetOf(now)]
  if (was && !is) return [{ aspect: 'reactivated', values: {} }]
  const day = dayOf(to)
  if (is && !was) {
    if (to === '') return [{ aspect: 'deprecated', values: {} }]
    if (day === undefined) return [{ aspect: 'deprecated-sunset-invalid', values: { to } }]
    return [{ aspect: day < today ? 'sunset-date-too-small' : 'deprecated-with-sunset', values: { to: day } }]
  }
  if (!is || from === to) return []
  if (to === '') return [{ aspect: 'sunset-deleted', values: { from } }]
  if (day === undefined) return [{ aspect: 'deprecated-sunset-invalid', values: { to } }]
  const former = dayOf(from)
  return (former !== undefined && day < former) || day < today
    ? [{ aspect: 'sunset-date-changed-too-small', values: { from, to: day } }]
    : []
}

/** From the least to the most stable. Source: the extension `x-stability-level`, as API tools use it. */
const stabilities = ['draft', 'alpha', 'beta', 'stable']

const stabilityOf = (object: UnknownObject): string =>
  object['x-stability-level'] === undefined ? 'stable' : toText(object['x-stability-level']).toLowerCase()

/** Whether an operation may still change as it likes. */
export const isUnstable = (object: UnknownObject): boolean => ['draft', 'alpha'].includes(stabilityOf(object))

/** Returns how `x-stability-level` changed; undefined when it did not. */
export function findStability(
  old: UnknownObject,
  now: UnknownObject,
): { aspect: 'increased' | 'decreased' | 'invalid'; values: Record<string, string> } | undefined {
  const [from, to] = [stabilityOf(old), stabilityOf(now)]
  if (from === to) return undefined
  const [before, after] = [stabilities.indexOf(from), stabilities.indexOf(to)]
  if (after < 0) return { aspect: 'invalid', values: { to } }
  if (before < 0) return undefined
  return { aspect: after > before ? 'increased' : 'decreased', values: { from, to } }
}
