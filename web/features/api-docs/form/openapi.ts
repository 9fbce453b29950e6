import type { ImportedContent, ImportedRequest } from './imported-request.ts'
import type { NewRow } from './row-edits.ts'

type Loose = Record<string, unknown>

const objectOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
const listOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.map(objectOf) : [])
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']
const deepest = 6
// Limits the values of an example: a recursive schema with a hundred fields would never end.
const mostValues = 5000

/** Reads values of a description and resolves its internal references. */
class Description {
  readonly #root: Loose
  #values = 0

  constructor(root: Loose) {
    this.#root = root
  }

  at(value: unknown, hops = 8): Loose {
    const found = objectOf(value)
    const ref = textOf(found['$ref'])
    if (!ref.startsWith('#/') || hops === 0) return found
    const target = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((inside, part) => objectOf(inside)[part.replaceAll('~1', '/').replaceAll('~0', '~')], this.#root)
    return this.at(target, hops - 1)
  }

  /** Returns an example value for a schema. */
  sample(schema: unknown, depth = 0): unknown {
    const one = this.at(schema)
    const given =
      one['example'] ??
      one['default'] ??
      (Array.isArray(one['enum']) ? one['enum'][0] : undefined) ??
      (Array.isArray(one['examples']) ? one['examples'][0] : undefined)
    if (given !== undefined) return given
    this.#values += 1
    if (depth > deepest || this.#values > mostValues) return null
    const all = listOf(one['allOf'])
    if (all.length > 0) return Object.assign({}, ...all.map((part) => objectOf(this.sample(part, depth + 1))))
    const [choice] = [...listOf(one['oneOf']), ...listOf(one['anyOf'])]
    if (choice) return this.sample(choice, depth + 1)
    if (one['properties'] || one['type'] === 'object')
      return Object.fromEntries(
        Object.entries(objectOf(one['properties'])).map(([name, part]) => [name, this.sample(part, depth + 1)]),
      )
    if (one['type'] === 'array') return [this.sample(one['items'], depth + 1)]
    if (one['type'] === 'integer' || one['type'] === 'number') return 0
    return one['type'] === 'boolean' ? true : ''
  }

  /** Returns the fields of an object schema as rows. */
  rows(schema: unknown): NewRow[] {
    const one = this.at(schema)
    const required = Array.isArray(one['required']) ? one['required'] : []
    return Object.entries(objectOf(one['properties'])).map(([name, part]) =>
      this.row(name, part, required.includes(name)),
    )
  }

  row(name: string, schema: unknown, isRequired: boolean, remark = ''): NewRow {
    const one = this.at(schema)
    const isFile = one['format'] === 'binary' || one['type'] === 'file'
    const sample = one['example'] ?? one['default']
    return {
      name,
      type: isFile ? 'file' : textOf(one['type']) || 'string',
      value: typeof sample === 'object' ? JSON.stringify(sample) : textOf(sample),
      isRequired,
      remark: remark || textOf(one['description']),
    }
  }
}

interface Given {
  method: string
  path: string
  operation: Loose
  shared: unknown[]
}

function operationsOf(root: Loose): Given[] {
  return Object.entries(objectOf(root['paths'])).flatMap(([path, around]) => {
    const parts = objectOf(around)
    const shared = Array.isArray(parts['parameters']) ? parts['parameters'] : []
    return methods.flatMap((method) =>
      method in parts ? [{ method, path, operation: objectOf(parts[method]), shared }] : [],
    )
  })
}

function bodyOf(
  read: Description,
  operation: Loose,
  parameters: Loose[],
): Pick<ImportedRequest, 'mode' | 'body' | 'form'> {
  const content = objectOf(read.at(operation['requestBody'])['content'])
  const [type, media] = Object.entries(content)[0] ?? []
  const inBody = parameters.find((one) => one['in'] === 'body')
  const inForm = parameters.filter((one) => one['in'] === 'formData')
  if (inForm.length > 0) {
    const form = inForm.map((one) =>
      read.row(textOf(one['name']), one, one['required'] === true, textOf(one['description'])),
    )
    return { mode: form.some((row) => row.type === 'file') ? 'formdata' : 'urlencoded', body: '', form }
  }
  const schema = inBody ? inBody['schema'] : objectOf(media)['schema']
  if (!inBody && type === undefined) return { mode: 'none', body: '', form: [] }
  if (type?.includes('form')) {
    return { mode: type.includes('multipart') ? 'formdata' : 'urlencoded', body: '', form: read.rows(schema) }
  }
  const sample = exampleOf(read, objectOf(media)) ?? read.sample(schema)
  if (type && !/json/.test(type)) return { mode: 'raw', body: textOf(sample), form: [] }
  return { mode: 'json', body: JSON.stringify(sample, null, 2), form: [] }
}

function exampleOf(read: Description, media: Loose): unknown {
  if (media['example'] !== undefined) return media['example']
  const [named] = Object.values(objectOf(media['examples']))
  return named === undefined ? undefined : read.at(named)['value']
}

function answerOf(read: Description, responses: Loose, isWanted: (code: string) => boolean): string {
  const code = Object.keys(responses).find(isWanted)
  if (!code) return ''
  const answer = read.at(responses[code])
  const content = objectOf(answer['content'])
  const media = objectOf(content['application/json'] ?? Object.values(content)[0])
  const old = objectOf(answer['examples'])['application/json']
  const schema = media['schema'] ?? answer['schema']
  const sample = exampleOf(read, media) ?? old ?? (schema === undefined ? undefined : read.sample(schema))
  return sample === undefined ? '' : typeof sample === 'string' ? sample : JSON.stringify(sample, null, 2)
}

function baseOf(root: Loose, operation: Loose): string {
  const server = listOf(operation['servers'])[0] ?? listOf(root['servers'])[0]
  if (server) return textOf(server['url']).replace(/\/$/, '')
  const host = textOf(root['host'])
  const scheme = Array.isArray(root['schemes']) ? textOf(root['schemes'][0]) : 'https'
  return host ? `${scheme || 'https'}://${host}${textOf(root['basePath']).replace(/\/$/, '')}` : ''
}

/**
 * Reads an operation of an OpenAPI 3 or Swagger 2 description, or a standalone operation; undefined for any other
 * value. Returns the names when there are several operations and `pick` selects none.
 */
export function readOperation(value: Loose, pick: string): ImportedContent | undefined {
  const isWhole = 'paths' in value && ('openapi' in value || 'swagger' in value)
  const isAlone =
    !isWhole &&
    'responses' in value &&
    ('parameters' in value || 'operationId' in value || 'requestBody' in value || 'summary' in value)
  if (!isWhole && !isAlone) return undefined
  const all = isWhole
    ? operationsOf(value)
    : [{ method: 'requestBody' in value ? 'post' : 'get', path: '/', operation: value, shared: [] }]
  const names = all.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const chosen = all.length === 1 ? all[0] : all[names.indexOf(pick)]
  if (!chosen) return all.length > 0 ? { kind: 'operations', names } : undefined
  const { method, path, operation, shared } = chosen
  const read = new Description(value)
  const parameters = [...shared, ...(Array.isArray(operation['parameters']) ? operation['parameters'] : [])].map(
    (one) => read.at(one),
  )
  const rowsIn = (place: string) =>
    parameters
      .filter((one) => one['in'] === place)
      .map((one) =>
        read.row(textOf(one['name']), one['schema'] ?? one, one['required'] === true, textOf(one['description'])),
      )
  const responses = objectOf(operation['responses'])
  return {
    kind: 'operation',
    title: textOf(operation['summary']) || textOf(operation['operationId']),
    description: textOf(operation['description']) || textOf(operation['summary']),
    success: answerOf(read, responses, (code) => code.startsWith('2')),
    failure: answerOf(read, responses, (code) => /^[45]/.test(code)),
    request: {
      method,
      url: baseOf(value, operation) + path,
      headers: rowsIn('header'),
      query: rowsIn('query'),
      cookies: rowsIn('cookie'),
      pathVariables: rowsIn('path'),
      ...bodyOf(read, operation, parameters),
      auth: undefined,
      left: [],
    },
  }
}
