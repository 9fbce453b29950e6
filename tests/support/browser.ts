import type { TestApp } from './app.ts'

/** A browser with cookies, as far as a sign-in needs one. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #app: TestApp

  constructor(app: TestApp) {
    this.#app = app
  }

  /** Puts a session into the browser, as a sign-in with a password does. */
  use(username: string): this {
    this.#cookies.set('docstead_session', this.#app.token(username))
    return this
  }

  #take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
  }

  #headers(): Record<string, string> {
    return { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') }
  }

  async #leads(response: Response): Promise<URL> {
    this.#take(response)
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
    return new URL(location, this.#app.url)
  }

  /** Opens an address of the site, and returns where it leads. */
  async open(path: string): Promise<URL> {
    return this.#leads(
      await fetch(new URL(path, this.#app.url), {
        redirect: 'manual',
        headers: { ...this.#headers(), 'sec-fetch-site': 'cross-site' },
      }),
    )
  }

  /** Posts a form from another site: without cookies, as SameSite=Lax has it. */
  async post(path: string, fields: Record<string, string>): Promise<URL> {
    return this.#leads(
      await fetch(new URL(path, this.#app.url), {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'cross-site', origin: 'https://idp.example' },
        body: new URLSearchParams(fields),
      }),
    )
  }

  /** Calls the API as a page of the site does. */
  async call(path: string, fields: Record<string, string> = {}) {
    const response = await fetch(`${this.#app.url}/api/${path}`, {
      method: 'POST',
      headers: { ...this.#headers(), 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    })
    this.#take(response)
    return (await response.json()) as { error_name?: string; data?: Record<string, unknown> }
  }
}
