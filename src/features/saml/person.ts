import { fittingUsernames } from '#src/features/oauth/index.ts'
import type { OutsidePerson } from '#src/features/sign-in-provider/index.ts'
import type { Statement } from './assertion.ts'
import { rejectAnswer } from './message-structure.ts'
import type { SamlSettings } from './settings.ts'
import { nameFormats } from './xml-names.ts'

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const ofMicrosoft = 'http://schemas.microsoft.com'

/**
 * The attributes with which identity providers say who a person is, where the settings name none: those of AD FS, Entra,
 * Keycloak, Okta and SimpleSAMLphp. Sources: the documents of each, and eduPerson's object identifiers.
 */
const usual = {
  username: [
    'uid',
    'username',
    'preferred_username',
    'urn:oid:0.9.2342.19200300.100.1.1',
    `${ofMicrosoft}/ws/2008/06/identity/claims/windowsaccountname`,
    'sAMAccountName',
    `${claims}/upn`,
    'userPrincipalName',
    `${claims}/name`,
    'login',
    'eduPersonPrincipalName',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
  ],
  name: [
    'displayName',
    `${ofMicrosoft}/identity/claims/displayname`,
    'urn:oid:2.16.840.1.113730.3.1.241',
    'name',
    'fullName',
    'cn',
    'urn:oid:2.5.4.3',
  ],
  email: ['email', 'mail', `${claims}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3', 'emailAddress'],
  given: ['givenName', 'firstName', `${claims}/givenname`, 'urn:oid:2.5.4.42'],
  family: ['sn', 'lastName', `${claims}/surname`, 'urn:oid:2.5.4.4'],
} as const

/** What a session at the identity provider is known by there, for signing out; part of a session here. */
export interface SamlSession {
  nameId: string
  format: string
  index: string
  /** Left out in sessions without them. */
  qualifier?: string
  spQualifier?: string
}

/** Returns the person of a statement. @throws {ProviderError} when nothing identifies them for ever */
export function personOf(settings: SamlSettings, authority: string, statement: Statement): OutsidePerson {
  const { nameId, nameFormat, nameQualifier, spNameQualifier, sessionIndex, attributes } = statement
  const { fields } = settings
  const first = (field: string, names: readonly string[]): string =>
    (field === '' ? names : [field]).map((name) => attributes.get(name)?.find((value) => value !== '')).find(Boolean) ??
    ''
  if (fields.subject !== '' && first(fields.subject, []) === '')
    rejectAnswer(`the attribute ${fields.subject} is missing; there are ${[...attributes.keys()].join(', ') || 'none'}`)
  if (fields.subject === '' && nameFormat === nameFormats.transient)
    rejectAnswer(
      'the NameID is transient and names nobody: choose an attribute as the identifier, or a persistent NameID',
    )
  const identifier = fields.subject === '' ? nameId : first(fields.subject, [])
  if (identifier === '') rejectAnswer('the assertion has no NameID: choose an attribute as the identifier')
  if (identifier.length > 500) rejectAnswer('the identifier is too long')
  const username = first(fields.username, usual.username)
  const email = first(fields.email, usual.email)
  const joined = [first('', usual.given), first('', usual.family)].filter(Boolean).join(' ')
  const byNameId = nameFormat === nameFormats.transient || nameFormat === nameFormats.persistent ? '' : nameId
  // a domain of Windows stands in front of the name
  const usernames = [username.replace(/^[^\\]*\\/, ''), byNameId, email].filter(Boolean)
  const session: SamlSession = { nameId, format: nameFormat, index: sessionIndex }
  if (nameQualifier !== '') session.qualifier = nameQualifier
  if (spNameQualifier !== '') session.spQualifier = spNameQualifier
  return {
    authority,
    // an identifier by an attribute is named with it: two of them never mix
    subject: fields.subject === '' ? identifier : `${fields.subject}:${identifier}`,
    usernames: fittingUsernames(usernames),
    name: (first(fields.name, usual.name) || joined).slice(0, 100),
    email,
    isEmailVerified: settings.isEmailTrusted && email !== '',
    signOutHint: nameId === '' ? '' : JSON.stringify(session),
  }
}
