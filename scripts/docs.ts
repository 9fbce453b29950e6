/** Writes docs/openapi.json and docs/api.md from the contract; with `--check` only says whether they are up to date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { type ErrorName, errorCodes } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import en from '#src/locales/en.json' with { type: 'json' }

const docs = join(import.meta.dirname, '../docs')

interface Named {
  path: string
  endpoint: Endpoint
}

const calls: Named[] = Object.entries(contract).flatMap(([controller, actions]) =>
  Object.entries(actions).map(([action, endpoint]) => ({
    path: `/api/${controller}/${action}`,
    endpoint: endpoint as Endpoint,
  })),
)

const inputSchema = (endpoint: Endpoint) => z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
const outputSchema = (endpoint: Endpoint) => z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any' })

const teamPeople = { view: 'a member of', manage: 'an administrator of', own: 'the creator of' }

function whoMay(access: Access): string {
  if (access === 'anyone') return 'anyone'
  if (access === 'user') return 'a signed-in user'
  if (access === 'admin') return 'an administrator'
  if ('page' in access) return `whoever may ${access.page} the item of the page in \`${access.by}\``
  if ('catalog' in access) return `whoever may ${access.catalog} the item of the catalog in \`${access.by}\``
  if ('team' in access) return `${teamPeople[access.team]} the team in \`${access.by}\``
  if ('key' in access) return 'whoever holds the api_key and api_token of the item'
  return `whoever may ${access.item} the item in \`${access.by}\``
}

const withoutDialect = (schema: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'))

function bodyOf(endpoint: Endpoint): object {
  const schema = withoutDialect(inputSchema(endpoint) as Record<string, unknown>)
  if (endpoint.upload === undefined)
    return { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } }
  const properties = { ...(schema['properties'] as object), [endpoint.upload]: { type: 'string', format: 'binary' } }
  return { 'multipart/form-data': { schema: { ...schema, properties } } }
}

function answerOf(endpoint: Endpoint): object {
  if (endpoint.answers === 'file')
    return { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  const data = withoutDialect(outputSchema(endpoint) as Record<string, unknown>)
  const schema =
    endpoint.answers === 'bare'
      ? data
      : { type: 'object', properties: { error_code: { const: 0 }, data }, required: ['error_code', 'data'] }
  return { description: 'Done, or a refusal with its error_code', content: { 'application/json': { schema } } }
}

function operationOf({ path, endpoint }: Named): object {
  const id = path.split('/').slice(2).join('_')
  const common = {
    operationId: id,
    summary: endpoint.summary[0],
    'x-summary-zh': endpoint.summary[1],
    'x-access': whoMay(endpoint.access),
    'x-errors': endpoint.errors,
    responses: { 200: answerOf(endpoint) },
  }
  if (endpoint.answers !== 'file') return { post: { ...common, requestBody: { content: bodyOf(endpoint) } } }
  const { properties = {} } = inputSchema(endpoint)
  return {
    get: { ...common, parameters: Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema })) },
  }
}

const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Docstead',
    version: '1',
    description: 'Every call of the API. A refusal is HTTP 200 with error_code, error_name and error_message.',
  },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A user_token; also accepted as the field user_token' },
    },
  },
  security: [{ token: [] }, {}],
  paths: Object.fromEntries(calls.map((call) => [call.path, operationOf(call)])),
}

interface Shape {
  type?: unknown
  description?: string
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  enum?: unknown[]
  const?: unknown
}

function typeText(shape: Shape): string {
  if (shape.enum) return shape.enum.map((one) => JSON.stringify(one)).join(', ')
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.anyOf) return [...new Set(shape.anyOf.map(typeText))].join(' or ')
  if (shape.items) return `list of ${typeText(shape.items)}`
  if (shape.properties) return `{ ${Object.keys(shape.properties).join(', ')} }`
  return String(shape.type ?? 'any')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function inputTable(endpoint: Endpoint): string {
  const { properties = {}, required = [] } = inputSchema(endpoint) as {
    properties?: Record<string, Shape>
    required?: string[]
  }
  const rows = Object.entries(properties).map(
    ([name, shape]) =>
      `| \`${name}\` | ${required.includes(name) ? 'yes' : ''} | ${cell(typeText(shape))} | ${cell(shape.description ?? '')} |`,
  )
  if (endpoint.upload) rows.unshift(`| \`${endpoint.upload}\` | yes | file | multipart form |`)
  return rows.length === 0 ? 'No input.\n' : `| field | needed | type | |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

const errorLine = (name: ErrorName) => `\`${name}\` (${errorCodes[name]})`

function section({ path, endpoint }: Named): string {
  const method = endpoint.answers === 'file' ? 'GET' : 'POST'
  const answer = endpoint.answers === 'file' ? 'a file' : cell(typeText(outputSchema(endpoint) as Shape))
  const errors = endpoint.errors.length > 0 ? `\nRefusals: ${endpoint.errors.map(errorLine).join(', ')}\n` : ''
  return `### ${method} ${path}\n\n${endpoint.summary[0]}. ${endpoint.summary[1]}。\n\nFor ${whoMay(endpoint.access)}.\n\n${inputTable(endpoint)}\nAnswers: ${answer}\n${errors}`
}

const reference = `# API reference

Made from \`src/contract/\` by \`node scripts/docs.ts\`; do not edit. Calls are POST, form-encoded (JSON and multipart are
accepted too); downloads are GET links. An answer is \`{ "error_code": 0, "data": ... }\`, a refusal
\`{ "error_code": n, "error_name": "...", "error_message": "...", "request_id": "..." }\`, both with HTTP status 200; 4xx and 5xx
are for transport. The token of a signed-in user goes into \`Authorization: Bearer\` or the field \`user_token\`. The language of
messages follows \`Accept-Language\`.

${calls.map(section).join('\n')}
## Errors

| name | code | message |
|---|---|---|
${(Object.keys(errorCodes) as ErrorName[]).map((name) => `| \`${name}\` | ${errorCodes[name]} | ${cell(en.errors[name])} |`).join('\n')}
`

const files: [string, string][] = [
  ['openapi.json', `${JSON.stringify(openapi, undefined, 2)}\n`],
  ['api.md', reference],
]
const read = (name: string) => {
  try {
    return readFileSync(join(docs, name), 'utf8')
  } catch {
    return ''
  }
}

if (process.argv.includes('--check')) {
  const old = files.filter(([name, text]) => read(name) !== text).map(([name]) => `docs/${name}`)
  if (old.length > 0) {
    process.stderr.write(`not up to date: ${old.join(', ')}; run node scripts/docs.ts\n`)
    process.exitCode = 1
  }
} else for (const [name, text] of files) writeFileSync(join(docs, name), text)
