/** The answer of a call on ShowDoc's addresses: in the envelope, or bare as uploads answer. */
type ShowDocAnswer = {
  error_code?: number
  error_message?: string
  data?: unknown
  url?: string
}

/** An error that a server answered, with ShowDoc's number. */
export class ShowDocError extends Error {
  readonly code: number

  constructor(call: string, { error_code = -1, error_message = '' }: ShowDocAnswer) {
    super(`${call}: ${error_code} ${error_message}`.trim())
    this.code = error_code
  }
}

/** The number of the error for a missing or wrong captcha. Source: reference, api-facts 3. */
export const captchaCode = 10206

/** Returns the path of a call on ShowDoc's addresses, below the site's own path. */
export const pathOf = (call: string): string => `/server/index.php?s=/api/${call}`

/** Encodes fields as a form. */
export const formOf = (fields: Readonly<Record<string, string | number>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** Returns an id that a call answers: a number, digits, or in an object, as ShowDoc and Docstead differ. @throws */
export function idIn(answer: unknown, name: string): number {
  const value = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[name] : answer
  const id = Number(value)
  if (!Number.isSafeInteger(id) || id <= 0) throw new Error(`no ${name} in ${JSON.stringify(answer)?.slice(0, 200)}`)
  return id
}

/** Calls a server on ShowDoc's addresses as one user. */
export class ShowDocClient {
  readonly base: string
  #token = ''

  /** @param base the address of the site, without a trailing slash */
  constructor(base: string, token = '') {
    this.base = base
    this.#token = token
  }

  /** The headers that identify the user. */
  get headers(): Record<string, string> {
    return this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }
  }

  /** Makes a call and returns its data. @throws {ShowDocError} */
  async call(name: string, fields: Readonly<Record<string, string | number>> = {}): Promise<unknown> {
    const body = new URLSearchParams(formOf(fields))
    return (await this.#send(name, body)).data
  }

  /** Attaches a file to a page; returns its address. @throws {ShowDocError} */
  async attach(ids: { item_id: number; page_id: number }, file: File): Promise<string> {
    const body = new FormData()
    for (const [name, value] of Object.entries(ids)) body.set(name, String(value))
    body.set('file', file)
    const answer = await this.#send('page/upload', body)
    if (typeof answer.url !== 'string') throw new ShowDocError('page/upload', answer)
    return new URL(answer.url, `${this.base}/`).href
  }

  /**
   * Signs in, and registers the user when the server knows none of that name and password.
   *
   * @throws {ShowDocError} of the sign-in, when neither succeeds
   */
  async signIn(username: string, password: string): Promise<void> {
    let data: unknown
    try {
      data = await this.call('user/loginByVerify', { username, password, captcha: '', captcha_id: 0 })
    } catch (error) {
      if (!(error instanceof ShowDocError) || error.code === captchaCode) throw error
      const account = { username, password, confirm_password: password, captcha: '', captcha_id: 0 }
      data = await this.call('user/registerByVerify', account).catch(() => Promise.reject(error))
    }
    this.#token = String((data as { user_token?: unknown } | undefined)?.user_token ?? '')
    if (this.#token === '') throw new Error('the sign-in answered no token')
  }

  async #send(name: string, body: URLSearchParams | FormData): Promise<ShowDocAnswer> {
    const response = await fetch(this.base + pathOf(name), { method: 'POST', headers: this.headers, body })
    const text = await response.text()
    let answer: ShowDocAnswer
    try {
      answer = JSON.parse(text) as ShowDocAnswer
    } catch {
      throw new Error(`${name}: status ${response.status}, no JSON`)
    }
    if ((answer.error_code ?? 0) !== 0) throw new ShowDocError(name, answer)
    return answer
  }
}
