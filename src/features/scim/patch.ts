import { fail } from '#src/core/errors.ts'
import { fitsFilter, normalizePath, parseFilter, type ScimFilter } from './filter.ts'
import {
  type Attributes,
  attributesOf,
  booleanOf,
  isObject,
  textOf,
  type UserChange,
  userChangeOf,
} from './resource.ts'

/** One change of an attribute. An operation without a path is taken apart into one for each attribute. */
interface PatchOperation {
  action: 'add' | 'replace' | 'remove'
  /** In lower case: `emails`, `name`, `members`; the whole path for one of another schema. */
  attribute: string
  /** The part of it, in lower case; empty for all of it. */
  part: string
  /** Which of its values are meant; undefined for all. Its paths begin with the attribute. */
  filter: ScimFilter | undefined
  value: unknown
}

const operationsMost = 1_000
const pathPattern = /^(?<attribute>[^[\]]+?)(?:\[(?<filter>.*)\])?(?:\.(?<part>[a-z$][\w$-]*))?$/i

/** @throws {AppError} scimPathBad, scimFilterBad */
function parsePath(path: string): Pick<PatchOperation, 'attribute' | 'part' | 'filter'> {
  const groups = path.length > 1_000 ? undefined : pathPattern.exec(path.trim())?.groups
  if (!groups) return fail('scimPathBad', { path: path.slice(0, 100) })
  const whole = normalizePath(groups['attribute'] ?? '')
  const filter = groups['filter']
  // another schema: its names contain dots
  const isForeign = whole.startsWith('urn:')
  // without brackets the pattern takes the part off; with them it may be before them
  const [attribute = '', inner = ''] = isForeign ? [whole] : whole.split('.', 2)
  return {
    attribute,
    part: groups['part']?.toLowerCase() ?? inner,
    filter: filter === undefined ? undefined : parseFilter(`${attribute}[${filter}]`),
  }
}

// Attributes that a client may send back, and that only the server decides.
const ofServer = new Set(['schemas', 'id', 'meta', 'groups'])

/**
 * Reads the body of a PATCH, as systems really send it: `op` in any case, no path at all, paths as the keys of a value.
 *
 * @throws {AppError} scimSyntaxBad, scimPathBad, scimFilterBad, scimValueBad
 */
export function readPatch(body: unknown): PatchOperation[] {
  const operations = attributesOf(body).get('operations')
  if (!Array.isArray(operations) || operations.length === 0) return fail('scimSyntaxBad')
  if (operations.length > operationsMost) fail('scimValueBad', { attribute: 'Operations' })
  return operations.flatMap((sent): PatchOperation[] => {
    const operation = attributesOf(sent)
    const action = String(operation.get('op')).toLowerCase()
    if (action !== 'add' && action !== 'replace' && action !== 'remove') fail('scimValueBad', { attribute: 'op' })
    const path = operation.get('path') ?? ''
    const value = operation.get('value')
    if (typeof path !== 'string') return fail('scimPathBad', { path: '' })
    if (path.trim() !== '') return [{ action, ...parsePath(path), value }]
    if (action === 'remove') return fail('scimPathBad', { path: '' })
    if (!isObject(value)) return fail('scimValueBad', { attribute: 'value' })
    return Object.entries(value).map(([name, one]) => ({ action, ...parsePath(name), value: one }))
  })
}

/** Sets the attributes of `change` that one operation changes; those that accounts here do not have are left out. */
function changeUser(change: UserChange, operation: PatchOperation, email: string): void {
  const { action, attribute, part, filter } = operation
  if (ofServer.has(attribute)) return
  const value = action === 'remove' ? '' : operation.value
  switch (attribute) {
    case 'active':
      if (action !== 'remove') change.active = booleanOf(value, 'active')
      return
    case 'username':
      change.userName = textOf(value, 'userName', 100)
      return
    case 'emails': {
      const current = new Map([
        ['emails.type', 'work'],
        ['emails.primary', 'true'],
        ['emails.value', change.email ?? email],
      ])
      if (filter && !fitsFilter(filter, current)) return
      if (part !== '' && part !== 'value') return
      Object.assign(change, userChangeOf(new Map([['emails', action === 'remove' ? [] : value]])))
      return
    }
    default: {
      const attributes: Attributes =
        part === '' ? new Map([[attribute, value]]) : new Map([[attribute, { [part]: value }]])
      const isName = attribute === 'name' && part === '' && action === 'remove'
      const gone = new Map([['name', { formatted: '', givenName: '', familyName: '' }]])
      Object.assign(change, userChangeOf(isName ? gone : attributes))
    }
  }
}

/** Returns what a PATCH changes of a user. @throws {AppError} those of `readPatch` */
export function readUserPatch(body: unknown, email: string): UserChange {
  const change: UserChange = {}
  for (const operation of readPatch(body)) changeUser(change, operation, email)
  return change
}
