import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { addFromTemplateAtom } from '#web/features/page/viewer/add-from-template.ts'
import type { CurrentItem } from '#web/features/page/viewer/current-item.ts'
import { navigate } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.ts'

const browser = openBrowser()
let item: CurrentItem

beforeEach(async () => {
  toast.clear()
  item = { item_id: String(await browser.app.rows.newItem()), ref: 'orders' } as CurrentItem
  browser.signIn('owner')
  navigate('/orders/5')
})

const pages = () => browser.app.as('owner').item.info({ item_id: item.item_id })

test('a page created from a template leads into its editor', async () => {
  await createStore().set(addFromTemplateAtom, item, '# Text')
  const [page] = (await pages()).menu.pages
  expect(browser.path).toBe(`/page/edit/${item.item_id}/${page?.page_id}`)
  expect(await browser.app.as('owner').page.info({ page_id: page?.page_id ?? '' })).toMatchObject({
    page_content: '# Text',
  })
})

test('it does not call back who has gone to another page in the meantime', async () => {
  const save = browser.hold('page/save')
  const done = createStore().set(addFromTemplateAtom, item, '# Text')
  await save.carriedOut
  navigate('/garden/9')
  save.release()
  await done
  expect(browser.path).toBe('/garden/9')
  expect((await pages()).menu.pages).toHaveLength(1)
})

test('stays where it is, without a page, when the right to edit is gone', async () => {
  browser.app.rows.newMember(Number(item.item_id), 'reader', 'read')
  browser.signIn('reader')
  await createStore().set(addFromTemplateAtom, item, '# Text')
  expect(browser.path).toBe('/orders/5')
  expect((await pages()).menu.pages).toEqual([])
})
