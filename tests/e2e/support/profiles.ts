// Browser profiles that are passed from test to test. One that has been emptied opens a page of the product with less
// than half the processor time of a new one: the process of the page is running, and the scripts are compiled.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

interface Kind {
  locale: string
  bypassCSP: boolean
}

/** A separate browser profile: cookies, storage and cache, with one page that stays open. */
export interface Profile {
  context: BrowserContext
  page: Page
  /** Whether it was changed in a way that cannot be undone: it is then closed after its test. */
  spoilt: boolean
  kind: string
  session: CDPSession
}

/** APIs whose effect lasts as long as the profile, or for an unknown time. */
const lasting = [
  'addInitScript',
  'addLocatorHandler',
  'clock',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const

/** Events that a test listens to on a page. */
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

/** Returns an emptied or a new profile. With `isNew`, always a new one. */
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

/** Calls `note` before one of the lasting APIs of `target` is used. */
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

/** Stops all activity in a profile and empties it for the next test; one that cannot be emptied is closed. */
export async function releaseProfile(one: Profile): Promise<void> {
  const browser = one.context.browser()
  if (browser && !one.spoilt && (await empty(one).catch(() => false)))
    idle.set(browser, [...(idle.get(browser) ?? []), one])
  else await one.context.close()
}

/** Empties the profile. Returns whether that succeeded. */
async function empty({ context, page, session }: Profile): Promise<boolean> {
  if (page.isClosed()) return false
  const { origin } = new URL(page.url())
  for (const name of heard) page.removeAllListeners(name)
  context.removeAllListeners('page')
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // an address outside the product, which writes to its storage until it is closed
  const answer = await page.goto(`${origin}/healthz`, { timeout: 3000 })
  if (!answer?.ok()) return false
  await page.evaluate(() => sessionStorage.clear())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await context.clearCookies()
  await page.mouse.move(-1, -1)
  await session.send('Page.resetNavigationHistory')
  return true
}
