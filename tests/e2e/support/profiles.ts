// Browser profiles that go from test to test. One that has been emptied opens a page of the product with less than half the
// processor time of a new one: the process of the page is there, and the scripts are compiled.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

interface Kind {
  locale: string
  bypassCSP: boolean
}

/** A browser profile of its own: cookies, storage and cache, with one page that stays. */
export interface Profile {
  context: BrowserContext
  page: Page
  /** Whether something was done to it that cannot be taken back: it goes with its test. */
  spoilt: boolean
  kind: string
  session: CDPSession
}

/** What lasts as long as the profile does, or longer than can be told. */
const lasting = [
  'addInitScript',
  'clock',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const

/** What a test listens to on a page. */
const heard = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const

const idle = new WeakMap<Browser, Profile[]>()

/** A profile in which nobody has been, or of which nothing is left. With `isNew`, one that really is new. */
export async function profile(browser: Browser, { isNew, ...kind }: Kind & { isNew: boolean }): Promise<Profile> {
  const name = JSON.stringify(kind)
  const others = idle.get(browser) ?? []
  const at = isNew ? -1 : others.findIndex((one) => one.kind === name)
  const [found] = at < 0 ? [] : others.splice(at, 1)
  if (found) return found
  const context = await browser.newContext({ ...kind, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const made: Profile = { context, page, spoilt: isNew, kind: name, session: await context.newCDPSession(page) }
  const spoil = () => {
    made.spoilt = true
  }
  for (const target of [context, page]) noteUses(target, spoil)
  return made
}

/** Calls `note` before one of the lasting things is done with `target`. */
function noteUses(target: object, note: () => void): void {
  for (const name of lasting) {
    const own: unknown = Reflect.get(target, name)
    if (own === undefined) continue
    Object.defineProperty(target, name, {
      get: () => {
        note()
        return typeof own === 'function' ? own.bind(target) : own
      },
    })
  }
}

/** Ends what goes on in a profile and empties it for the next test; one that cannot be emptied is closed. */
export async function releaseProfile(one: Profile): Promise<void> {
  const browser = one.context.browser()
  if (browser && !one.spoilt && (await empty(one).catch(() => false)))
    idle.set(browser, [...(idle.get(browser) ?? []), one])
  else await one.context.close()
}

/** Whether nothing is left. */
async function empty({ context, page, session }: Profile): Promise<boolean> {
  if (page.isClosed()) return false
  const { origin } = new URL(page.url())
  for (const name of heard) page.removeAllListeners(name)
  context.removeAllListeners('page')
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // an address without the product: it writes to its storage until it is gone
  const answer = await page.goto(`${origin}/healthz`, { timeout: 3000 })
  if (!answer?.ok()) return false
  await page.evaluate(() => sessionStorage.clear())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await context.clearCookies()
  await page.mouse.move(-1, -1)
  await session.send('Page.resetNavigationHistory')
  return true
}
