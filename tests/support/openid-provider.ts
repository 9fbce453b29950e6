import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'

/** A person of the test provider: what it says about them. */
export interface OpenIdPerson {
  sub: string
  preferred_username?: string
  name?: string
  email?: string
  email_verified?: boolean
}

/** An answer that takes the place of the provider's own. */
export type Interference = (
  request: IncomingMessage,
  response: ServerResponse,
  /** Lets the provider answer, and returns what it says. */
  own: () => Promise<{ status: number; headers: Record<string, string>; text: string }>,
) => Promise<void> | void

/** npm's oidc-provider on a port of this machine. People sign in there by naming themselves. */
export interface OpenIdProvider {
  issuer: string
  client: { id: string; secret: string }
  people: Map<string, OpenIdPerson>
  /** Answers in place of the provider at a path, until it is removed. */
  interfere(path: string, answer: Interference): void
  behave(): void
  /** Registers an address that people are sent back to. */
  allowCallback(address: string): void
  /**
   * Signs a person in at the address that the browser was sent to, and returns the address that it is sent back to.
   */
  signIn(address: string, sub: string): Promise<URL>
  /** The method and path of each request since `behave`. */
  requests: string[]
  /** Sets who signs in there next, for a real browser. */
  signInNext(sub: string): void
  /** How long the provider has worked on requests, in ms. */
  spentMs(): number
  close(): Promise<void>
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
    })
  })

/** Keeps the cookies of one browser. */
class Cookies {
  readonly #values = new Map<string, string>()

  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      this.#values.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  get header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

/** Starts the provider. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const people = new Map<string, OpenIdPerson>()
  const interferences = new Map<string, Interference>()
  const requests: string[] = []
  let spent = 0
  const allowed = new Set<string>()
  const client = { id: 'docstead', secret: 'a secret of the client' }
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    requests.push(`${request.method} ${path}`)
    const began = performance.now()
    response.once('finish', () => {
      spent += performance.now() - began
    })
    const interference = interferences.get(path)
    if (!interference) return handle(request, response)
    const own = () =>
      new Promise<{ status: number; headers: Record<string, string>; text: string }>((resolve) => {
        const chunks: Buffer[] = []
        const { write, end } = response
        response.write = ((chunk: Buffer | string) => chunks.push(Buffer.from(chunk)) > 0) as typeof write
        response.end = ((chunk?: Buffer | string) => {
          if (chunk) chunks.push(Buffer.from(chunk))
          Object.assign(response, { write, end })
          const headers = Object.fromEntries(
            Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
          )
          for (const name of response.getHeaderNames()) response.removeHeader(name)
          resolve({ status: response.statusCode, headers, text: Buffer.concat(chunks).toString('utf8') })
          return response
        }) as typeof end
        handle(request, response)
      })
    void interference(request, response, own)
  })
  const port = await listen(server)
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ['http://127.0.0.1/none'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    async findAccount(_context: unknown, sub: string) {
      const person = people.get(sub)
      return person && { accountId: sub, claims: async () => ({ ...person }) }
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the test'] },
    // an ID token that is valid for a short time shows whether clocks are compared
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 30, Interaction: 60, Session: 60, Grant: 60 },
    conformIdTokenClaims: false,
  })
  // the addresses of the sites under test are known only when they have started
  provider.Client.prototype['redirectUriAllowed'] = (address) => allowed.has(address)
  provider.Client.prototype['postLogoutRedirectUriAllowed'] = (address) => allowed.has(address)
  const callback = provider.callback()
  let next = ''
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    void (async () => {
      const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
      if (prompt.name === 'login') {
        await provider.interactionFinished(request, response, { login: { accountId: next } })
        return
      }
      const grant =
        (grantId && (await provider.Grant.find(grantId))) ||
        new provider.Grant({ accountId: session?.accountId ?? next, clientId: String(params['client_id']) })
      grant.addOIDCScope(String(params['scope'] ?? 'openid'))
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
    })()
  }
  return {
    issuer,
    client,
    people,
    requests,
    signInNext: (sub) => void (next = sub),
    interfere: (path, answer) => void interferences.set(path, answer),
    behave() {
      interferences.clear()
      requests.length = 0
    },
    spentMs: () => spent,
    allowCallback: (address) => void allowed.add(address),
    async signIn(address, sub) {
      next = sub
      const cookies = new Cookies()
      let at = new URL(address)
      for (let hop = 0; hop < 10; hop++) {
        const response = await fetch(at, { redirect: 'manual', headers: { cookie: cookies.header } })
        cookies.take(response)
        const location = response.headers.get('location')
        if (location === null)
          throw new Error(`${response.status} ${at.href}: ${(await response.text()).slice(0, 500)}`)
        at = new URL(location, at)
        if (at.origin !== issuer) return at
      }
      throw new Error('the provider sends people in circles')
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
