import type { ErrorName } from '#shared/contract/errors.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { isDiskFull } from '#src/core/data-folder.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { errorText } from '#src/core/i18n.ts'
import type { ScimRequest, ScimResponse } from '#src/core/scim-exchange.ts'
import { transact } from '#src/db/database.ts'
import { isRecorded, requireClient, type ScimClient } from './client.ts'
import { resourceTypes, schemaResources, serviceConfig } from './discovery.ts'
import { changeGroup, createGroup, deleteGroup, getGroup, listGroups } from './groups.ts'
import { insertScimCall } from './queries.ts'
import { parseId, type Resource, schemaNames, select, selectionOf } from './resource.ts'
import { changeUser, createUser, deleteUser, getUser, listUsers } from './users.ts'

// A group of 50,000 members has 2 MB.
const bodyMost = 4_000_000

/** The status of an error, and its name in SCIM. Source: RFC 7644, 3.12. */
const statuses: Partial<Record<ErrorName, readonly [status: number, scimType?: string]>> = {
  scimTokenWrong: [401],
  scimTokenHeld: [401],
  scimGone: [404],
  unknownCall: [404],
  methodNotAllowed: [405],
  scimUnsupported: [501],
  scimFilterBad: [400, 'invalidFilter'],
  scimPathBad: [400, 'invalidPath'],
  scimValueBad: [400, 'invalidValue'],
  accountNameBad: [400, 'invalidValue'],
  scimSyntaxBad: [400, 'invalidSyntax'],
  scimTooMany: [400, 'tooMany'],
  scimNameTaken: [409, 'uniqueness'],
  scimNameEnded: [409, 'uniqueness'],
  scimNameOfSite: [409, 'uniqueness'],
  scimNameDisabled: [409, 'uniqueness'],
  usernameTaken: [409, 'uniqueness'],
  scimGroupTaken: [409, 'uniqueness'],
  scimVersionOld: [412],
  lastAdministrator: [403],
  badRequest: [400],
  bodyTooSlow: [408],
  bodyTooLarge: [413],
  tooManyRequests: [429],
  stopping: [503],
  diskFull: [507],
}

/** Reads the body as JSON. @throws {AppError} scimSyntaxBad, and those of reading it */
async function readJson(request: ScimRequest): Promise<unknown> {
  const bytes = await request.readBody(bodyMost)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return fail('scimSyntaxBad')
  }
}

/** What can be done with the resources of a type. */
interface ResourceCalls {
  list(): Promise<object>
  get(id: number): Promise<Resource>
  create(body: unknown): Promise<number>
  change(id: number, body: unknown): Promise<void>
  remove(id: number): Promise<void>
  /** Whether a PATCH is answered without the resource, which may be large. */
  isSilent: boolean
}

function callsFor(app: App, client: ScimClient, request: ScimRequest, type: string): ResourceCalls | undefined {
  const { base, query } = request
  if (type === 'users') {
    return {
      list: () => listUsers(app, client, request),
      get: (id) => getUser(app, client, id, base),
      create: (body) => createUser(app, client, body),
      change: (id, body) => changeUser(app, client, id, request, body),
      remove: (id) => deleteUser(app, client, id, request),
      isSilent: false,
    }
  }
  if (type !== 'groups') return undefined
  return {
    list: () => listGroups(app, client, request),
    get: (id) => getGroup(app, client, id, base, selectionOf(query)),
    create: (body) => createGroup(app, client, body),
    change: (id, body) => changeGroup(app, client, id, request, body),
    remove: (id) => deleteGroup(app, client, id, request),
    isSilent: true,
  }
}

function resourceResponse(request: ScimRequest, resource: Resource, status = 200): ScimResponse {
  const { version, location } = resource.meta as { version?: string; location: string }
  const headers = { ...(version && { ETag: version }), ...(status === 201 && { Location: location }) }
  const known = request.ifNoneMatch.split(',').map((one) => one.trim())
  if (request.method === 'GET' && version && known.includes(version)) return { status: 304, headers }
  return { status, headers, body: select(resource, selectionOf(request.query)) }
}

async function handleResources(request: ScimRequest, calls: ResourceCalls, id: string | undefined) {
  const { method } = request
  if (id === undefined) {
    if (method === 'GET') return { status: 200, body: await calls.list() }
    if (method !== 'POST') return fail('methodNotAllowed')
    const made = await calls.create(await readJson(request))
    return resourceResponse(request, await calls.get(made), 201)
  }
  const number = parseId(id) ?? fail('scimGone')
  switch (method) {
    case 'GET':
      return resourceResponse(request, await calls.get(number))
    case 'PUT':
    case 'PATCH':
      await calls.change(number, await readJson(request))
      if (method === 'PATCH' && calls.isSilent) return { status: 204 }
      return resourceResponse(request, await calls.get(number))
    case 'DELETE':
      await calls.remove(number)
      return { status: 204 }
    default:
      return fail('methodNotAllowed')
  }
}

async function handle(app: App, client: ScimClient, request: ScimRequest): Promise<ScimResponse> {
  const { method, base } = request
  const [type = '', id, more] = request.path.split('/').filter(Boolean).map(decodePart)
  if (more !== undefined) return fail('unknownCall')
  const calls = callsFor(app, client, request, type.toLowerCase())
  if (calls && id === '.search') return fail('scimUnsupported')
  if (calls) return handleResources(request, calls, id)
  const found = {
    serviceproviderconfig: () => (id === undefined ? serviceConfig(base) : undefined),
    resourcetypes: () => resourceTypes(base, id),
    schemas: () => schemaResources(base, id),
  }[type.toLowerCase()]
  if (!found) return fail(/^(?:bulk|me|\.search)$/i.test(type) ? 'scimUnsupported' : 'unknownCall')
  if (method !== 'GET') return fail('methodNotAllowed')
  return { status: 200, body: found() ?? fail('scimGone') }
}

/** @throws {AppError} unknownCall */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return fail('unknownCall')
  }
}

function failureOf(app: App, error: unknown): AppError {
  if (error instanceof AppError) return error
  app.log.error({ err: error }, 'a request by SCIM failed')
  return new AppError(isDiskFull(error) ? 'diskFull' : 'internal')
}

/** Records a call that changed something or failed. */
async function recordCall(
  app: App,
  client: ScimClient | undefined,
  request: ScimRequest,
  { status }: ScimResponse,
  failure: AppError | undefined,
): Promise<void> {
  const { method, path, query, ip } = request
  if (!failure && method === 'GET') return
  if (!client && !isRecorded(app, failure?.errorName === 'scimTokenHeld' ? undefined : ip)) return
  const filter = query.get('filter')
  const row = {
    addtime: nowSeconds(app),
    token_name: client?.name ?? '',
    method: method.slice(0, 10),
    path: `${path}${filter === null ? '' : `?filter=${filter}`}`.slice(0, 300),
    status,
    error_name: failure?.errorName ?? '',
    error_values: failure ? JSON.stringify(failure.values) : '',
    ip,
  }
  await transact(app.db, (tx) => insertScimCall(tx, row)).catch((error: unknown) =>
    app.log.error({ err: error }, 'a call by SCIM could not be recorded'),
  )
}

function errorResponse({ lang }: ScimRequest, { errorName, values }: AppError): ScimResponse {
  const [status, scimType] = statuses[errorName] ?? [errorName === 'internal' ? 500 : 400]
  return {
    status,
    headers: {
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="SCIM"' }),
      ...(status === 429 && { 'Retry-After': '10' }),
    },
    body: {
      schemas: [schemaNames.error],
      status: String(status),
      ...(scimType && { scimType }),
      detail: errorText(lang, errorName, values),
    },
  }
}

/** Answers a request by SCIM 2. Source: RFC 7643 and RFC 7644. */
export async function answerScim(app: App, request: ScimRequest): Promise<ScimResponse> {
  let client: ScimClient | undefined
  let failure: AppError | undefined
  let response: ScimResponse
  try {
    client = await requireClient(app, request)
    response = await handle(app, client, request)
  } catch (error) {
    failure = failureOf(app, error)
    response = errorResponse(request, failure)
  }
  await recordCall(app, client, request, response, failure)
  return response
}
