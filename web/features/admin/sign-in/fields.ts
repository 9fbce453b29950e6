import type { FieldGroup, FieldSpec } from '../forms/fields.ts'

const ldapPlaces = ['host', 'port']
const oauthPlaces = ['protocol', 'host', 'token_path']

/** The LDAP versions. */
const ldapVersions = ['3', '2'] as const

/** The fields of the LDAP form. Source: specification 9 for the defaults. */
export const ldapGroups = [
  { id: 'open', fields: [{ name: 'ldap_open', kind: 'tick', initial: '0' }] },
  {
    id: 'server',
    fields: [
      { name: 'host', kind: 'text', example: 'ldap.example.com', max: 500, mono: true },
      { name: 'port', kind: 'number', initial: '389', min: 1, max: 65_535 },
      { name: 'version', kind: 'choice', options: ldapVersions, initial: '3' },
    ],
  },
  {
    id: 'bind',
    fields: [
      { name: 'bind_dn', kind: 'text', example: 'cn=reader,dc=example,dc=com', max: 1000, mono: true },
      { name: 'bind_password', kind: 'secret', max: 2000, sentTo: ldapPlaces },
    ],
  },
  {
    id: 'search',
    fields: [
      { name: 'base_dn', kind: 'text', example: 'dc=example,dc=com', max: 1000, mono: true },
      { name: 'search_filter', kind: 'text', initial: '(cn=*)', max: 1000, mono: true },
    ],
  },
  {
    id: 'mapping',
    fields: [
      { name: 'user_field', kind: 'text', example: 'uid', max: 100, mono: true },
      { name: 'name_field', kind: 'text', example: 'displayName', max: 100, mono: true },
    ],
  },
] as const satisfies readonly FieldGroup[]

/** The protocols for calling the OAuth service. */
const protocols = ['https', 'http'] as const

/** The fields of the OAuth form. Source: specification 9 for the default. */
export const oauthGroups = [
  {
    id: 'open',
    fields: [
      { name: 'oauth2_open', kind: 'tick', initial: '0' },
      { name: 'entrance_tips', kind: 'text', max: 200 },
    ],
  },
  {
    id: 'client',
    fields: [
      { name: 'client_id', kind: 'text', max: 500, mono: true },
      { name: 'client_secret', kind: 'secret', max: 2000, sentTo: oauthPlaces },
      { name: 'redirectUri', kind: 'text', max: 1000, mono: true },
    ],
  },
  {
    id: 'service',
    fields: [
      { name: 'protocol', kind: 'choice', options: protocols, initial: 'https' },
      { name: 'host', kind: 'text', example: 'gitlab.example.com', max: 500, mono: true },
      { name: 'authorize_path', kind: 'text', example: '/oauth/authorize', max: 500, mono: true },
      { name: 'token_path', kind: 'text', example: '/oauth/token', max: 500, mono: true },
      { name: 'resource_path', kind: 'text', max: 500, mono: true },
      { name: 'userinfo_path', kind: 'text', example: '/oauth/userinfo', max: 500, mono: true },
      { name: 'scope', kind: 'text', example: 'openid profile email', max: 500, mono: true },
    ],
  },
  {
    id: 'leaving',
    fields: [{ name: 'logout_redirect_uri', kind: 'text', example: 'https://', max: 1000, mono: true }],
  },
] as const satisfies readonly FieldGroup[]

/** The name of a field of the LDAP form. */
export type LdapField = (typeof ldapGroups)[number]['fields'][number]['name']
/** The name of a field of the OAuth form. */
export type OauthField = (typeof oauthGroups)[number]['fields'][number]['name']

/** Returns all fields of a form. */
export const flattenFields = (groups: readonly FieldGroup[]): FieldSpec[] => groups.flatMap(({ fields }) => [...fields])
