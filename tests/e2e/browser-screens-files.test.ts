import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import {
  addItem,
  addPage,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  nextSecond,
  type OpenOptions,
  type Site,
} from './support/browser.ts'
import { type Screen, testScreens } from './support/screens.ts'

let site: Site
/** A user with files and messages. */
let mo: Awaited<ReturnType<Site['newAccount']>>
/** A user without any. */
let jo: Awaited<ReturnType<Site['newAccount']>>
let page_id: number

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEUlEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
  'base64',
)
const longName = '接口时序图：订单支付与退款的完整流程，第三版，评审后修改 and then some more of it.md'

beforeAll(async () => {
  site = await newSite()
  ;[mo, jo] = [await site.newAccount('mo'), await site.newAccount('jo')]
  const item_id = await addItem(site.admin, { item_name: 'Orders API', item_domain: 'orders' })
  page_id = await addPage(
    site.admin,
    item_id,
    'Create a user with a name that is longer than one line of a phone',
    'One.',
  )
  await site.admin.member.save({ item_id, username: 'mo', member_group_id: 1 })
  const upload = (name: string, content: string | Buffer, id = 0) =>
    mo.client.attachment.attachmentUpload({ page_id: id, file: new File([Buffer.from(content)], name) })
  await upload('schema.png', picture, page_id)
  await upload(longName, '# Hello\n\nSome text.')
  for (let at = 1; at <= 20; at++) await upload(`note-${at}.txt`, `note ${at}`)
  const { uid } = await mo.client.user.info()
  await site.admin.subscription.savePage({ page_id, uids: uid })
  await nextSecond()
  const page_title = 'Create a user with a name that is longer than one line of a phone'
  await site.admin.page.save({
    item_id,
    page_id,
    page_title,
    page_content: 'Two.',
    is_notify: 1,
    notify_content: '增加错误码 409',
  })
  await site.admin.adminMessage.addAnnouncement({
    message_content:
      '<h3>Maintenance</h3><p>From <b>08:00</b>, see <a href="https://example.com">the plan</a>.</p><ul><li>Save before</li></ul>',
  })
})

const signedIn = (): OpenOptions => ({ token: mo.token })
const heading = (page: Page) => expectVisible(page.getByRole('heading', { level: 1 }))

/** Opens the window of the bell; again each time, because resizing the window closes it. */
async function openBell(page: Page) {
  await page.keyboard.press('Escape')
  const messages = page.getByRole('dialog', { name: /^(?:Messages|消息)$/ })
  await expectHidden(messages)
  await page.getByRole('button', { name: /^(?:Messages, |消息，)/ }).click()
  await expectVisible(messages.getByRole('link').nth(1))
  await eventually(() => messages.getByRole('listitem').count(), 2)
}

const screens: Screen[] = [
  {
    name: 'files',
    at: '/attachment/index?page=2',
    options: signedIn,
    reach: (page) => expectVisible(page.getByText('schema.png')),
  },
  {
    name: 'page-files',
    at: '/orders/PAGE',
    options: signedIn,
    async reach(page) {
      await page.getByRole('button', { name: 'More actions for this page' }).click()
      await page.getByRole('menuitem', { name: 'Attachments' }).click()
      await expectVisible(page.getByRole('dialog').getByRole('button', { name: 'schema.png', exact: true }))
    },
  },
  {
    name: 'files-grid',
    at: '/attachment/index?view=grid&type=image',
    options: signedIn,
    reach: (page) => expectVisible(page.getByText('schema.png')),
  },
  {
    name: 'file-hub',
    at: '/orders/PAGE',
    options: signedIn,
    async reach(page) {
      await page.getByRole('button', { name: 'More actions for this page' }).click()
      await page.getByRole('menuitem', { name: 'Attachments' }).click()
      await page.getByRole('button', { name: 'Choose from my attachments' }).click()
      await page.getByRole('checkbox', { name: 'note-20.txt' }).check()
    },
  },
  { name: 'files-none', at: '/attachment/index', options: () => ({ token: jo.token }), reach: heading },
  {
    name: 'files-refused',
    at: '/attachment/index?q=nothing',
    options: signedIn,
    async reach(page) {
      await page
        .locator('input[type=file]')
        .setInputFiles([{ name: 'trick.php', mimeType: 'text/plain', buffer: Buffer.from('x') }])
      await expectVisible(page.getByRole('alert'))
    },
  },
  {
    name: 'file-preview',
    at: '/attachment/index?q=Hello+or+not',
    options: signedIn,
    async reach(page) {
      await page.getByRole('searchbox').fill('and then')
      await page.getByRole('button', { name: longName, exact: true }).click()
      await expectVisible(page.getByText('Some text.'))
    },
  },
  {
    name: 'file-delete',
    at: '/attachment/index?q=schema',
    options: signedIn,
    async reach(page) {
      await page.getByRole('button', { name: 'Actions for schema.png' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expectVisible(page.getByRole('alertdialog'))
    },
  },
  {
    name: 'messages',
    at: '/message/index?dtab=remindList',
    options: signedIn,
    reach: (page) => expectVisible(page.getByText('增加错误码 409')),
  },
  {
    name: 'messages-none',
    at: '/message/index?dtab=remindList',
    options: () => ({ token: jo.token }),
    reach: (page) => expectVisible(page.getByText('You’re all caught up.')),
  },
  {
    name: 'announcements',
    at: '/message/index?dtab=announcementList',
    options: signedIn,
    reach: (page) => expectVisible(page.getByRole('link', { name: 'the plan' })),
  },
  {
    name: 'bell',
    at: '/item/index',
    options: signedIn,
    reach: openBell,
    again: openBell,
  },
]

testScreens(screens, () => ({ server: site.server, addressOf: (at) => at.replace('PAGE', String(page_id)) }))
