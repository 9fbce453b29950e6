import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser, shown } from '#tests/web/support/browser.ts'
import { nobody, watchAtom, watchersAtom } from '#web/features/page/viewer/watch-atoms.ts'

const browser = openBrowser()
let store: ReturnType<typeof createStore>
let page_id: string
let uid: string

beforeEach(async () => {
  const { app } = browser
  store = createStore()
  const item_id = await app.rows.newItem()
  page_id = String(app.rows.newPage(item_id, 'Start'))
  uid = String(app.uid('owner'))
  browser.signIn('owner')
})

const watchers = () => store.get(store.get(watchersAtom).of(page_id))
const watchersOnServer = async () =>
  (await browser.app.as('owner').subscription.getPageList({ page_id })).map((one) => one.uid)

test('the last of watching and unwatching a page in quick succession counts', async () => {
  await shown(store, store.get(watchersAtom).of(page_id))
  const first = browser.hold('subscription/savePage')
  const both = [store.set(watchAtom, page_id, uid, true), store.set(watchAtom, page_id, uid, false)]
  await first.carriedOut
  expect(browser.sent('subscription/deletePage')).toEqual([])
  first.release()
  await Promise.all(both)
  expect(watchers()).toMatchObject({ value: [] })
  expect(await watchersOnServer()).toEqual([])
})

test('the failure of the first does not undo the second', async () => {
  await shown(store, store.get(watchersAtom).of(page_id))
  browser.fail('subscription/savePage')
  const [first, second] = [store.set(watchAtom, page_id, uid, true), store.set(watchAtom, page_id, uid, false)]
  await expect(first).rejects.toMatchObject({ errorName: 'internal' })
  await second
  expect(watchers()).toMatchObject({ value: [] })
})

test('watches at once, for the next reader as well', async () => {
  await shown(store, store.get(watchersAtom).of(page_id))
  const watching = store.set(watchAtom, page_id, uid, true)
  expect(watchers()).toMatchObject({ value: [uid] })
  await watching
  expect(await watchersOnServer()).toEqual([uid])
})

test('takes it back when the page has been deleted', async () => {
  await shown(store, store.get(watchersAtom).of(page_id))
  await browser.app.as('owner').page.delete({ page_id })
  await expect(store.set(watchAtom, page_id, uid, true)).rejects.toMatchObject({ errorName: 'pageGone' })
  expect(watchers()).toMatchObject({ value: [] })
})

test('a visitor is not looked up', async () => {
  expect(await shown(store, store.get(watchersAtom).of(nobody))).toMatchObject({ value: [] })
  expect(browser.calls).toEqual([])
})
