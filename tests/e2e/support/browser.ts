import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page, type Request } from 'playwright-core'
import { expect, type RunnerTestCase } from 'vitest'
import { ensureChromium } from '#build/chromium.ts'
import { root } from '#build/paths.ts'
import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { administrator, cli, type RunningExecutable, type StartOptions, start, until } from './executable.ts'
import { type Profile, profile, releaseProfile } from './profiles.ts'

/** A language of the interface. */
export type Lang = 'en' | 'zh'
/** The theme of the interface. */
export type Theme = 'light' | 'dark'

/** Options for opening a page. */
export interface OpenOptions {
  /** The path to start at, without the base path; `/` by default. */
  at?: string
  lang?: Lang
  theme?: Theme
  /** px; 1280 by default. */
  width?: number
  /** px; 800 by default, 844 for a phone. */
  height?: number
  /** Session token of the user who is signed in; a visitor without it. */
  token?: string
  /** Another page of the same browser profile, as a second tab. */
  sameProfileAs?: Page
  /** Turns off the content security policy, to test what the page's own code blocks. */
  withoutPolicy?: boolean
  /** Uses a new browser profile that is discarded after the test. For measurements. */
  newProfile?: boolean
  /** Browser errors that the test causes itself, such as those of a server that is down. */
  expects?: RegExp
}

interface Watched {
  profile: Profile
  problems: string[]
  /** Requests without a response; event streams do not count. */
  pending: Set<Request>
}

const sizes = { width: 1280, height: 800, phone: 640, phoneHeight: 844 }
const locales: Record<Lang, string> = { en: 'en-US', zh: 'zh-CN' }
// far more than anything needs: a busy machine may stall for some seconds
const waitMs = 30_000
// characters of a failed test's page to print: a screen without its long texts
const saidLength = 2500

/**
 * The browser's error for HTML with event handlers, for `expects`: it blocks them as soon as the sanitiser parses them
 * into a document that is never shown. browser-sanitiser proves that they do nothing without the policy either.
 */
export const handlerNoise = /^console: Executing inline event handler violates\b.*script-src/s

let launched: Promise<Browser> | undefined
const watched = new Map<Page, Watched>()
/** Browser errors on pages that the test has left. */
const complaints: string[] = []

// Pages of tests live for seconds: optimising their scripts takes longer than it saves. Measurements are not without it.
const unoptimised = process.env['UNOPTIMISED_SCRIPTS'] ? ['--js-flags=--no-opt --no-maglev'] : []

async function launch(): Promise<Browser> {
  const executablePath = await ensureChromium(() => undefined)
  const made = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--font-render-hinting=none', ...unoptimised],
  })
  made.on('disconnected', () => {
    launched = undefined
  })
  return made
}

/** The browser of this test process, launched at first use; it ends with the process. */
export function browser(): Promise<Browser> {
  launched ??= launch()
  return launched
}

/**
 * Closes the pages of a test, and fails it when the browser has reported an error on one. The content of a failed
 * test's pages is added to its result.
 */
export async function closePages({ name, result, meta }: RunnerTestCase): Promise<void> {
  if (result?.state === 'fail') Object.assign(meta, { pages: await keepLooks(name) })
  const problems = [...complaints, ...[...watched.values()].flatMap((one) => one.problems)]
  const profiles = new Set([...watched.values()].map((one) => one.profile))
  watched.clear()
  complaints.length = 0
  await Promise.all([...profiles].map(releaseProfile))
  expect(problems, 'what the browser complained about').toEqual([])
}

/** Closes the pages of a profile before the test is over; errors of the browser still fail the test. */
export async function closePage(page: Page): Promise<void> {
  const its = watched.get(page)?.profile
  if (!its) throw new Error('This page was not opened by this test.')
  for (const [one, { profile, problems }] of watched) {
    if (profile !== its) continue
    complaints.push(...problems)
    watched.delete(one)
  }
  await releaseProfile(its)
}

/** Records the pages of a failed test for debugging: a screenshot, and the content in the output. */
async function keepLooks(test: string): Promise<string> {
  const name = test
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  let at = 0
  let pages = ''
  for (const page of watched.keys()) {
    const path = join(resultsFolder('failures'), `${name}-${++at}.png`)
    const said = await page
      .screenshot({ path, timeout: 5000 })
      .then(() => page.ariaSnapshot({ timeout: 5000 }))
      .catch((error: Error) => error.message) // a page that has crashed
    pages += `page ${at}: ${currentPath(page)}\n${said.slice(0, saidLength)}\n`
  }
  process.stderr.write(`${test}\n${pages}`)
  return pages
}

/** The browser's errors on this page so far. A test that provokes errors empties the list. */
export const consoleErrors = (page: Page): string[] => watched.get(page)?.problems ?? []

function watch(page: Page, profile: Profile, origin: string, expects: RegExp | undefined): void {
  const problems: string[] = []
  const add = (text: string) => {
    if (!expects?.test(text)) problems.push(text)
  }
  const pending = new Set<Request>()
  watched.set(page, { profile, problems, pending })
  page.on('request', (request) => {
    if (!request.headers()['accept']?.includes('event-stream')) pending.add(request)
  })
  // 'requestfinished' does not come for a response that the page ignores
  page.on('response', (response) => pending.delete(response.request()))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('pageerror', (error) => add(`page error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') add(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) add(`asked another host: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) add(`${response.status()}: ${response.url()}`)
  })
}

const heeding = new WeakSet<Page>()

/** One turn of the page's event loop; not a timer, because a test may stop the clock. */
const turn = () =>
  new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => done()
    port2.postMessage(0)
  })

/**
 * Makes `page.route` resolve only when the page itself uses the route: the browser passes it on through a separate
 * channel, and a key pressed right away may come first. Its request would then go to the server.
 */
function heedRoutes(page: Page): void {
  if (heeding.has(page)) return
  heeding.add(page)
  const route = page.route.bind(page)
  page.route = async (...wanted) => {
    const made = await route(...wanted)
    // a page that is navigating away has the route in its next document
    await page.evaluate(turn).catch(() => undefined)
    return made
  }
}

/**
 * Opens a page that fails the test on script errors, console errors (so also on violations of the content security
 * policy), responses of 400 and more, and requests to any other host.
 */
export async function open(server: { url: string }, options: OpenOptions = {}): Promise<Page> {
  const { at = '/', lang = 'en', theme = 'light', width = sizes.width, token, sameProfileAs: beside, expects } = options
  const height = options.height ?? (width < sizes.phone ? sizes.phoneHeight : sizes.height)
  const { origin, pathname } = new URL(server.url)
  const its =
    (beside && watched.get(beside)?.profile) ??
    (await profile(await browser(), {
      locale: locales[lang],
      bypassCSP: options.withoutPolicy ?? false,
      isNew: options.newProfile ?? false,
    }))
  const { context } = its
  context.setDefaultTimeout(waitMs)
  if (token !== undefined)
    await context.addCookies([
      { name: 'docstead_session', value: token, domain: new URL(origin).hostname, path: pathname },
    ])
  const page = beside ? await context.newPage() : its.page
  // reset what the previous test has emulated
  await page.emulateMedia({
    media: null,
    colorScheme: theme,
    reducedMotion: 'reduce',
    forcedColors: null,
    contrast: null,
  })
  await page.setViewportSize({ width, height })
  heedRoutes(page)
  watch(page, its, origin, expects)
  await page.goto(`${server.url}${at}`)
  return page
}

/** Waits until the element is visible. */
export const expectVisible = (locator: Locator): Promise<void> => locator.waitFor({ state: 'visible' })

/** Waits until the element is hidden. */
export const expectHidden = (locator: Locator): Promise<void> => locator.waitFor({ state: 'hidden' })

/** Waits until `read` returns `value` or something that matches it. */
export const eventually = async (read: () => unknown, value: unknown): Promise<void> => {
  const poll = expect.poll(read, { timeout: waitMs })
  await (value instanceof RegExp ? poll.toMatch(value) : poll.toEqual(value))
}

/** Waits for two frames: layout and effects of what has happened so far are done. */
export const frames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/**
 * Waits until the page has had nothing to do for so many ms: no timer came late by more than a frame. A page that always
 * has something to do, as on a slow machine, is waited for 5 seconds.
 */
export const idle = (page: Page, forMs: number): Promise<void> =>
  page.evaluate(
    (ms) =>
      new Promise<void>((done) => {
        const begunMs = performance.now()
        let [since, last] = [begunMs, begunMs]
        const look = () => {
          const now = performance.now()
          if (now - last > 10 + 16) since = now
          last = now
          if (now - since >= ms || now - begunMs >= 5000) done()
          else setTimeout(look, 10)
        }
        setTimeout(look, 10)
      }),
    forMs,
  )

/** Waits until every request is answered and the answers are drawn, without having caused another request. */
export async function settle(page: Page): Promise<void> {
  const pending = watched.get(page)?.pending ?? new Set()
  do {
    await eventually(() => [...pending].map((request) => request.url()), [])
    await frames(page)
  } while (pending.size > 0)
}

/**
 * Moves the page's `Date.now` ahead until it navigates, past the time in which the product ignores keys. Timers are not
 * affected.
 */
export const advanceClock = (page: Page, ms: number): Promise<void> =>
  page.evaluate((ahead) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ahead
  }, ms)

/** Waits for the next second of the clock: the server distinguishes versions and saves by whole seconds. */
export function nextSecond(): Promise<unknown> {
  const second = () => Math.floor(Date.now() / 1000)
  const from = second()
  return until('the next second', () => second() > from)
}

/** Continues in this window whenever the editor reports that another window of the user holds the lock. */
export const takeLockOver = (page: Page): Promise<void> => {
  const goHere = page.getByRole('button', { name: 'Continue here' })
  return page.addLocatorHandler(goHere, () => goHere.click())
}

/** The current path, query and hash of the page. */
export const currentPath = (page: Page): string => page.url().slice(new URL(page.url()).origin.length)

/** A site with its administrator, and helpers to fill it. */
export interface Site {
  server: RunningExecutable
  /** The administrator's session token. */
  token: string
  /** The administrator's client. */
  admin: Client<Contract>
  /** Creates an account. */
  newAccount(username: string): Promise<{ token: string; client: Client<Contract>; password: string }>
  /** The characters of a pending captcha. */
  captcha(captcha_id: string): Promise<string>
}

/** Helpers for a running server that has its administrator. */
export function createSite(server: RunningExecutable, token: string): Site {
  const data = ['--data', server.data]
  const say = async (...args: string[]) => {
    const done = await cli([...args, ...data])
    expect(done.code, done.stderr).toBe(0)
    return done.stdout.trim()
  }
  const admin = server.client(token)
  return {
    server,
    token,
    admin,
    captcha: (captcha_id) => say('captcha', captcha_id),
    async newAccount(username) {
      const password = `${username} and seven mountains`
      await admin.adminUser.addUser({ uid: 0, username, password })
      const visitor = server.client()
      // starting the command line takes longer than a sign-in
      const its =
        (await visitor.common.homePageSetting()).captcha === 'always'
          ? await say('token', 'add', username)
          : (await visitor.user.loginByVerify({ username, password })).user_token
      return { token: its, client: server.client(its), password }
    },
  }
}

/** The choices of a site's administrator on the setup page. */
export interface SiteSeed {
  site_name?: string
  register_open?: boolean
}

// Below those that systems give to outgoing connections; a number for each test process that is at work.
const sitePort = 21_000 + (process.pid % 10_000)

/** Whether a server could listen at a port of this machine. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => new Promise<boolean>((done) => server.close(() => done(true))),
    () => false,
  )
}

/**
 * Starts the executable for all tests of a file and creates the administrator. Without captchas by default. The sites of a
 * test process have the same address, one after the other: the browser has compiled their scripts before.
 */
export async function newSite(options: StartOptions = {}, seed: SiteSeed = {}): Promise<Site> {
  const port = (await isFree(sitePort)) ? sitePort : 0
  const server = await start({ shared: true, inMemory: true, port, args: ['--captcha', 'off'], ...options })
  const { username, password } = administrator
  const { user_token } = await server.client().setup.create({
    setup_code: server.setupCode ?? '',
    username,
    password,
    ...seed,
  })
  return createSite(server, user_token)
}

export { addCatalog, addItem, addPage } from '#tests/support/content.ts'

/** The folder for files that the browser tests leave for inspection. */
export const resultsFolder = (...names: string[]): string => {
  const folder = join(root, 'test-results', ...names)
  mkdirSync(folder, { recursive: true })
  return folder
}
