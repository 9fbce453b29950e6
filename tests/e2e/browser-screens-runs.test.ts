import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'
import { until } from './support/executable.ts'
import { axeViolations, overflow, type Screen, setAppearance, testScreens } from './support/screens.ts'

let site: Site
let target: Server
let item_id = 0
let run_id = 0

const answerText = JSON.stringify({
  id: 7,
  state: 'paid',
  lines: Array.from({ length: 40 }, (_, at) => ({ number: at, name: `Line ${at} 第${at}行` })),
})

const pageText = (url: string) =>
  JSON.stringify({
    info: { type: 'api', method: 'get', url },
    request: {},
    response: {
      responseExample: '{"id":"1"}',
      responseParamsDesc: [{ name: 'id', type: 'string', require: '1', remark: 'The order' }],
    },
  })

beforeAll(async () => {
  target = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(answerText),
  )
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
  site = await newSite({ args: ['--captcha', 'off', '--outbound-allow', '127.0.0.0/8'] })
  const { admin } = site
  item_id = Number(await addItem(admin, { item_name: 'Orders API' }))
  const page_id = await addPage(admin, item_id, 'Find an order', pageText(`${url}/orders/{id}`))
  const { env_id } = await admin.apiCall.environmentSave({
    item_id,
    env_name: 'Production',
    base_url: url,
    variables: '[]',
  })
  const step = (step_id: string, title: string, more: object = {}) => ({
    step_id,
    title,
    page_id: Number(page_id),
    method: 'GET',
    url: `${url}/orders/7?with=everything-that-belongs-to-it-and-a-very-long-value-without-a-space`,
    body: { kind: 'none' },
    ...more,
  })
  const run = {
    run_name: 'Order, pay and cancel 下单、付款与取消',
    env_id: Number(env_id),
    schedule: 'daily',
    daily_time: '03:30',
    inputs: [{ name: 'shop', value: 'north' }],
    steps: [
      step('find', 'Find an order', {
        outputs: [{ name: 'order', source: 'body', path: '/id' }],
        checks: [{ kind: 'status', compare: 'equals', value: '200' }],
      }),
      step('check', 'The answer is as documented', {
        checks: [
          { kind: 'schema' },
          { kind: 'body', path: '/state', compare: 'equals', value: 'a state that this order does not have' },
        ],
      }),
      step('later', 'Never reached'),
    ],
  }
  run_id = Number((await admin.apiRun.save({ item_id, run: JSON.stringify(run) })).run_id)
  await admin.apiRun.start({ item_id, run_id })
  const isOver = async () => (await admin.apiRun.list({ item_id }))[0]?.last?.outcome === 'failed'
  await until('the result of the run', isOver)
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

const signedIn = () => ({ token: site.token })
const list = () => `/item/runs/${item_id}`
const dialog = (page: Page) => page.getByRole('dialog')
const tool = (page: Page, name: RegExp) => page.getByRole('button', { name })

async function listed(page: Page) {
  await expectVisible(page.getByRole('link', { name: /下单/ }))
}

async function edited(page: Page) {
  await expectVisible(page.getByText('1. Find an order'))
}

async function stepOpened(page: Page) {
  if ((await dialog(page).count()) === 0) {
    await edited(page)
    await tool(page, /^(?:Edit|编辑).*The answer/).click()
  }
  await expectVisible(dialog(page).getByRole('button', { name: /^(?:Apply|确定)$/ }))
}

/** The result of the run that has failed, with everything unfolded. */
async function unfolded(page: Page) {
  await expectVisible(page.getByText('2. The answer is as documented'))
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true
  })
  await expectVisible(page.locator('pre').first())
}

async function importing(page: Page) {
  if ((await dialog(page).count()) === 0) {
    await listed(page)
    await tool(page, /^(?:Import|导入)$/).click()
  }
  await expectVisible(dialog(page).getByRole('textbox'))
}

const screens: readonly Screen[] = [
  { name: 'runs', at: 'list', reach: listed },
  { name: 'run', at: 'run', reach: edited },
  { name: 'run-step', at: 'run', reach: stepOpened, again: stepOpened },
  { name: 'run-result', at: 'result', reach: unfolded, again: unfolded },
  { name: 'runs-import', at: 'list', reach: importing, again: importing },
]

testScreens(
  screens.map((one) => ({ ...one, options: signedIn })),
  () => ({
    server: site.server,
    addressOf: (at) => ({ list: list(), run: `${list()}/${run_id}` })[at] ?? `${list()}/${run_id}?tab=results`,
  }),
)

test('a result on a phone in the light, and on paper: nothing is cut off', async () => {
  const page = await open(site.server, { at: `${list()}/${run_id}?tab=results`, ...signedIn() })
  await unfolded(page)
  for (const lang of ['en', 'zh'] as const) {
    await setAppearance(page, { lang, theme: 'light', width: 390 }, unfolded)
    expect(await overflow(page)).toEqual([])
    expect(await axeViolations(page)).toEqual([])
  }
  await setAppearance(page, { lang: 'en', theme: 'dark', width: 1280 }, unfolded)
  await page.emulateMedia({ media: 'print' })
  const cut = await page.evaluate(
    () => [...document.querySelectorAll('pre')].filter((one) => one.scrollHeight > one.clientHeight + 1).length,
  )
  expect(cut).toBe(0)
  // paper is white
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toMatch(/255, 255, 255|0, 0, 0, 0/)
  for (const name of ['Run now', 'Save']) await expectHidden(page.getByRole('button', { name, exact: true }))
})

test('a run is put together, moved and started with the keyboard alone', async () => {
  const page = await open(site.server, { at: `${list()}/${run_id}`, ...signedIn() })
  await edited(page)
  const title = (at: number) => page.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(at)
  await page
    .getByRole('button', { name: /Never reached/ })
    .first()
    .focus()
  await page.keyboard.press('ArrowUp')
  await eventually(() => title(1).innerText(), /^2\. Never reached/)
  // a dialog gives the focus back to what has opened it
  const edit = page.getByRole('button', { name: 'Edit Find an order' })
  await edit.focus()
  await page.keyboard.press('Enter')
  await expectVisible(dialog(page))
  await page.keyboard.press('Escape')
  await expectHidden(dialog(page))
  expect(await edit.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.getByRole('tab', { name: /^Steps/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expectVisible(page.getByRole('region', { name: 'Result' }))
  await page.keyboard.press('ArrowLeft')
  await edited(page)
  const start = page.getByRole('button', { name: 'Run now', exact: true })
  await start.focus()
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Step 3 of 3'))
  const { run } = await site.admin.apiRun.info({ item_id, run_id })
  expect(run.steps.map(({ step_id }) => step_id)).toEqual(['find', 'later', 'check'])
  // what is folded opens with Space
  const summary = page.locator('summary').first()
  await summary.focus()
  await page.keyboard.press('Space')
  await expectVisible(page.getByText(/GET http:\/\/127/).first())
})
