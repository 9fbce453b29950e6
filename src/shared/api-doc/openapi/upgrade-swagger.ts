import { objectFields, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import { mapFields, mapReferences, pathMethods, setField, textsOf } from './fields.ts'

type Convert = (value: unknown) => unknown

const places: readonly [from: string, to: string][] = [
  ['#/definitions/', '#/components/schemas/'],
  ['#/parameters/', '#/components/parameters/'],
  ['#/responses/', '#/components/responses/'],
]

const presentReference = (ref: string): string => {
  const place = places.find(([from]) => ref.startsWith(from))
  return place ? place[1] + ref.slice(place[0].length) : ref
}

/** Fields of a parameter or header of Swagger 2 that do not belong to its schema. */
const ownFields = new Set(['name', 'in', 'description', 'required', 'allowEmptyValue', 'collectionFormat', '$ref'])
const isOwn = (key: string): boolean => ownFields.has(key) || key.startsWith('x-')

/** Whether a parameter of Swagger 2 is a part of the body. */
const isBody = (parameter: UnknownObject): boolean => parameter['in'] === 'body' || parameter['in'] === 'formData'

/** Converts the parts of one Swagger 2 description. */
class SwaggerUpgrade {
  readonly #root: UnknownObject
  readonly #schema: Convert
  /** The names of shared bodies and form fields that operations have taken over. */
  readonly #taken = new Set<string>()

  constructor(root: UnknownObject, schema: Convert) {
    this.#root = root
    this.#schema = (value) => schema(this.#ownSchema(value))
  }

  upgrade(): UnknownObject {
    const {
      swagger: _,
      host: __,
      basePath: ___,
      schemes: ____,
      consumes: _____,
      produces: ______,
      paths,
      definitions,
      parameters,
      responses,
      securityDefinitions,
      info,
      ...rest
    } = this.#root
    const servers = this.#servers(textsOf(this.#root['schemes']))
    const items = mapFields(toObject(paths) ?? {}, (one, path) => (path.startsWith('x-') ? one : this.#pathItem(one)))
    const shared = objectFields(parameters).filter(([, one]) => !isBody(one))
    const bodies = objectFields(parameters).filter(([name, one]) => isBody(one) && !this.#taken.has(name))
    const components = {
      ...(toObject(definitions) && { schemas: mapFields(toObject(definitions) ?? {}, this.#schema) }),
      ...(toObject(responses) && {
        responses: mapFields(toObject(responses) ?? {}, (one) => this.#response({}, one)),
      }),
      ...(shared.length > 0 && {
        parameters: Object.fromEntries(shared.map(([name, one]) => [name, this.#parameter(one)])),
      }),
      ...(bodies.length > 0 && {
        requestBodies: Object.fromEntries(bodies.map(([name, one]) => [name, this.#body({}, [one])])),
      }),
      ...(toObject(securityDefinitions) && {
        securitySchemes: mapFields(toObject(securityDefinitions) ?? {}, (one) => securityScheme(toObject(one) ?? {})),
      }),
    }
    const upgraded: UnknownObject = {
      openapi: '3.1.1',
      info,
      ...(servers.length > 0 && { servers }),
      ...rest,
      ...(this.#root['host'] === undefined &&
        textsOf(this.#root['schemes']).length > 0 && {
          'x-schemes': this.#root['schemes'],
        }),
      paths: items,
      ...(Object.keys(components).length > 0 && { components }),
    }
    return toObject(mapReferences(upgraded, presentReference)) ?? {}
  }

  #servers(schemes: readonly string[]): UnknownObject[] {
    const host = toText(this.#root['host'])
    const path = toText(this.#root['basePath']).replace(/\/+$/, '')
    if (host === '') return path === '' ? [] : [{ url: path }]
    return (schemes.length > 0 ? schemes : ['http']).map((scheme) => ({ url: `${scheme}://${host}${path}` }))
  }

  /** Returns a schema with the words of Swagger 2 for a file and a discriminator replaced. */
  #ownSchema(value: unknown): unknown {
    const schema = toObject(value)
    if (!schema) return value
    const { discriminator, collectionFormat, ...rest } = mapFields(schema, (one, key) => {
      if (['properties', 'patternProperties'].includes(key))
        return toObject(one) ? mapFields(toObject(one) ?? {}, (field) => this.#ownSchema(field)) : one
      if (['items', 'additionalProperties', 'not'].includes(key)) return this.#ownSchema(one)
      return key === 'allOf' && Array.isArray(one) ? one.map((part) => this.#ownSchema(part)) : one
    })
    return {
      ...rest,
      ...(rest['type'] === 'file' && { type: 'string', format: 'binary' }),
      ...(discriminator !== undefined && {
        discriminator: typeof discriminator === 'string' ? { propertyName: discriminator } : discriminator,
      }),
      ...(collectionFormat !== undefined && { 'x-collectionFormat': collectionFormat }),
    }
  }

  /** Returns the schema of a parameter or header, which stands among its own fields. */
  #schemaOf(given: UnknownObject): unknown {
    const own = Object.fromEntries(Object.entries(given).filter(([key]) => !isOwn(key)))
    return this.#schema(own)
  }

  #parameter(given: UnknownObject): UnknownObject {
    if (given['$ref'] !== undefined) return given
    const own = Object.fromEntries(Object.entries(given).filter(([key]) => isOwn(key) && key !== 'collectionFormat'))
    return { ...own, schema: this.#schemaOf(given), ...styleOf(given) }
  }

  #header(value: unknown): unknown {
    const given = toObject(value)
    if (!given) return value
    const own = Object.fromEntries(Object.entries(given).filter(([key]) => isOwn(key) && key !== 'collectionFormat'))
    return { ...own, schema: this.#schemaOf(given), ...styleOf({ ...given, in: 'header' }) }
  }

  #types(operation: UnknownObject, key: 'consumes' | 'produces'): string[] {
    return textsOf(operation[key] ?? this.#root[key])
  }

  #response(operation: UnknownObject, value: unknown): unknown {
    const given = toObject(value)
    if (!given || given['$ref'] !== undefined) return value
    const { schema, headers, examples, ...rest } = given
    const samples = toObject(examples) ?? {}
    const types = [...new Set([...this.#types(operation, 'produces'), ...Object.keys(samples)])]
    const content: UnknownObject = {}
    if (schema !== undefined || Object.keys(samples).length > 0)
      for (const type of types.length > 0 ? types : ['application/json'])
        setField(content, type, {
          ...(schema !== undefined && { schema: this.#schema(schema) }),
          ...(Object.hasOwn(samples, type) && { example: samples[type] }),
        })
    return {
      ...rest,
      ...(toObject(headers) && { headers: mapFields(toObject(headers) ?? {}, (one) => this.#header(one)) }),
      ...(Object.keys(content).length > 0 && { content }),
      ...(examples !== undefined && !toObject(examples) && { 'x-examples': examples }),
    }
  }

  /** Returns the parameter that a reference names: a body has no place among the shared parameters of OpenAPI 3. */
  #resolved(given: UnknownObject): UnknownObject {
    const ref = toText(given['$ref'])
    if (!ref.startsWith('#/parameters/')) return given
    const name = ref.slice('#/parameters/'.length).replaceAll('~1', '/').replaceAll('~0', '~')
    const target = toObject(toObject(this.#root['parameters'])?.[name])
    if (!target || !isBody(target)) return given
    this.#taken.add(name)
    return target
  }

  #body(operation: UnknownObject, parameters: readonly UnknownObject[]): UnknownObject | undefined {
    const body = parameters.find((one) => one['in'] === 'body')
    // an operation has one body: what else it names is no part of any request
    const others = parameters.filter((one) => one !== body)
    const form = parameters.filter((one) => one['in'] === 'formData')
    const types = this.#types(operation, 'consumes')
    if (body) {
      const { name, in: _, schema, 'x-examples': samples, ...rest } = body
      const content: UnknownObject = {}
      const known = types.length > 0 ? types : ['application/json']
      const isPlaced = Object.keys(toObject(samples) ?? {}).every((type) => known.includes(type))
      for (const type of known) {
        const example = toObject(samples)?.[type]
        setField(content, type, {
          ...(schema !== undefined && { schema: this.#schema(schema) }),
          ...(example !== undefined && { example }),
        })
      }
      return {
        ...rest,
        content,
        ...(toText(name) !== '' && { 'x-name': name }),
        ...(samples !== undefined && !(toObject(samples) && isPlaced) && { 'x-examples': samples }),
        ...(others.length > 0 && { 'x-parameters': others }),
      }
    }
    if (form.length === 0) return undefined
    const hasFile = form.some((one) => one['type'] === 'file')
    const type =
      types.find((one) => /form/.test(one)) ?? (hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded')
    const properties: UnknownObject = {}
    const encoding: UnknownObject = {}
    for (const one of form) {
      const name = toText(one['name'])
      const more = Object.fromEntries(Object.entries(one).filter(([key]) => key.startsWith('x-')))
      const { description, allowEmptyValue } = one
      setField(properties, name, {
        ...toObject(this.#schemaOf(one)),
        ...(description !== undefined && { description }),
        ...(allowEmptyValue !== undefined && { 'x-allowEmptyValue': allowEmptyValue }),
        ...more,
      })
      const style = styleOf(one)
      if (Object.keys(style).length > 0) setField(encoding, name, style)
    }
    const required = form.filter((one) => one['required'] === true).map((one) => one['name'])
    const schema = { type: 'object', properties, ...(required.length > 0 && { required }) }
    return { content: { [type]: { schema, ...(Object.keys(encoding).length > 0 && { encoding }) } } }
  }

  #operation(given: UnknownObject, around: readonly UnknownObject[]): UnknownObject {
    const { consumes, produces, schemes, parameters, responses, ...rest } = given
    const own = toObjects(parameters).map((one) => this.#resolved(one))
    const body = this.#body(given, [...own, ...around].filter(isBody))
    const hasHost = this.#root['host'] !== undefined
    const servers = hasHost && textsOf(schemes).length > 0 ? this.#servers(textsOf(schemes)) : []
    const answers = mapFields(toObject(responses) ?? {}, (one, status) =>
      status.startsWith('x-') ? one : this.#response(given, one),
    )
    const hasContent = objectFields(answers).some(([, one]) => one['content'] !== undefined)
    return {
      ...rest,
      // types without a schema that they are the types of
      ...(consumes !== undefined && !body && { 'x-consumes': consumes }),
      ...(produces !== undefined && !hasContent && { 'x-produces': produces }),
      ...(schemes !== undefined && servers.length === 0 && { 'x-schemes': schemes }),
      ...(parameters !== undefined && {
        parameters: own.filter((one) => !isBody(one)).map((one) => this.#parameter(one)),
      }),
      ...(body && { requestBody: body }),
      ...(toObject(responses) ? { responses: answers } : responses !== undefined && { responses }),
      ...(servers.length > 0 && { servers }),
    }
  }

  #pathItem(value: unknown): unknown {
    const given = toObject(value)
    if (!given) return value
    const around = toObjects(given['parameters']).map((one) => this.#resolved(one))
    return mapFields(given, (one, key) => {
      if (key === 'parameters')
        return around.filter((parameter) => !isBody(parameter)).map((parameter) => this.#parameter(parameter))
      const operation = (pathMethods as readonly string[]).includes(key) ? toObject(one) : undefined
      return operation ? this.#operation(operation, around) : one
    })
  }
}

/** Returns how a list is written: Swagger 2 separates values by commas unless it says otherwise. */
function styleOf(given: UnknownObject): UnknownObject {
  const { collectionFormat } = given
  if (given['type'] !== 'array') return collectionFormat === undefined ? {} : { 'x-collectionFormat': collectionFormat }
  const format = toText(collectionFormat) || 'csv'
  const isQuery = given['in'] === 'query' || given['in'] === 'formData'
  if (format === 'multi') return { style: 'form', explode: true }
  if (format === 'ssv' && isQuery) return { style: 'spaceDelimited', explode: false }
  if (format === 'pipes' && isQuery) return { style: 'pipeDelimited', explode: false }
  if (format !== 'csv') return { 'x-collectionFormat': format }
  return isQuery ? { style: 'form', explode: false } : { style: 'simple' }
}

const flowNames: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

function securityScheme(given: UnknownObject): UnknownObject {
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...rest } = given
  if (type === 'basic') return { type: 'http', scheme: 'basic', ...rest }
  if (type !== 'oauth2') return given
  const known = Object.hasOwn(flowNames, toText(flow)) ? flowNames[toText(flow)] : undefined
  const one = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    scopes: toObject(scopes) ?? {},
  }
  return {
    type,
    ...rest,
    flows: { [known ?? 'implicit']: one },
    ...(flow !== undefined && known === undefined && { 'x-flow': flow }),
  }
}

/**
 * Returns a Swagger 2 description as OpenAPI 3.1.
 *
 * @param schema converts a schema of JSON Schema draft 4
 */
export const upgradeSwagger = (root: UnknownObject, schema: (value: unknown) => unknown): UnknownObject =>
  new SwaggerUpgrade(root, schema).upgrade()
