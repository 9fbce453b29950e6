import type { Atom, createStore } from 'jotai'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { sessionCookie } from '#src/http/cookies.ts'
import { closeApps, createTestApp, type TestApp, type TestOptions } from '#tests/support/app.ts'
import { currentLang, type Lang, loadDeferredMessages, setLang, startI18n } from '#web/lib/i18n.ts'

/** Passes a request on to the server and returns its response. */
type Send = () => Promise<Response>

/** A response that waits for the test. */
export interface HeldResponse {
  /** Resolves when the server has carried out the request. */
  carriedOut: Promise<void>
  release(): void
}

/**
 * A browser that has the product open, without a screen: what the web's own code requests reaches a real server on an
 * empty data folder. Nothing of the product is replaced, only what a browser brings: its `fetch` with cookies, storage,
 * address and events.
 */
export interface TestBrowser {
  /** The server, one for all tests of a file. */
  readonly app: TestApp
  /** The calls of this test so far, as `page/save`, with the fields that were sent. */
  readonly calls: { path: string; fields: Record<string, string> }[]
  /** The calls of this test that the server rejected, each with its error. */
  readonly rejections: string[]
  /** The address that is shown, without its origin. */
  readonly path: string
  /** The stored values of this browser, by key. */
  readonly storage: Map<string, string>
  /** Whether requests get no response; a function decides for each call, as `page/save`. */
  isOffline: boolean | ((path: string) => boolean)
  /** The number of requests without a response; event streams do not count. */
  readonly pending: number
  /** Responds to a call, as `page/save`, in the place of the server; undefined leaves it to the server. */
  answers: ((path: string) => Response | undefined) | undefined
  /** The calls that get no response, as `page/save`, while the others do. */
  readonly unreachable: Set<string>
  /** Gives this browser a session of `username`, as a sign-in in another tab does. */
  signIn(username: string): void
  /** Takes the session from this browser, as its end does. */
  signOut(): void
  /** Leaves the page: responses to its requests reach nobody. */
  leave(): void
  /** The fields of all calls of `path`, in the order sent. */
  sent(path: string): Record<string, string>[]
  /** Handles the next call of `path` that nothing else handles. */
  intercept(path: string, handle: (send: Send) => Promise<Response>): void
  /** Lets the server carry out the next call of `path`, and keeps its response until the test releases it. */
  hold(path: string): HeldResponse
  /** Loses the response to the next call of `path`, after the server has carried it out. */
  lose(path: string): void
  /** Has the next call of `path` rejected with a fault of the server, without reaching it. */
  fail(path: string, fault?: { error_code: number; error_name: string }): void
  /** Changes the language of the interface, as the user does. */
  setLanguage(lang: Lang): Promise<void>
  /** Empties every storage: what is left is a browser on another computer. */
  emptyStorage(): Promise<void>
  /** Reports to this tab that another one has stored `value` under `key`. */
  storeElsewhere(key: string, value: unknown): void
}

const origin = 'http://docs.example'

const noNetwork = () => new TypeError('The network is gone.')

async function fieldsOf(body: unknown): Promise<Record<string, string>> {
  if (body instanceof Blob) return JSON.parse(await body.text()) as Record<string, string>
  if (body instanceof URLSearchParams) return Object.fromEntries(body)
  if (!(body instanceof FormData)) return {}
  const entries = [...body].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
  return Object.fromEntries(entries) as Record<string, string>
}

const hasDocument = 'document' in globalThis

/** What web code expects of a browser's window; each test has a new one, or the window of the project as new. */
function stubWindow(storage: Map<string, string>, session: Map<string, string>) {
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  }
  const sessionStorage = {
    getItem: (key: string) => session.get(key) ?? null,
    setItem: (key: string, value: string) => void session.set(key, value),
    removeItem: (key: string) => void session.delete(key),
  }
  if (hasDocument) {
    for (const [name, value] of Object.entries({ localStorage, sessionStorage })) {
      vi.stubGlobal(name, value)
      Object.defineProperty(globalThis.window, name, { value, configurable: true })
    }
    return { window: globalThis.window, location: globalThis.location }
  }
  const location = new URL(origin)
  const go = (_state: unknown, _title: string, to: string) => void (location.href = new URL(to, location.href).href)
  const history = { state: null, pushState: go, replaceState: go }
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval }
  const window = Object.assign(new EventTarget(), { ...timers, location, history, confirm: () => true })
  const nothing = { querySelector: () => null, querySelectorAll: () => [], getElementById: () => null }
  const document = Object.assign(new EventTarget(), {
    ...nothing,
    documentElement: { lang: 'en' },
    title: '',
    hidden: false,
    activeElement: null,
  })
  const navigator = { languages: ['en'], userAgent: '', onLine: true }
  const all = { window, document, location, history, localStorage, sessionStorage, navigator }
  for (const [name, value] of Object.entries(all)) vi.stubGlobal(name, value)
  return { window, location }
}

/** Empties the databases of the browser; they stay open. */
async function emptyDatabases(): Promise<void> {
  if (!('indexedDB' in globalThis)) return
  const ended = (request: EventTarget & { error: DOMException | null }, event: string) =>
    new Promise((resolve, reject) => {
      request.addEventListener(event, resolve)
      request.addEventListener('error', () => reject(request.error))
    })
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name)
    await ended(opening, 'success')
    const database = opening.result
    const names = [...database.objectStoreNames]
    const transaction = database.transaction(names, 'readwrite')
    for (const store of names) transaction.objectStore(store).clear()
    await ended(transaction, 'complete')
    database.close()
  }
}

let messages: Promise<void> | undefined

const loadMessages = async () => {
  await startI18n()
  await Promise.all([loadDeferredMessages(), loadDeferredMessages('admin')])
}

/**
 * Gives the tests of a file a browser and a server. Call once, at the top of the file. Before each test the browser is
 * as new: without a session, with empty storage, at `/`, and in
 * English.
 */
export function openBrowser(options: Omit<TestOptions, 'shared'> = {}): TestBrowser {
  let app: TestApp
  let current: ReturnType<typeof stubWindow>
  const cookies = new Map<string, string>()
  const storage = new Map<string, string>()
  const session = new Map<string, string>()
  const calls: TestBrowser['calls'] = []
  const rejections: string[] = []
  const handlers: { path: string; handle: (send: Send) => Promise<Response> }[] = []
  const held = new Set<HeldResponse>()
  const serverFetch = globalThis.fetch

  let pending = 0
  let page = 0
  const browserFetch: typeof fetch = async (input, init) => {
    const sender = page
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const isStream = String(input).includes('message/watch')
    if (!isStream) pending += 1
    try {
      const response = await respond(input, init, cookie)
      // a rejection concerns no page that was opened since
      return sender === page ? response : Response.json({ error_code: 0, data: {} })
    } finally {
      // nobody is there any more, but for what outlives the page
      if (sender !== page && !init?.keepalive) await new Promise(() => undefined)
      if (!isStream && sender === page) pending -= 1
    }
  }
  const respond = async (input: Parameters<typeof fetch>[0], init: RequestInit | undefined, cookie: string) => {
    const url = new URL(String(input), origin)
    if (url.origin !== origin) return serverFetch(input, init) // sent by a client of the test, not by the web
    const { pathname, search } = url
    const path = pathname.replace(/^\/api\//, '')
    calls.push({ path, fields: await fieldsOf(init?.body) })
    const { isOffline } = browser
    const isCutOff = typeof isOffline === 'function' ? isOffline(path) : isOffline
    if (isCutOff || browser.unreachable.has(path)) throw noNetwork()
    const answer = browser.answers?.(path)
    if (answer) return answer
    const send = async () => {
      const headers = new Headers(init?.headers)
      headers.set('Sec-Fetch-Site', 'same-origin')
      headers.set('Cookie', cookie)
      const response = await serverFetch(`${app.url}${pathname}${search}`, { ...init, headers })
      const isShortJson =
        response.headers.get('content-type')?.startsWith('application/json') === true &&
        Number(response.headers.get('content-length')) < 4000
      const [, error_name] = /"error_name":"(\w+)"/.exec(isShortJson ? await response.clone().text() : '') ?? []
      if (error_name) rejections.push(`${path} ${error_name}`)
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    }
    const at = handlers.findIndex((one) => one.path === path)
    const [handler] = at < 0 ? [] : handlers.splice(at, 1)
    return handler ? handler.handle(send) : send()
  }

  const browser: TestBrowser = {
    get app() {
      return app
    },
    get path() {
      return `${current.location.pathname}${current.location.search}`
    },
    calls,
    rejections,
    storage,
    isOffline: false,
    answers: undefined,
    get pending() {
      return pending
    },
    unreachable: new Set(),
    signIn: (username) => void cookies.set(sessionCookie, app.token(username)),
    signOut: () => cookies.clear(),
    leave() {
      page += 1
      pending = 0
    },
    sent: (path) => calls.filter((call) => call.path === path).map(({ fields }) => fields),
    intercept: (path, handle) => void handlers.push({ path, handle }),
    hold(path) {
      const done = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      browser.intercept(path, async (send) => {
        const response = await send()
        done.resolve()
        await released.promise
        return response
      })
      const response = { carriedOut: done.promise, release: () => released.resolve() }
      held.add(response)
      return response
    },
    lose: (path) =>
      browser.intercept(path, async (send) => {
        await send()
        throw noNetwork()
      }),
    fail: (path, fault = { error_code: 10500, error_name: 'internal' }) =>
      browser.intercept(path, async () => Response.json({ ...fault, error_message: 'No.', request_id: 'r1' })),
    setLanguage: setLang,
    async emptyStorage() {
      storage.clear()
      session.clear()
      await emptyDatabases()
    },
    storeElsewhere(key, value) {
      storage.set(key, JSON.stringify(value))
      current.window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
  }

  beforeAll(async () => {
    app = await createTestApp({ ...options, shared: true })
  })
  beforeEach(async () => {
    cookies.clear()
    await browser.emptyStorage()
    calls.length = 0
    rejections.length = 0
    handlers.length = 0
    browser.isOffline = false
    browser.answers = undefined
    browser.unreachable.clear()
    current = stubWindow(storage, session)
    vi.stubGlobal('fetch', browserFetch)
    messages ??= loadMessages()
    await messages
    if (currentLang() !== 'en') await setLang('en').then(() => storage.clear())
  })
  afterEach(() => {
    for (const { release } of held) release() // a queue of the web outlives its test
    held.clear()
    browser.leave() // what would follow from its responses would reach the server of the next file
  })
  // a screen that closes after its test still uses them
  afterAll(() => {
    vi.unstubAllGlobals()
    return closeApps({ shared: true })
  })
  return browser
}

/**
 * Keeps `source` on screen and resolves with its value as soon as `isReady` accepts it; by default any but undefined,
 * which is what a query has while it loads.
 */
export function shown<T>(
  store: ReturnType<typeof createStore>,
  source: Atom<T>,
  isReady: (value: NonNullable<T>) => boolean = () => true,
): Promise<NonNullable<T>> {
  return new Promise((resolve) => {
    const check = () => {
      const value = store.get(source)
      if (value !== undefined && value !== null && isReady(value)) resolve(value)
    }
    store.sub(source, check)
    check()
  })
}
