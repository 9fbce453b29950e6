import { callKeyHeader } from '#shared/contract/client.ts'
import type { Controller, Endpoint } from '#shared/contract/endpoint.ts'
import { inputShape, outputShape, type Shape } from '#shared/contract/list-fields.ts'
import { describeAccess } from './access-descriptions.ts'
import { getPrimaryNames, listControllers, type NamedEndpoint } from './endpoints.ts'

const withDescription = (shape: Shape): Shape => ({
  ...explained(shape),
  ...(shape.text && { description: shape.text[0], 'x-description-zh': shape.text[1] }),
})

/** Returns `shape` with the description of each field in place of its type's name. */
function explained(shape: Shape): Shape {
  const { items, anyOf, contentSchema, properties } = shape
  const described = Object.entries(properties ?? {}).map(([name, one]) => [name, withDescription(one)])
  return {
    ...Object.fromEntries(Object.entries(shape).filter(([name]) => name !== '$schema' && name !== 'text')),
    ...(items && { items: explained(items) }),
    ...(anyOf && { anyOf: anyOf.map(explained) }),
    ...(contentSchema && { contentSchema: explained(contentSchema) }),
    ...(properties && { properties: Object.fromEntries(described) }),
  }
}

const idOf = (name: string): string => name.replace('/', '_')

/** Returns the input schema of an endpoint with descriptions. */
const inputOf = ({ endpoint }: NamedEndpoint): Shape => explained(inputShape(endpoint.input))

function bodyOf(call: NamedEndpoint): object {
  const { upload } = call.endpoint
  const schema = { $ref: `#/components/schemas/${idOf(call.name)}` }
  if (upload === undefined) return { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } }
  const file = { type: 'object', properties: { [upload]: { type: 'string', format: 'binary' } } }
  return { 'multipart/form-data': { schema: { allOf: [schema, file] } } }
}

function answerOf({ responseType: answers, output }: Endpoint): object {
  if (answers === 'file')
    return { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (answers === 'text')
    return { description: 'Plain text', content: { 'text/plain': { schema: { type: 'string' } } } }
  const data = explained(outputShape(output))
  const schema =
    answers === 'bare'
      ? data
      : { type: 'object', properties: { error_code: { const: 0 }, data }, required: ['error_code', 'data'] }
  const stream = answers === 'events' ? { 'text/event-stream': { schema: { type: 'string' } } } : {}
  return {
    description: 'Success, or an error with its error_code',
    content: { 'application/json': { schema }, ...stream },
  }
}

const callKeyParameter = {
  name: callKeyHeader,
  in: 'header',
  required: false,
  description:
    'Requests with the same key, fields and token are carried out only once; the response is kept for 15 minutes',
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
}

/** Returns an endpoint's operation, described as `first`: under the first of its names. */
function operationOf(name: string, first: NamedEndpoint): object {
  const { endpoint } = first
  const common = {
    operationId: idOf(name),
    tags: [name.split('/')[0]],
    summary: endpoint.summary[0].replaceAll('`', ''),
    'x-summary-zh': endpoint.summary[1].replaceAll('`', ''),
    'x-access': describeAccess(endpoint.access, 'en').replaceAll('`', ''),
    'x-errors': endpoint.errors,
    responses: { 200: answerOf(endpoint) },
  }
  if (endpoint.responseType !== 'file') {
    const parameters = endpoint.creates ? { parameters: [callKeyParameter] } : {}
    return { post: { ...common, ...parameters, requestBody: { content: bodyOf(first) } } }
  }
  const input = inputOf(first)
  const parameters = Object.entries(input.properties ?? {}).map(([field, { description, ...schema }]) => ({
    name: field,
    in: 'query',
    required: input.required?.includes(field) ?? false,
    description,
    schema,
  }))
  return { get: { ...common, parameters } }
}

/** Returns the endpoints of `contract` as an OpenAPI document in English, with the Chinese texts as `x-` extensions. */
export function buildOpenApi(contract: Record<string, Controller>): object {
  const controllers = listControllers(contract)
  const calls = controllers.flatMap((one) => one.calls)
  const firsts = getPrimaryNames(controllers)
  const firstOf = ({ name, endpoint }: NamedEndpoint): NamedEndpoint => ({
    name: firsts.get(endpoint) ?? name,
    endpoint,
  })
  const withBody = calls.filter((call) => call.endpoint.responseType !== 'file' && firstOf(call).name === call.name)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Docstead',
      version: '1',
      description:
        'All endpoints of the API. An error has HTTP status 200 and contains error_code, error_name and error_message.',
    },
    tags: controllers.map(({ name, about: { title, text } }) => ({
      name,
      description: `${title[0]}. ${text[0]}`,
      'x-description-zh': `${title[1]}。${text[1]}`,
    })),
    components: {
      schemas: Object.fromEntries(withBody.map((call) => [idOf(call.name), inputOf(call)])),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A user_token, which can also be sent as the field user_token',
        },
      },
    },
    security: [{ token: [] }, {}],
    paths: Object.fromEntries(calls.map((call) => [`/api/${call.name}`, operationOf(call.name, firstOf(call))])),
  }
}
