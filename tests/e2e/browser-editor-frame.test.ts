import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addItem, addPage, eventually, expectVisible, frames, newSite, open, type Site } from './support/browser.ts'
import { setAppearance } from './support/screens.ts'

let site: Site
let item_id: number
let lee: Awaited<ReturnType<Site['newAccount']>>

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Papers', item_domain: 'papers' })
  lee = await site.newAccount('lee')
  await site.admin.member.save({ item_id, username: 'lee', member_group_id: 1 })
})

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the page, Markdown' })
const saved = (page: Page) => page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ })
const locked = (page: Page) => page.getByText('Locked by you', { exact: true })
const edit = (page_id: number) => `/page/edit/papers/${page_id}`

/** Types at the end of the text. */
const write = async (page: Page, text: string) => {
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(text)
}

test('returns to the reading position on closing', async () => {
  const text = Array.from({ length: 120 }, (_, at) => `Paragraph ${at} of a long page.`).join('\n\n')
  const page_id = await addPage(site.admin, item_id, 'Long', text)
  const page = await open(site.server, { at: `/papers/${page_id}`, token: site.token })
  await expectVisible(page.getByText('Paragraph 0 of'))
  await page.evaluate('window.scrollTo(0, 1500)')
  await frames(page)
  await page.keyboard.press('e')
  await expectVisible(textOf(page))
  await page.getByRole('button', { name: 'Back' }).click()
  await expectVisible(page.getByText('Paragraph 0 of'))
  await eventually(() => page.evaluate('Math.round(window.scrollY / 100)'), 15)
})

describe('the lock', () => {
  test('notifies a waiting user wherever they are once the page is free', async () => {
    const page_id = await addPage(site.admin, item_id, 'Awaited', 'text')
    const holder = await open(site.server, { at: edit(page_id), token: site.token })
    await expectVisible(locked(holder))
    const waiting = await open(site.server, { at: edit(page_id), token: lee.token })
    await waiting.getByRole('button', { name: 'Notify me when free' }).click()
    await expectVisible(waiting.getByRole('heading', { level: 1, name: 'Awaited' }))
    await waiting.clock.install()
    await holder.getByRole('button', { name: 'Back' }).click()
    await expectVisible(holder.getByRole('heading', { level: 1, name: 'Awaited' }))
    await eventually(async () => (await lee.client.page.isLock({ item_id, page_id })).lock, 0)
    await waiting.clock.fastForward(20_000) // it asks every ten seconds
    await expectVisible(waiting.getByText('“Awaited” is free now.').first())
    await setAppearance(waiting, { lang: 'zh', theme: 'light', width: 1280 })
    await expectVisible(waiting.getByText('“Awaited”现在可以编辑了。').first())
    await waiting.getByRole('status').getByRole('button', { name: '编辑' }).click()
    await setAppearance(waiting, { lang: 'en', theme: 'light', width: 1280 })
    await expectVisible(locked(waiting))
  })

  test('reports to the first of a user’s two windows that editing continued in the other, without loss', async () => {
    const page_id = await addPage(site.admin, item_id, 'Twice', 'text')
    const first = await open(site.server, { at: edit(page_id), token: site.token })
    await expectVisible(locked(first))
    await write(first, ' of the first window')
    await expectVisible(first.getByText('Draft saved on this device'))
    const second = await open(site.server, { at: edit(page_id), token: site.token, sameProfileAs: first })
    await second.getByRole('button', { name: 'Continue here' }).click()
    await expectVisible(first.getByText(/^You continued in another window\./))
    // the unsaved text of the first window is offered in the second
    await expectVisible(second.getByText(/^A draft from/))
    await second.getByRole('button', { name: 'Discard' }).click()
    await write(second, ' of the second window')
    await second.keyboard.press('Control+s')
    await expectVisible(saved(second))
    // the first window closes without releasing the lock
    expect(await textOf(first).innerText()).toBe('text of the first window')
    await first.bringToFront()
    await first.keyboard.press('Control+s')
    const dialog = first.getByRole('dialog', { name: 'Someone else saved this page' })
    await expectVisible(dialog.getByText('text of the second window').first())
  })
})
