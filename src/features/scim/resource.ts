import { createHash } from 'node:crypto'
import { SingleLine } from '#shared/contract/fields.ts'
import { fail } from '#src/core/errors.ts'

/** Names of schemas and messages. Source: RFC 7643, 8.7; RFC 7644, 8.2. */
export const schemaNames = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

/** A resource as it is sent. */
export type Resource = { [name: string]: unknown; id: string; meta: { [name: string]: unknown } }

/** The attributes of a value by their names in lower case: SCIM ignores their case. */
export type Attributes = ReadonlyMap<string, unknown>

/** Whether a value is an object with attributes. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the attributes of an object. @throws {AppError} scimSyntaxBad when it is none */
export const attributesOf = (value: unknown): Attributes =>
  isObject(value)
    ? new Map(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]))
    : fail('scimSyntaxBad')

/** Returns a value as one line of text. @throws {AppError} scimValueBad */
export function textOf(value: unknown, attribute: string, most: number): string {
  if (value === null || value === undefined) return ''
  const parsed = SingleLine(most, 0).safeParse(typeof value === 'number' ? String(value) : value)
  return parsed.success ? parsed.data : fail('scimValueBad', { attribute })
}

/** Returns a value as a switch; some systems send it as text, `"True"`. @throws {AppError} scimValueBad */
export function booleanOf(value: unknown, attribute: string): boolean {
  const text = String(value).toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : fail('scimValueBad', { attribute })
}

/** What a request says about a user; undefined for what it does not mention. */
export interface UserChange {
  userName?: string
  externalId?: string
  displayName?: string
  formatted?: string
  givenName?: string
  familyName?: string
  /** In lower case; empty for none. */
  email?: string
  active?: boolean
}

const namePartMost = 200
const addressPattern = /^[^\s@]+@[^\s@]+$/

/** Returns the address that matters: the first one, the one of work, or the one that is marked. */
function emailOf(value: unknown): string {
  const all = [value].flat().map((one) => (isObject(one) ? attributesOf(one) : new Map([['value', one]])))
  const isMain = (one: Attributes) => String(one.get('primary')).toLowerCase() === 'true'
  const isWork = (one: Attributes) => String(one.get('type')).toLowerCase() === 'work'
  const main = all.find(isMain) ?? all.find(isWork) ?? all[0]
  const email = textOf(main?.get('value'), 'emails', 200).toLowerCase()
  return email === '' || addressPattern.test(email) ? email : fail('scimValueBad', { attribute: 'emails' })
}

/**
 * Returns what attributes say about a user. Attributes that accounts here do not have are left out.
 *
 * @throws {AppError} scimValueBad
 */
export function userChangeOf(attributes: Attributes): UserChange {
  const change: UserChange = {}
  const text = (name: string, most = namePartMost) => textOf(attributes.get(name.toLowerCase()), name, most)
  if (attributes.has('username')) change.userName = text('userName', 100)
  if (attributes.has('externalid')) change.externalId = text('externalId', 300)
  if (attributes.has('displayname')) change.displayName = text('displayName')
  if (attributes.has('active')) change.active = booleanOf(attributes.get('active'), 'active')
  if (attributes.has('emails')) change.email = emailOf(attributes.get('emails'))
  const name = attributes.get('name')
  if (isObject(name)) {
    const parts = attributesOf(name)
    const part = (of: string) => textOf(parts.get(of.toLowerCase()), `name.${of}`, namePartMost)
    if (parts.has('formatted')) change.formatted = part('formatted')
    if (parts.has('givenname')) change.givenName = part('givenName')
    if (parts.has('familyname')) change.familyName = part('familyName')
  }
  return change
}

/** Returns a whole name: in Chinese the family name comes first, without a space. */
export const joinNames = (given: string, family: string): string =>
  /\p{Script=Han}/u.test(given + family) ? family + given : `${given} ${family}`.trim()

/** A member that a request names. */
const memberIdOf = (value: unknown): number | undefined => {
  const member = isObject(value) ? attributesOf(value) : new Map([['value', value]])
  const type = String(member.get('type') ?? '').toLowerCase()
  const isGroup = type === 'group' || /\/groups\//i.test(String(member.get('$ref') ?? ''))
  const id = String(member.get('value') ?? '')
  return !isGroup && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}

const membersMost = 100_000

/** Returns the ids of members, each once. Groups in groups and ids that no account has are left out. */
export function memberIds(value: unknown): number[] {
  const members = value === null || value === undefined || value === '' ? [] : [value].flat()
  if (members.length > membersMost) fail('scimValueBad', { attribute: 'members' })
  return [...new Set(members.map(memberIdOf).filter((id) => id !== undefined))]
}

/** Returns an id of an address; undefined for what is none. */
export const parseId = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** Returns a time of SCIM from Unix seconds. */
export const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Returns the version of a resource: another one after every change. */
const versionOf = (resource: Resource): string =>
  `W/"${createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 20)}"`

/** Returns a resource with its version. */
export const withVersion = (resource: Resource): Resource => ({
  ...resource,
  meta: { ...resource.meta, version: versionOf(resource) },
})

const namesOf = (list: string | null): string[] =>
  (list ?? '')
    .split(',')
    .map((name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/^urn:.*:/, ''),
    )
    .map((name) => name.split('.', 1)[0] ?? '')
    .filter(Boolean)

/** Which attributes a request wants. */
export interface Selection {
  wants(attribute: string): boolean
}

const always = new Set(['schemas', 'id', 'meta'])

/** Returns which attributes a request wants, by `attributes` or `excludedAttributes`. */
export function selectionOf(query: URLSearchParams): Selection {
  const only = namesOf(query.get('attributes'))
  const without = query.get('excludedAttributes') ?? ''
  // a part of an attribute is not left out alone
  const left = without.includes('.') ? [] : namesOf(without)
  return {
    wants(attribute) {
      const name = attribute.toLowerCase()
      if (always.has(name)) return true
      return only.length > 0 ? only.includes(name) : !left.includes(name)
    },
  }
}

/** Returns a resource with the attributes that are wanted. */
export const select = (resource: Resource, { wants }: Selection): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => wants(name))) as Resource

/** The part of a list that a request wants. */
interface ListRange {
  /** From 1. */
  startIndex: number
  count: number
}

/** Most resources in one answer. */
export const countMost = 200

/** Returns the part of a list that a request wants. Source: RFC 7644, 3.4.2.4. */
export function rangeOf(query: URLSearchParams): ListRange {
  const number = (name: string, otherwise: number) => {
    const text = query.get(name) ?? ''
    return /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise
  }
  return {
    startIndex: Math.max(1, number('startIndex', 1)),
    count: Math.min(countMost, Math.max(0, number('count', 100))),
  }
}

/** Returns a list of resources as it is sent. */
export const listOf = (resources: readonly object[], totalResults: number, startIndex: number) => ({
  schemas: [schemaNames.list],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
