import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import vectors from '../fixtures/xss-vectors.json' with { type: 'json' }
import { addItem, addPage, eventually, expectVisible, newSite, open, type Site, settle } from './support/browser.ts'

interface Vector {
  name: string
  markdown: string
  /** Harmful on purpose: proves that the test detects it. */
  control?: boolean
}

const all: Vector[] = vectors
const hostile = all.filter(({ control }) => !control)
const controls = all.filter(({ control }) => control)

/** Hosts that the vectors name; requesting images from them is no breach. */
const named = /\b(a|b|evil|x)\.example\b|ERR_NAME_NOT_RESOLVED|ERR_FAILED/

let site: Site
let item_id: number

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Hostile', item_domain: 'hostile' })
})

/** Makes the page record every assignment to `__xss`. */
const watchXss = (page: Page) =>
  page.addInitScript(() => {
    const hits: string[] = []
    Object.assign(window, { xssHits: hits })
    Object.defineProperty(window, '__xss', {
      set: () => {
        hits.push(document.title)
      },
      get: () => (hits.length > 0 ? 1 : undefined),
    })
  })

const hitsOf = (page: Page) => page.evaluate(() => (window as unknown as { xssHits: string[] }).xssHits)

/** What must not happen on a page, with what was shown at the time. */
function watchEscapes(page: Page, showing: () => string): string[] {
  const escapes: string[] = []
  page.on('dialog', (dialog) => {
    escapes.push(`${showing()}: ${dialog.type()} ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => {
    escapes.push(`${showing()}: popup ${popup.url()}`)
    void popup.close()
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) escapes.push(`${showing()}: a frame at ${frame.url()}`)
    else if (!frame.url().startsWith(`${site.server.url}/`)) escapes.push(`${showing()}: left for ${frame.url()}`)
  })
  return escapes
}

/**
 * Does to everything in a text what a reader may do: hover, focus, keys, clicks. Links that navigate are not followed;
 * links of any other kind are clicked, if there are any. Returns what must not be there at all.
 */
const poke = (page: Page, body: string) =>
  page.evaluate((selector) => {
    const strange: string[] = []
    for (const one of document.querySelectorAll(`${selector} *`)) {
      for (const name of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'mousemove', 'mouseout', 'wheel'])
        one.dispatchEvent(new MouseEvent(name, { bubbles: true }))
      for (const name of ['keydown', 'input', 'change', 'toggle', 'submit', 'animationstart', 'transitionend', 'copy'])
        one.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))
      if (one instanceof HTMLElement || one instanceof SVGElement) one.focus()
      for (const { name, value } of one.attributes) {
        const isAddress = /^((xlink:)?href|action|formaction)$/i.test(name)
        const leadsTo = isAddress && URL.canParse(value, location.href) ? new URL(value, location.href).protocol : ''
        if (/^on/i.test(name) || /script|data/.test(leadsTo)) strange.push(`${name}=${value}`)
      }
      // links that navigate or have an invalid address are skipped, and so are our own buttons
      const link = one.closest<HTMLAnchorElement>('a,area')
      const leadsOn = link !== null && ['http:', 'https:', 'mailto:', 'tel:', ':'].includes(link.protocol)
      if (!leadsOn && !one.closest('button,summary'))
        one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
    return strange
  }, body)

test('detects the controls: unsanitised, they run', async () => {
  expect(controls).toHaveLength(2)
  for (const { name, markdown } of controls) {
    const page = await open(site.server, { expects: /404/, withoutPolicy: true })
    await watchXss(page)
    await page.route('**/control', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>control</title><body>${markdown}` }),
    )
    await page.goto(`${site.server.url}/control`)
    await eventually(() => hitsOf(page), ['control'])
    expect(name).toMatch(/^control/)
  }
})

test.each([
  ['a handler', '<b onmouseover="window.__xss=1">x</b>'],
  ['a link', '<a href="javascript:window.__xss=1">x</a>'],
])('detects the effect of a user action: %s left unsanitised', async (_, html) => {
  const page = await open(site.server, { withoutPolicy: true })
  await watchXss(page)
  await page.route('**/control', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>control</title><body>${html}` }),
  )
  await page.goto(`${site.server.url}/control`)
  expect(await poke(page, 'body')).toHaveLength(1)
  await eventually(async () => (await hitsOf(page)).length > 0, true)
})

const empty = /^(area|base|br|col|embed|frame|hr|image|img|input|isindex|keygen|link|meta|param|source|track|wbr)$/i

/** Whether a text closes all that it opens and defines no names, so that it is the same next to others. */
function isClosed(markdown: string): boolean {
  if (/```|~~~|\$\$|<[!?]|\]:|\[\^|^(?: {4}|\t)/m.test(markdown)) return false
  const opened: string[] = []
  for (const [, end, name = '', rest = ''] of markdown.matchAll(/<(\/?)([a-z][\w:-]*)([^<>]*)>/gi)) {
    if (empty.test(name) || rest.endsWith('/')) continue
    if (!end) opened.push(name)
    else if (opened.pop() !== name) return false
  }
  return opened.length === 0 && !markdown.replace(/<\/?[a-z][\w:-]*[^<>]*>/gi, '').includes('<')
}

test('no vector runs in the viewer, whatever the reader does, even without a content policy', async () => {
  expect(hostile.length).toBeGreaterThan(380)
  const titleOf = (at: number) => `V${String(at).padStart(3, '0')}`
  // each page shows one vector that may swallow what follows it, or ten that cannot
  const closed = hostile.filter(({ markdown }) => isClosed(markdown))
  expect(closed.length).toBeGreaterThan(200)
  const texts = [
    ...hostile.filter(({ markdown }) => !isClosed(markdown)),
    ...Array.from({ length: Math.ceil(closed.length / 10) }, (_, at) => {
      const some = closed.slice(at * 10, at * 10 + 10)
      return {
        name: some.map(({ name }) => name).join(', '),
        markdown: some.map(({ markdown }) => markdown).join('\n\n'),
      }
    }),
  ]
  // the server rejects control characters; the preview gets them unchanged
  const ids: number[] = []
  for (const [at, { markdown }] of texts.entries())
    ids.push(await addPage(site.admin, item_id, titleOf(at), markdown.replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD')))

  const page = await open(site.server, { token: site.token, expects: named, withoutPolicy: true })
  await watchXss(page)
  let showing = ''
  const escapes = watchEscapes(page, () => showing)
  await page.goto(`${site.server.url}/hostile/${ids[0]}`)
  for (const [at, { name }] of texts.entries()) {
    showing = name
    // by the addresses of the pages, not by keys: a vector may have taken the focus
    if (at > 0) await page.locator('a[rel=next]').dispatchEvent('click')
    await page.waitForFunction(
      (title) => document.querySelector('article h1')?.textContent === title && document.querySelector('.md-body'),
      titleOf(at),
    )
    if (name.startsWith('mermaid')) await page.locator('.md-diagram img, .md-failure, .md-body pre').first().waitFor()
    escapes.push(...(await poke(page, '.md-body')).map((to) => `${name}: ${to}`))
    escapes.push(...(await hitsOf(page)).map((title) => `${name}: ran, at ${title}`))
    if (escapes.length > 0) break
  }
  // late effects: images that fail, media, animations
  await settle(page)
  expect([...escapes, ...(await hitsOf(page))]).toEqual([])
}, 240_000)

test('no vector runs in the preview of the editor, even without a content policy', async () => {
  // closes what a vector leaves open, so that it does not swallow the next one
  const closing = '\n\n</script></style></textarea></title></pre>-->]]>?>\n\n```\n\n$$\n\n'
  const page = await open(site.server, { token: site.token, expects: named, withoutPolicy: true })
  await watchXss(page)
  let showing = ''
  const escapes = watchEscapes(page, () => showing)
  await page.goto(`${site.server.url}/page/edit/hostile/0`)
  const text = page.getByRole('textbox', { name: 'Text of the page, Markdown' })
  await text.click()
  await page.keyboard.insertText('long '.repeat(1000))
  await page.getByRole('button', { name: 'Always preview' }).click()
  for (let at = 0; at < hostile.length; at += 10) {
    const batch = hostile.slice(at, at + 10)
    showing = batch.map(({ name }) => name).join(', ')
    await text.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(
      `${batch.map(({ markdown }) => markdown).join(closing)}${closing}\n\nEnd of batch ${at}.`,
    )
    await expectVisible(page.locator('.md-body').getByText(`End of batch ${at}.`))
    escapes.push(...(await poke(page, '.md-body')).map((to) => `${showing}: ${to}`))
    escapes.push(...(await hitsOf(page)).map(() => `${showing}: ran`))
    if (escapes.length > 0) break
  }
  await settle(page)
  expect([...escapes, ...(await hitsOf(page))]).toEqual([])
})

test.each([
  ['&nbsp;|&copy;|&semi;', '\u00A0|©|;'],
  ['&notit;|&notAName;|&copy', '&notit;|&notAName;|&copy'],
  ['&#x4e2d;|&#20013;|&#0;', '中|中|\uFFFD'],
  ['&amp;lt;|&lt;b&gt;|&quot;', '&lt;|<b>|"'],
  ['&NotEqualTilde;|&AMP;|&Auml;', '≂̸|&|Ä'],
])('decodes entities as CommonMark says: %s', async (written, read) => {
  const page_id = await addPage(site.admin, item_id, 'Entities', written)
  const page = await open(site.server, { token: site.token, at: `/hostile/${page_id}` })
  await eventually(() => page.locator('.md-body p').textContent(), read)
})
