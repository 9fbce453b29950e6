import { type OutsidePerson, ProviderError } from '#src/features/sign-in-provider/index.ts'
import type { JsonObject } from './client.ts'
import type { OauthSettings } from './settings.ts'

// Services nest what they say in `data`, `user` or `result`, not deeper.
const deepest = 3

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''

/** Returns the text of an attribute, which may be a path such as `data.login`; else one inside, at any level. */
function textAt(claims: JsonObject, name: string, depth = 1): string {
  const [first = '', ...rest] = name.split('.')
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  if (textOf(value) !== '') return textOf(value)
  const inside = Object.hasOwn(claims, first) ? claims[first] : undefined
  if (rest.length > 0 && isObject(inside)) return textAt(inside, rest.join('.'), depth)
  if (depth >= deepest) return ''
  for (const one of Object.values(claims)) {
    const found = isObject(one) ? textAt(one, name, depth + 1) : ''
    if (found !== '') return found
  }
  return ''
}

const firstText = (claims: JsonObject, names: readonly string[]): string => {
  for (const name of names) {
    const text = textAt(claims, name)
    if (text !== '') return text
  }
  return ''
}

// What services call them. Source: OpenID Connect Core 5.1; reference, api-facts 5.4; the documents of the services.
const subjectNames = ['sub', 'union_id', 'unionId', 'id', 'user_id', 'userid', 'uid', 'uuid']
const usernameNames = [
  'preferred_username',
  'username',
  'login',
  'user_name',
  'upn',
  'unique_name',
  'userid',
  'user_id',
]
const personNames = ['name', 'displayName', 'display_name', 'nick', 'nickname']
const emailNames = ['email', 'mail']

/**
 * Returns user names that are possible here: of an address the part before the `@`, and without characters that are not
 * allowed.
 */
export function fittingUsernames(texts: readonly string[]): string[] {
  const fitting = texts.map((text) => {
    const [name = ''] = text.split('@')
    return name
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{N}_.+-]+/gu, '.')
      .replaceAll(/^[.]+|[.]+$/g, '')
      .slice(0, 50)
  })
  return [...new Set(fitting)].filter((name) => [...name].length >= 2)
}

/** Requires that a person belongs to the organisation of the settings. @throws {ProviderError} */
export function requireTenant({ tenant }: OauthSettings, organisations: readonly unknown[]): void {
  if (tenant !== '' && !organisations.some((one) => typeof one === 'string' && one === tenant))
    throw new ProviderError('rejected', `the person does not belong to the organisation ${tenant}`)
}

/** Returns what identifies a person. An attribute other than `sub` is named with it: two of them never mix. @throws {ProviderError} */
function subjectOf(claims: JsonObject, chosen: string): string {
  const names = chosen === '' ? subjectNames : [chosen]
  // what people can fill in themselves may lie deeper
  const name =
    names.find((one) => Object.hasOwn(claims, one) && textOf(claims[one]) !== '') ??
    names.find((one) => textAt(claims, one) !== '')
  if (name === undefined)
    throw new ProviderError('rejected', `the service does not say who it is: no attribute ${names.join(', ')}`)
  const value = textAt(claims, name)
  if (value.length > 500) throw new ProviderError('rejected', `the attribute ${name} is too long`)
  return name === 'sub' ? value : `${name}:${value}`
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

const line = (text: string, most: number): string => text.replaceAll(/\s+/g, ' ').slice(0, most)

/**
 * Returns the person whom the attributes of a service describe.
 *
 * @param usernames what fits as a user name better than the usual attributes
 * @throws {ProviderError} when nothing identifies them
 */
export function personOf(
  settings: OauthSettings,
  claims: JsonObject,
  { authority, usernames = [], signOutHint = '' }: { authority: string; usernames?: string[]; signOutHint?: string },
): OutsidePerson {
  const { fields, isEmailTrusted } = settings
  const email = firstText(claims, fields.email === '' ? emailNames : [fields.email])
  const isEmail = /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(email)
  const chosen = fields.username === '' ? '' : textAt(claims, fields.username)
  const given = [textAt(claims, 'given_name'), textAt(claims, 'family_name')].filter(Boolean).join(' ')
  const name = firstText(claims, fields.name === '' ? personNames : [fields.name]) || given
  const usual = usernameNames.map((one) => textAt(claims, one))
  return {
    authority,
    subject: subjectOf(claims, fields.subject),
    usernames: fittingUsernames(chosen === '' ? [...usernames, ...usual, isEmail ? email : '', name] : [chosen]),
    name: line(name, 200),
    email: isEmail ? email : '',
    // it says so of the address beside it, not of one in another attribute
    isEmailVerified:
      isEmail && (isEmailTrusted || (textOf(claims['email']) === email && isTrue(claims['email_verified']))),
    signOutHint,
  }
}
