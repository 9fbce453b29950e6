import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addCatalog, addItem, addPage, expectVisible, newSite, open, type Site } from './support/browser.ts'
import { overflow, screenshot } from './support/screens.ts'

let site: Site
/** Addresses with unusual names, each with the text that is on screen once it is rendered. */
let screens: { at: string; shows: RegExp }[]

const hostile = '<img src=x onerror=window.hit=1>"\'`{{t}}${1}'
const arabic = 'دليل واجهة الطلبات للفريق ٢٠٢٦'
/** Without whitespace to break at. */
const endless = 'Orders_and_deliveries_'.repeat(10).slice(0, 200)
const chinese = '订单与配送接口文档'.repeat(20).slice(0, 150)
const odd = [hostile, arabic, endless, chinese]

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  const { admin } = site
  const items: number[] = []
  for (const item_name of odd)
    items.push(await addItem(admin, { item_name: item_name.slice(0, 200), item_description: item_name }))
  const item = items[2] ?? 0
  let above = 0
  for (const cat_name of [endless, arabic, hostile])
    above = await addCatalog(admin, item, cat_name.slice(0, 100), above)
  const text = odd.map((name) => `## ${name}\n\n| ${name} | ${name} |\n|---|---|\n| ${name} | ${name} |\n`).join('\n')
  const pages: number[] = []
  for (const title of odd) pages.push(await addPage(admin, item, title.slice(0, 200), text, above))
  await admin.item.star({ item_id: item })
  await admin.itemGroup.save({ id: 0, group_name: endless.slice(0, 50), item_ids: items.join(',') })
  const { id: team } = await admin.team.save({ id: 0, team_name: endless.slice(0, 50) })
  await admin.team.save({ id: 0, team_name: hostile.slice(0, 50) })
  await site.newAccount('a-name-of-thirty-characters-30')
  await admin.teamMember.save({ team_id: team, member_username: 'a-name-of-thirty-characters-30' })
  await admin.member.save({ item_id: item, username: 'a-name-of-thirty-characters-30', member_group_id: 1 })
  for (const template_title of odd) await admin.template.save({ template_title, template_content: text })
  await admin.page.delete({ page_id: pages[0] ?? 0 })
  await admin.adminMessage.addAnnouncement({ message_content: `${endless} ${arabic}` })
  const page = pages[3] ?? 0
  screens = [
    { at: '/item/index?group=all', shows: /Orders_and/ },
    { at: `/${item}/${page}`, shows: /订单与配送/ },
    { at: `/${item}/${pages[1] ?? 0}`, shows: /دليل/ },
    { at: `/page/diff/${page}/0`, shows: /\S/ },
    { at: `/catalog/${item}`, shows: /Orders_and/ },
    { at: `/item/setting/${item}`, shows: /\S/ },
    { at: `/item/setting/${item}?tab=members`, shows: /a-name-of-thirty/ },
    { at: `/item/setting/${item}?tab=recycle`, shows: /\S/ },
    { at: `/item/export/${item}`, shows: /\S/ },
    { at: '/item/group/index', shows: /Orders_and/ },
    { at: '/team/index', shows: /Orders_and/ },
    { at: `/team/member/${team}`, shows: /a-name-of-thirty/ },
    { at: '/message/index?dtab=announcementList', shows: /Orders_and/ },
    { at: '/admin/index?section=items', shows: /Orders_and/ },
    { at: '/admin/index?section=users', shows: /a-name-of-thirty/ },
    { at: '/admin/index?section=audit', shows: /\S/ },
    { at: '/search?q=Orders', shows: /Orders_and/ },
    { at: `/page/edit/${item}/${page}`, shows: /\S/ },
  ]
})

const looks = { lang: 'en', theme: 'light' } as const
/** The name of a screenshot. */
const nameOf = (at: string) => `odd-names-${at.slice(1).replaceAll(/[^a-z]+/gi, '-')}`

const isDrawn = (page: Page, shows: RegExp) =>
  expectVisible(page.locator('main').filter({ hasText: shows }).or(page.locator('[role=main]')).first())

test('names of every script, of 200 characters and with tags do not overflow any screen, at three widths', async () => {
  const page = await open(site.server, { token: site.token, at: '/item/index' })
  const found: string[] = []
  for (const { at, shows } of screens) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${site.server.url}${at}`)
    await isDrawn(page, shows)
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      for (const what of await overflow(page)) found.push(`${at} ${width}: ${what}`)
      await screenshot(page, nameOf(at), { ...looks, width })
    }
    if (await page.evaluate('window.hit')) found.push(`${at}: a name did something`)
  }
  expect(found).toEqual([])
}, 180_000)

test('a notification with a long name takes few lines and is announced with the full name', async () => {
  const item_id = await addItem(site.admin, { item_name: 'Long names' })
  const page = await open(site.server, { token: site.token, at: `/catalog/${item_id}`, width: 390 })
  await page.getByRole('button', { name: 'New folder' }).first().click()
  const name = 'Orders and deliveries of the whole house '.repeat(5).slice(0, 199)
  await page.getByRole('dialog').getByRole('textbox').fill(name)
  await page.keyboard.press('Enter')
  const message = page.getByRole('status').filter({ hasText: name })
  await expectVisible(message)
  expect((await message.boundingBox())?.height).toBeLessThanOrEqual(90)
  await screenshot(page, 'odd-names-message', { ...looks, width: 390 })
})

test('rejects a name without visible characters, and explains a forbidden character', async () => {
  const page = await open(site.server, { token: site.token, at: '/team/index' })
  await page.getByRole('button', { name: 'New team' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('\u200b\u3164')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText('Give the team a name.'))
  await dialog.getByRole('textbox').fill('Two\u0007teams')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText(/“Team name” contains a character/))
})

test('in forced-colors mode controls are distinguishable and focus is visible', async () => {
  const page = await open(site.server, { token: site.token, at: '/item/index?group=all' })
  await page.emulateMedia({ forcedColors: 'active' })
  for (const { at, shows } of screens.slice(0, 6)) {
    await page.goto(`${site.server.url}${at}`)
    await isDrawn(page, shows)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement ?? document.body)
      return { outlineStyle, outlineWidth, boxShadow }
    })
    // shadows are not drawn with forced colours: a focus needs an outline
    expect(outline, at).toMatchObject({ outlineStyle: expect.stringMatching(/solid|auto/) })
    expect(Number.parseFloat(outline.outlineWidth)).toBeGreaterThan(0)
    await screenshot(page, `${nameOf(at)}-forced`, { ...looks, width: 1280 })
  }
}, 120_000)
