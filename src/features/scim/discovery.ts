import { countMost, listOf, schemaNames } from './resource.ts'

interface AttributeText {
  name: string
  type?: 'string' | 'boolean' | 'complex'
  isRequired?: boolean
  isMulti?: boolean
  isExact?: boolean
  isReadOnly?: boolean
  isUnique?: boolean
  parts?: readonly AttributeText[]
}

const described = ({ name, type = 'string', parts, ...is }: AttributeText): object => ({
  name,
  type,
  multiValued: is.isMulti === true,
  required: is.isRequired === true,
  caseExact: is.isExact === true,
  mutability: is.isReadOnly ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: is.isUnique ? 'server' : 'none',
  ...(parts && { subAttributes: parts.map(described) }),
})

const reference: readonly AttributeText[] = [
  { name: 'value', isExact: true },
  { name: 'display', isReadOnly: true },
]

const schemas: readonly { id: string; name: string; description: string; attributes: readonly AttributeText[] }[] = [
  {
    id: schemaNames.user,
    name: 'User',
    description: 'An account of this site',
    attributes: [
      { name: 'userName', isRequired: true, isUnique: true },
      {
        name: 'name',
        type: 'complex',
        parts: [{ name: 'formatted' }, { name: 'givenName' }, { name: 'familyName' }],
      },
      { name: 'displayName' },
      {
        name: 'emails',
        type: 'complex',
        isMulti: true,
        parts: [{ name: 'value' }, { name: 'type' }, { name: 'primary', type: 'boolean' }],
      },
      { name: 'active', type: 'boolean' },
      { name: 'groups', type: 'complex', isMulti: true, isReadOnly: true, parts: reference },
      { name: 'externalId', isExact: true },
    ],
  },
  {
    id: schemaNames.group,
    name: 'Group',
    description: 'A team of this site',
    attributes: [
      { name: 'displayName', isRequired: true, isUnique: true },
      { name: 'members', type: 'complex', isMulti: true, parts: [...reference, { name: 'type' }] },
      { name: 'externalId', isExact: true },
    ],
  },
]

/** Returns what this server can do. Source: RFC 7643, 5. */
export const serviceConfig = (base: string): object => ({
  schemas: [schemaNames.config],
  documentationUri: 'https://www.rfc-editor.org/rfc/rfc7644',
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: countMost },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator creates in Admin',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const found = <T extends { id: string }>(all: readonly T[], id: string | undefined): object | undefined =>
  id === undefined ? listOf(all, all.length, 1) : all.find((one) => one.id.toLowerCase() === id.toLowerCase())

/** Returns the types of resources, or one; undefined when there is none of this id. */
export const resourceTypes = (base: string, id: string | undefined): object | undefined =>
  found(
    schemas.map(({ id: schema, name, description }) => ({
      schemas: [schemaNames.resourceType],
      id: name,
      name,
      description,
      endpoint: `/${name}s`,
      schema,
      meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
    })),
    id,
  )

/** Returns the schemas, or one; undefined when there is none of this id. */
export const schemaResources = (base: string, id: string | undefined): object | undefined =>
  found(
    schemas.map(({ attributes, ...schema }) => ({
      schemas: [schemaNames.schema],
      ...schema,
      attributes: attributes.map(described),
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
    })),
    id,
  )
