import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  closePage,
  eventually,
  frames,
  type Lang,
  type OpenOptions,
  open,
  resultsFolder,
  type Theme,
} from './browser.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

// frames with an opaque origin, such as displayed responses, are checked too
const script = `${readFileSync('node_modules/axe-core/axe.min.js', 'utf8')}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`

/** One combination of language, theme and width. */
export interface Appearance {
  lang: Lang
  theme: Theme
  /** px */
  width: number
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

const areAll = process.env['DOCSTEAD_LOOKS'] === 'all'

/** Every language, theme and width with `npm run test:looks`; in the suite two that differ in all three. */
export const appearances: readonly Appearance[] = areAll
  ? (['en', 'zh'] as const).flatMap((lang) =>
      (['light', 'dark'] as const).flatMap((theme) => [1280, 768, 390].map((width) => ({ lang, theme, width }))),
    )
  : [
      { lang: 'en', theme: 'light', width: 1280 },
      { lang: 'zh', theme: 'dark', width: 390 },
    ]

/** Changes the theme as the system does. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await eventually(() => page.evaluate(() => document.documentElement.dataset['theme']), theme)
}

/** Changes the language as a choice in another tab does: at once, without a reload. */
async function setLang(page: Page, lang: Lang): Promise<void> {
  await page.evaluate((value) => {
    const key = 'docstead.lang'
    localStorage.setItem(key, JSON.stringify(value))
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(value) }))
  }, lang)
  await eventually(() => page.evaluate(() => document.documentElement.lang), lang === 'zh' ? 'zh-CN' : 'en')
}

/**
 * The violations that axe finds on the current page, in lines that can be acted on. Its script is injected into each
 * frame once and called directly: the axe package for Playwright injects it at every check, which takes two to five
 * times as long.
 *
 * The passed checks are not described: that takes up to a third of the time of a check.
 *
 * @param withSheets whether to include the rule that reads the style sheets themselves (nothing locks the orientation)
 */
export async function axeViolations(page: Page, withSheets = true): Promise<string[]> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(script)
  // a diagram is an image with its source as its name: axe does not look into images, so nothing is excluded
  const violations = await page.evaluate(
    async ([values, preload]) =>
      (await window.axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload }))
        .violations,
    [rules, withSheets] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary.replace(/\s+/g, ' ')}`),
  )
}

/** Lists elements that overflow the window horizontally. */
export const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
      .map((one) => `${one.tagName}.${one.className}`)
      .slice(0, 5)
      .concat(`${scrollWidth} > ${clientWidth}`)
  })

/** Sets language, theme and width of the page. `again` reopens what the change of language or size has closed. */
export async function setAppearance(
  page: Page,
  one: Appearance,
  again?: (page: Page) => Promise<unknown>,
): Promise<void> {
  await setLang(page, one.lang)
  await setTheme(page, one.theme)
  await page.setViewportSize({ width: one.width, height: one.width < 640 ? 844 : 800 })
  await frames(page) // by then it is closed
  await again?.(page)
  await frames(page)
}

/** A screenshot to review; only `npm run test:looks` takes them. */
export async function screenshot(page: Page, name: string, { lang, theme, width }: Appearance): Promise<void> {
  if (!areAll) return
  const path = join(resultsFolder('screens'), `${name}-${lang}-${theme}-${width}.png`)
  await page.screenshot({ path, animations: 'disabled' })
}

/** Checks layout and rules of a screen in every appearance, and takes screenshots. Returns the problems found. */
export async function inspectScreen(
  page: Page,
  name: string,
  again?: (page: Page) => Promise<unknown>,
  leastWidth = 0,
): Promise<string[]> {
  const found: string[] = []
  for (const [at, { width, ...rest }] of appearances.entries()) {
    const one = { ...rest, width: width < leastWidth ? 1280 : width }
    await setAppearance(page, one, again)
    const where = `${name}: ${Object.values(one).join(' ')}`
    for (const what of await overflow(page)) found.push(`${where}: scrolls sideways: ${what}`)
    await screenshot(page, name, one)
    for (const what of await axeViolations(page, at === 0)) found.push(`${where}: ${what}`)
  }
  return found
}

/** A screen in one of its states. */
export interface Screen {
  name: string
  at: string
  options?: () => OpenOptions
  /** Goes from the address to the state, and waits for it. In English. */
  reach: (page: Page) => Promise<unknown>
  server?: () => { url: string }
  /** Restores what the change of language or size has closed. In any language. */
  again?: (page: Page) => Promise<unknown>
  /** Below this width, in px, the screen does not exist: it is drawn in a window of 1280 px instead. */
  leastWidth?: number
}

/** A screen with something open that a change of language or size closes: it is opened again for each appearance. */
export const showing = (
  name: string,
  at: string,
  loaded: (page: Page) => Promise<unknown>,
  opens: (page: Page) => Promise<unknown>,
): Screen => ({
  name,
  at,
  reach: async (page) => {
    await loaded(page)
    await opens(page)
  },
  again: opens,
})

/** Shared settings for the screens of one file. */
interface Setting {
  server: { url: string }
  /** The address with the ids of this run. */
  addressOf?: (at: string) => string
  /** Browser errors at this address that are not faults. */
  expects?: (at: string) => RegExp | undefined
}

async function visit(
  { name, at, reach, again, leastWidth, server, options }: Screen,
  setting: Setting,
): Promise<string[]> {
  const expects = setting.expects?.(at)
  const page = await open(server?.() ?? setting.server, {
    ...options?.(),
    at: setting.addressOf?.(at) ?? at,
    ...(expects && { expects }),
  })
  await reach(page)
  const found = await inspectScreen(page, name, again, leastWidth)
  await closePage(page)
  return found
}

/**
 * One test for two screens: each is opened, drawn in every appearance, and checked by axe.
 *
 * @param setting called when the first test begins, after `beforeAll`
 */
export function testScreens(screens: readonly Screen[], setting: () => Setting): void {
  // two at a time: each spends more time waiting for the browser than working
  const pairs = screens.flatMap((_, at) => (at % 2 === 0 ? [screens.slice(at, at + 2)] : []))
  test.each(pairs.map((pair) => ({ names: pair.map(({ name }) => name).join(' and '), pair })))(
    '$names: has no axe violations and does not overflow the window',
    async ({ pair }) => {
      const found = await Promise.all(pair.map((one) => visit(one, setting())))
      expect(found.flat()).toEqual([])
    },
  )
}
