import { toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { mapFields, pathMethods } from './fields.ts'
import { upgradeSwagger } from './upgrade-swagger.ts'

type Convert = (value: unknown) => unknown

/** Converts each value of an object but its extensions. */
const each =
  (convert: Convert): Convert =>
  (value) => {
    const object = toObject(value)
    return object ? mapFields(object, (one, key) => (key.startsWith('x-') ? one : convert(one))) : value
  }

const listOf =
  (convert: Convert): Convert =>
  (value) =>
    Array.isArray(value) ? value.map(convert) : value

/** Converts the named fields of an object. */
const fields =
  (shape: Readonly<Record<string, Convert>>): Convert =>
  (value) => {
    const object = toObject(value)
    return object ? mapFields(object, (one, key) => (Object.hasOwn(shape, key) ? shape[key]?.(one) : one)) : value
  }

const numberKeys = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
])

/** Returns a limit as a number: the reader of YAML keeps one in an unusual notation, such as `1.50`, as text. */
const toLimit = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value

/** Converts the limits and the `nullable` of OpenAPI 3.0 to the keywords of JSON Schema. */
function withPresentKeywords(given: UnknownObject): UnknownObject {
  const { nullable, ...schema } = given
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue
    if (schema[exclusive] === true && schema[limit] !== undefined) {
      schema[exclusive] = schema[limit]
      delete schema[limit]
    } else delete schema[exclusive]
  }
  if (nullable !== true) return schema
  const { type, enum: choice } = schema
  if (type !== undefined) {
    schema['type'] = [...new Set([...(Array.isArray(type) ? type : [type]), 'null'])]
    if (Array.isArray(choice) && !choice.includes(null)) schema['enum'] = [...choice, null]
    return schema
  }
  const { $ref, allOf, oneOf, anyOf, ...rest } = schema
  if ($ref === undefined && allOf === undefined && oneOf === undefined && anyOf === undefined) return schema
  const one = Object.fromEntries(
    Object.entries({ $ref, allOf, oneOf, anyOf }).filter(([, value]) => value !== undefined),
  )
  return { anyOf: [one, { type: 'null' }], ...rest }
}

/** Returns the conversion of a schema and of all schemas in it. */
function schemaConversion(isOld: boolean): Convert {
  const schema: Convert = (value) => {
    const converted = fields(shape)(value)
    const object = toObject(converted)
    return object && isOld ? withPresentKeywords(object) : converted
  }
  const one: Convert = (value) => (Array.isArray(value) ? value.map(schema) : schema(value))
  const named: Convert = (value) => {
    const object = toObject(value)
    return object ? mapFields(object, schema) : value
  }
  const shape: Record<string, Convert> = {
    ...Object.fromEntries(
      ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'].map((key) => [key, named]),
    ),
    ...Object.fromEntries(
      [
        'items',
        'additionalProperties',
        'not',
        'if',
        'then',
        'else',
        'contains',
        'propertyNames',
        'unevaluatedItems',
        'unevaluatedProperties',
        'contentSchema',
        'allOf',
        'oneOf',
        'anyOf',
        'prefixItems',
      ].map((key) => [key, one]),
    ),
    ...Object.fromEntries([...numberKeys].map((key) => [key, toLimit])),
  }
  return schema
}

/** Returns the conversion of a whole description of OpenAPI 3. */
function descriptionConversion(isOld: boolean): Convert {
  const schema = schemaConversion(isOld)
  const media = fields({ schema, itemSchema: schema, encoding: each(fields({ headers: (value) => headers(value) })) })
  const holder = fields({ schema, content: each(media) })
  const headers = each(holder)
  const requestBody = fields({ content: each(media) })
  const response = fields({ headers, content: each(media) })
  const callbacks: Convert = each(each((value) => pathItem(value)))
  const operation = fields({ parameters: listOf(holder), requestBody, responses: each(response), callbacks })
  const pathItem = fields({
    parameters: listOf(holder),
    additionalOperations: each(operation),
    ...Object.fromEntries(pathMethods.map((method) => [method, operation])),
  })
  const components = fields({
    schemas: each(schema),
    responses: each(response),
    parameters: each(holder),
    requestBodies: each(requestBody),
    headers,
    callbacks,
    pathItems: each(pathItem),
  })
  return fields({ paths: each(pathItem), webhooks: each(pathItem), components })
}

/**
 * Returns a description of Swagger 2 or OpenAPI 3 as OpenAPI 3.1; one of a later version keeps its version. Nothing of
 * it is left out: what has another form there is written in that form.
 */
export function upgradeOpenApi(root: UnknownObject): UnknownObject {
  if (root['swagger'] !== undefined) return upgradeSwagger(root, schemaConversion(true))
  const isOld = toText(root['openapi']).startsWith('3.0')
  const converted = toObject(descriptionConversion(isOld)(root)) ?? {}
  return isOld ? { ...converted, openapi: '3.1.1' } : converted
}
