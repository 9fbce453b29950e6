import type { TestApp } from './app.ts'

/** A resource, a list or an error, as far as tests look at it. */
export interface ScimBody {
  id: string
  meta: { location: string; version?: string }
  userName: string
  displayName: string
  active: boolean
  emails: object[]
  groups: object[]
  members?: object[]
  attributes: object[]
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: ScimBody[]
  status: string
  scimType?: string
  detail: string
}

/** What a server answers by SCIM; without a body there is none. */
export interface ScimAnswer {
  status: number
  headers: Headers
  body: ScimBody
}

/** A system that sends requests by SCIM. */
export interface ScimClient {
  token: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimAnswer>
  get(path: string, headers?: Record<string, string>): Promise<ScimAnswer>
  /** Sends a PATCH with these operations. */
  patch(path: string, ...operations: object[]): Promise<ScimAnswer>
  /** Creates a user and returns the id. */
  addUser(userName: string, more?: object): Promise<string>
  addGroup(displayName: string, members?: string[], more?: object): Promise<string>
}

/** Returns a system with a token that the administrator has made. */
export async function createScimClient(app: TestApp, name = 'Entra'): Promise<ScimClient> {
  const { token } = await app.as('admin').adminScim.addToken({ name })
  const client: ScimClient = {
    token,
    async send(method, path, body, headers = {}) {
      const response = await fetch(`${app.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
    },
    get: (path, headers) => client.send('GET', path, undefined, headers),
    patch: (path, ...Operations) =>
      client.send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations }),
    async addUser(userName, more = {}) {
      const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
      return (await client.send('POST', '/Users', { schemas, userName, active: true, ...more })).body.id
    },
    async addGroup(displayName, members = [], more = {}) {
      const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
      const body = { schemas, displayName, members: members.map((value) => ({ value })), ...more }
      return (await client.send('POST', '/Groups', body)).body.id
    },
  }
  return client
}
