import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { addItem, addPage, expectVisible, newSite, type OpenOptions, type Site } from './support/browser.ts'
import { testScreens } from './support/screens.ts'
import { visualText, write } from './support/writing.ts'

let site: Site
const at = new Map<string, string>()

const top = `## Orders 订单

The **orders** service keeps *every* order under its \`order_id\`, see [the guide](https://example.com/guide) and $a^2+b^2$. 订单服务保存每一笔订单。

- [x] Read the guide
- [ ] 写一个例子
- plain item
  1. nested

| Name | Type | Remark |
| --- | :---: | ---: |
| id | int | key |
| name | string | up to 40 |

> [!WARNING] Mind the gap
> A callout with **words**.
`

const drawings = `---
title: Orders
---

[TOC]

\`\`\`json
{
  "id": 1,
  "name": "x",
  "list": [1, 2],
  "ok": true
}
\`\`\`

\`\`\`mermaid
graph LR
  A[Start] --> B[End]
\`\`\`

$$
\\frac{1}{0
$$

<div align="center">Centred <b>HTML</b></div>

Words with a note[^1].

[^1]: The note.
`

const pages: Record<string, string> = { text: top, slash: top, bubble: top, table: top, drawings, empty: '' }

beforeAll(async () => {
  site = await newSite()
  const item_id = await addItem(site.admin, { item_name: 'Orders API', item_domain: 'orders' })
  for (const [name, text] of Object.entries(pages)) {
    const page_id = await addPage(site.admin, item_id, `Page ${name}`, text)
    at.set(name, `/page/edit/${item_id}/${page_id}?mode=visual`)
  }
})

const signedIn = (): OpenOptions => ({ token: site.token })
/** Opens the find and replace panel and goes to the first match. */
const search = async (page: Page) => {
  await write(page, ['Control+h'], 'order', ['Enter'])
  await expectVisible(page.locator('.ProseMirror [data-current]'))
  await expectVisible(page.getByRole('search').getByRole('status').filter({ hasText: /\d/ }))
}
const opened = (page: Page) => expectVisible(visualText(page))

testScreens(
  [
    { name: 'visual-text', at: 'text', options: signedIn, reach: opened },
    {
      name: 'visual-slash',
      at: 'slash',
      options: signedIn,
      reach: async (page) => {
        await opened(page)
        await page.locator('.ProseMirror h2').click()
        await write(page, ['End', 'Enter'], '/')
        await expectVisible(page.getByRole('listbox'))
      },
    },
    {
      name: 'visual-bubble',
      at: 'bubble',
      options: signedIn,
      reach: async (page) => {
        await opened(page)
        await page.locator('.ProseMirror p strong').first().dblclick()
        await expectVisible(page.getByRole('toolbar').nth(1))
      },
    },
    {
      name: 'visual-table',
      at: 'table',
      options: signedIn,
      reach: async (page) => {
        await opened(page)
        await page.locator('.ProseMirror td').nth(1).click()
        await expectVisible(page.locator('[data-table-handle] button').first())
      },
    },
    {
      name: 'visual-drawings',
      at: 'drawings',
      options: signedIn,
      reach: async (page) => {
        await opened(page)
        await expectVisible(page.locator('.ProseMirror .md-failure'))
        await page.locator('.ProseMirror img[alt^="Diagram"]').waitFor()
        await page.locator('.ProseMirror [aria-label^="Diagram"]').first().click()
        await expectVisible(page.getByRole('textbox', { name: 'Source', exact: true }))
      },
    },
    {
      name: 'visual-find',
      at: 'text',
      options: signedIn,
      reach: async (page) => {
        await opened(page)
        await page.locator('.ProseMirror h2').click()
        await search(page)
      },
      again: async (page) => {
        await page.getByRole('search').getByRole('textbox').first().press('Escape')
        await search(page)
      },
    },
    { name: 'visual-empty', at: 'empty', options: signedIn, reach: opened },
  ],
  () => ({
    server: site.server,
    addressOf: (name) => at.get(name) ?? name,
  }),
)
