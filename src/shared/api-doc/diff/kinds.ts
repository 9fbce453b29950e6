/** How much a change matters to a client that was written for the old description. */
export type ChangeLevel = 'breaking' | 'warning' | 'info'

/** Who sends what is compared, as the client sees it: it sends requests and receives responses. */
export type Direction = 'request' | 'response'

/**
 * What a change does to the values that a description allows: fewer, more, others, not decidable, or the same ones.
 */
type Effect = 'narrows' | 'widens' | 'differs' | 'unknown' | 'none'

/**
 * Returns the level of a change. A client breaks when it may no longer send what it sends, or may receive what it does not
 * know: fewer values break requests, more values break responses.
 */
export function levelOf(effect: Effect, direction: Direction): ChangeLevel {
  if (effect === 'differs') return 'breaking'
  if (effect === 'unknown') return 'warning'
  if (effect === 'none') return 'info'
  return (effect === 'narrows') === (direction === 'request') ? 'breaking' : 'info'
}

const ranks: Readonly<Record<ChangeLevel, number>> = { breaking: 0, warning: 1, info: 2 }

/** Compares two levels: the one that matters more comes first. */
export const compareLevels = (one: ChangeLevel, other: ChangeLevel): number => ranks[one] - ranks[other]

/** The limits of schemas: keyword, name in kinds, and whether a larger number allows more. */
export const bounds = [
  ['maximum', 'max', true],
  ['minimum', 'min', false],
  ['exclusiveMaximum', 'exclusive-max', true],
  ['exclusiveMinimum', 'exclusive-min', false],
  ['maxLength', 'max-length', true],
  ['minLength', 'min-length', false],
  ['maxItems', 'max-items', true],
  ['minItems', 'min-items', false],
  ['maxProperties', 'max-properties', true],
  ['minProperties', 'min-properties', false],
  ['maxContains', 'max-contains', true],
  ['minContains', 'min-contains', false],
] as const

const addedNarrows = (...names: string[]): [string, Effect][] =>
  names.flatMap((name) => [
    [`${name}-added`, 'narrows'],
    [`${name}-removed`, 'widens'],
  ])

/**
 * What can change in a schema, and its effect. The kind of a change is this name after its place: `max-length-decreased` is
 * `request-property-max-length-decreased` in a field of a request.
 */
export const schemaAspects: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ...bounds.flatMap(([, name, isUpper]): [string, Effect][] => [
    [`${name}-set`, 'narrows'],
    [`${name}-unset`, 'widens'],
    [`${name}-increased`, isUpper ? 'widens' : 'narrows'],
    [`${name}-decreased`, isUpper ? 'narrows' : 'widens'],
  ]),
  ['multiple-of-set', 'narrows'],
  ['multiple-of-unset', 'widens'],
  ['multiple-of-changed', 'differs'],
  ['multiple-of-generalized', 'widens'],
  ['multiple-of-specialized', 'narrows'],
  ['unique-items-set', 'narrows'],
  ['unique-items-unset', 'widens'],
  ['pattern-added', 'narrows'],
  ['pattern-removed', 'widens'],
  ['pattern-changed', 'unknown'],
  ['pattern-generalized', 'widens'],
  ['type-changed', 'differs'],
  ['type-generalized', 'widens'],
  ['type-specialized', 'narrows'],
  ['type-compatible', 'none'],
  ['list-of-types-widened', 'widens'],
  ['list-of-types-narrowed', 'narrows'],
  ['schema-became-false', 'narrows'],
  ['schema-became-not-false', 'widens'],
  ['became-nullable', 'widens'],
  ['became-not-nullable', 'narrows'],
  ['became-enum', 'narrows'],
  ['became-not-enum', 'widens'],
  ['enum-value-added', 'widens'],
  ['enum-value-removed', 'narrows'],
  ['x-extensible-enum-value-added', 'none'],
  ['x-extensible-enum-value-removed', 'narrows'],
  ['const-added', 'narrows'],
  ['const-removed', 'widens'],
  ['const-changed', 'differs'],
  ['default-value-added', 'none'],
  ['default-value-removed', 'none'],
  ['default-value-changed', 'none'],
  ['all-of-added', 'narrows'],
  ['all-of-removed', 'widens'],
  ['one-of-added', 'widens'],
  ['one-of-removed', 'narrows'],
  ['any-of-added', 'widens'],
  ['any-of-removed', 'narrows'],
  ['any-of-became-one-of', 'narrows'],
  ['one-of-became-any-of', 'widens'],
  ['became-one-of', 'narrows'],
  ['became-not-one-of', 'widens'],
  ['wrapped-in-one-of', 'differs'],
  ['wrapped-in-one-of-original-preserved', 'unknown'],
  ['discriminator-added', 'none'],
  ['discriminator-removed', 'none'],
  ['discriminator-property-name-changed', 'none'],
  ['discriminator-mapping-added', 'none'],
  ['discriminator-mapping-deleted', 'none'],
  ['discriminator-mapping-changed', 'none'],
  ['prefix-items-added', 'unknown'],
  ['prefix-items-removed', 'unknown'],
  ['items-added', 'narrows'],
  ['items-removed', 'widens'],
  ['additional-properties-forbidden', 'narrows'],
  ['additional-properties-allowed', 'widens'],
  ['additional-properties-restricted', 'narrows'],
  ['additional-properties-unrestricted', 'widens'],
  ...addedNarrows(
    'if',
    'then',
    'else',
    'not',
    'contains',
    'dependent-required',
    'dependent-schema',
    'pattern-property',
    'property-names',
    'unevaluated-items',
    'unevaluated-properties',
    'content-schema',
  ),
  ['if-changed', 'unknown'],
  ['not-changed', 'unknown'],
  ['dependent-required-changed', 'differs'],
  ['content-media-type-changed', 'differs'],
  ['content-encoding-changed', 'differs'],
  ['required-added', 'narrows'],
  ['required-with-default-added', 'narrows'],
  ['optional-added', 'none'],
  ['property-removed', 'unknown'],
  ['required-removed', 'widens'],
  ['optional-removed', 'none'],
  ['became-required', 'narrows'],
  ['became-required-with-default', 'narrows'],
  ['became-optional', 'widens'],
  ...['required', 'optional'].flatMap((need) =>
    ['read-only', 'not-read-only', 'write-only', 'not-write-only'].map((state): [string, Effect] => [
      `${need}-became-${state}`,
      'none',
    ]),
  ),
  ['deprecated', 'none'],
  ['deprecated-with-sunset', 'none'],
  ['deprecated-sunset-invalid', 'differs'],
  ['sunset-date-too-small', 'differs'],
  ['sunset-deleted', 'differs'],
  ['sunset-date-changed-too-small', 'differs'],
  ['reactivated', 'none'],
  ['stability-decreased', 'differs'],
  ['stability-increased', 'none'],
  ['description-changed', 'none'],
  ['reference-unresolved', 'unknown'],
  ['more-changes', 'unknown'],
])

/** Where a schema is. */
export type SchemaFamily = 'body' | 'parameter' | 'header-parameter' | 'header'

/** The names of the kinds that do not follow the rule, by direction and aspect. */
const propertyNames: Readonly<Record<Direction, Readonly<Record<string, string>>>> = {
  request: {
    'required-added': 'new-required-request-property',
    'required-with-default-added': 'new-required-request-property-with-default',
    'optional-added': 'new-optional-request-property',
  },
  response: {
    'required-added': 'response-required-property-added',
    'optional-added': 'response-optional-property-added',
    'required-removed': 'response-required-property-removed',
    'optional-removed': 'response-optional-property-removed',
  },
}

const headerPropertyNames: Readonly<Record<string, string>> = {
  'required-added': 'new-required-request-header-property',
  'became-required': 'request-header-property-became-required',
  'became-enum': 'request-header-property-became-enum',
}

/** The aspects of a whole response body whose kinds name the media type. */
const mediaTypeAspects = new Set(['enum-value-added', 'enum-value-removed', 'became-enum', 'became-not-enum'])

/** What a field is only for, where that takes the weight from a change. */
export type Guard = 'read-only' | 'write-only'

/** Returns the kind of a change in a schema: `request-property-became-required`. */
export function schemaKind(
  aspect: string,
  at: { direction: Direction; family: SchemaFamily; isRoot: boolean; guard?: Guard | undefined },
): string {
  const { direction, family, isRoot, guard } = at
  const shortened = aspect === 'property-removed' ? 'removed' : aspect
  if (isRoot) {
    if (family === 'body') {
      if (direction === 'response' && mediaTypeAspects.has(aspect)) return `response-mediatype-${aspect}`
      return `${direction}-body-${aspect}`
    }
    return family === 'header' ? `response-header-${aspect}` : `${direction}-parameter-${aspect}`
  }
  if (family === 'header-parameter' && direction === 'request' && headerPropertyNames[aspect] !== undefined)
    return headerPropertyNames[aspect]
  if (family !== 'body') {
    const owner = family === 'header' ? 'response-header' : `${direction}-parameter`
    return `${owner}-property-${shortened}`
  }
  const named = propertyNames[direction][aspect] ?? `${direction}-property-${shortened}`
  const moved = /^(required|optional)-(became-.*)$/.exec(aspect)
  if (moved) return `${direction}-${moved[1]}-property-${moved[2]}`
  return guard === undefined ? named : named.replace('-property-', `-${guard}-property-`)
}

/**
 * The kinds outside of schemas and their levels. Those of webhooks and callbacks, where the server sends and the client
 * answers, are named by what the client sends and receives.
 */
export const otherKinds = {
  'endpoint-added': 'info',
  'api-path-removed-without-deprecation': 'breaking',
  'api-path-removed-with-deprecation': 'info',
  'api-path-removed-before-sunset': 'breaking',
  'api-path-sunset-parse': 'breaking',
  'api-removed-without-deprecation': 'breaking',
  'api-removed-with-deprecation': 'info',
  'api-removed-before-sunset': 'breaking',
  'endpoint-deprecated': 'info',
  'endpoint-deprecated-with-sunset': 'info',
  'endpoint-reactivated': 'info',
  'api-deprecated-sunset-parse': 'breaking',
  'api-sunset-date-too-small': 'breaking',
  'sunset-deleted': 'breaking',
  'api-sunset-date-changed-too-small': 'breaking',
  'api-invalid-stability-level': 'breaking',
  'api-stability-decreased': 'breaking',
  'api-stability-increased': 'info',
  'api-operation-id-added': 'info',
  'api-operation-id-removed': 'info',
  'api-tag-added': 'info',
  'api-tag-removed': 'info',
  'api-summary-changed': 'info',
  'api-description-changed': 'info',
  'api-version-not-bumped': 'info',
  'api-version-decreased': 'info',
  'api-major-version-not-bumped': 'info',
  'api-more-changes': 'warning',
  'api-schema-removed': 'info',
  'api-server-added': 'info',
  'api-server-removed': 'warning',
  'api-base-path-changed': 'warning',
  'webhook-added': 'info',
  'webhook-removed': 'breaking',
  'callback-added': 'info',
  'callback-removed': 'breaking',
  'api-security-added': 'info',
  'api-security-removed': 'breaking',
  'api-security-scope-added': 'breaking',
  'api-security-scope-removed': 'info',
  'api-security-anonymous-access-added': 'info',
  'api-security-anonymous-access-removed': 'breaking',
  'api-global-security-added': 'info',
  'api-global-security-removed': 'breaking',
  'api-global-security-scope-added': 'breaking',
  'api-global-security-scope-removed': 'info',
  'api-global-security-anonymous-access-added': 'info',
  'api-global-security-anonymous-access-removed': 'breaking',
  'api-security-component-added': 'info',
  'api-security-component-removed': 'info',
  'api-security-component-type-changed': 'info',
  'api-security-component-oauth-url-changed': 'info',
  'api-security-component-oauth-token-url-changed': 'info',
  'api-security-component-oauth-scope-added': 'info',
  'api-security-component-oauth-scope-removed': 'info',
  'api-security-component-oauth-scope-changed': 'info',
  'api-security-component-field-changed': 'warning',
  'new-request-path-parameter': 'breaking',
  'new-required-request-parameter': 'breaking',
  'new-optional-request-parameter': 'info',
  'new-required-request-default-parameter-to-existing-path': 'breaking',
  'new-optional-request-default-parameter-to-existing-path': 'info',
  'request-parameter-removed': 'warning',
  'request-parameter-removed-with-deprecation': 'info',
  'request-parameter-removed-before-sunset': 'breaking',
  'request-parameter-sunset-parse': 'breaking',
  'request-parameter-became-required': 'breaking',
  'request-parameter-became-optional': 'info',
  'request-parameter-renamed': 'info',
  'request-parameter-style-changed': 'breaking',
  'request-parameter-explode-changed': 'breaking',
  'request-parameter-became-allow-reserved': 'info',
  'request-parameter-became-not-allow-reserved': 'breaking',
  'request-parameter-schema-added': 'breaking',
  'request-parameter-schema-removed': 'info',
  'request-parameter-media-type-changed': 'breaking',
  'response-parameter-added': 'info',
  'response-required-parameter-removed': 'breaking',
  'response-optional-parameter-removed': 'info',
  'response-parameter-became-required': 'info',
  'response-parameter-became-optional': 'breaking',
  'request-body-added-required': 'breaking',
  'request-body-added-optional': 'info',
  'request-body-removed': 'breaking',
  'request-body-became-required': 'breaking',
  'request-body-became-optional': 'info',
  'request-body-media-type-added': 'info',
  'request-body-media-type-removed': 'breaking',
  'request-body-media-type-generalized': 'info',
  'request-body-media-type-specialized': 'breaking',
  'request-body-media-type-schema-added': 'breaking',
  'request-body-media-type-schema-removed': 'info',
  'request-body-media-type-item-schema-added': 'breaking',
  'request-body-media-type-item-schema-removed': 'info',
  'response-body-added': 'info',
  'response-body-removed': 'breaking',
  'response-success-status-added': 'info',
  'response-success-status-removed': 'breaking',
  'response-non-success-status-added': 'info',
  'response-non-success-status-removed': 'info',
  'response-media-type-added': 'info',
  'response-media-type-removed': 'breaking',
  'response-media-type-name-changed': 'warning',
  'response-media-type-name-generalized': 'breaking',
  'response-media-type-name-specialized': 'info',
  'response-media-type-parameter-added': 'info',
  'response-media-type-parameter-removed': 'breaking',
  'response-media-type-parameter-changed': 'breaking',
  'response-body-media-type-schema-added': 'info',
  'response-body-media-type-schema-removed': 'breaking',
  'response-body-media-type-item-schema-added': 'info',
  'response-body-media-type-item-schema-removed': 'breaking',
  'required-response-header-removed': 'breaking',
  'optional-response-header-removed': 'info',
  'response-header-added': 'info',
  'response-header-became-optional': 'breaking',
  'response-header-became-required': 'info',
  'response-description-changed': 'info',
} as const satisfies Record<string, ChangeLevel>

/** A kind of change outside of schemas. */
export type OtherKind = keyof typeof otherKinds
