import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser, shown } from '#tests/web/support/browser.ts'
import { statAtom, voteAtom } from '#web/features/page/feedback/atoms.ts'
import { queryValue } from '#web/lib/query.ts'

const browser = openBrowser()
let store: ReturnType<typeof createStore>
let page_id: string

beforeEach(async () => {
  const { rows } = browser.app
  store = createStore()
  page_id = String(rows.newPage(await rows.newItem({ allow_feedback: 1 }), 'Start'))
  browser.signIn('owner')
})

const known = () => queryValue(store.get(store.get(statAtom).of(page_id)))
const votes = () => browser.sent('pageFeedback/submit').map(({ feedback_type }) => feedback_type)

test('the last of two quick votes counts, whatever the server responds to the first', async () => {
  const first = browser.hold('pageFeedback/submit')
  const both = [store.set(voteAtom, page_id, 1), store.set(voteAtom, page_id, 2)]
  expect(known()?.my_feedback).toBe(2)
  await first.carriedOut
  expect(votes()).toEqual(['1'])
  first.release()
  await both[0]
  expect(known()?.my_feedback).toBe(2)
  await both[1]
  expect(known()).toMatchObject({ my_feedback: 2, helpful_count: 0, unhelpful_count: 1 })
})

test('counts a changed vote once', async () => {
  await shown(store, store.get(statAtom).of(page_id))
  await store.set(voteAtom, page_id, 1)
  const change = store.set(voteAtom, page_id, 2)
  expect(known()).toMatchObject({ helpful_count: 0, unhelpful_count: 1 })
  await change
  expect(known()).toMatchObject({ helpful_count: 0, unhelpful_count: 1 })
})

test('reverts a vote that the server rejects: feedback was switched off in the meantime', async () => {
  await shown(store, store.get(statAtom).of(page_id))
  browser.app.rows.sqlite.prepare('UPDATE item SET allow_feedback = 0').run()
  await expect(store.set(voteAtom, page_id, 1)).rejects.toMatchObject({ name: 'ApiError' })
  expect(known()?.my_feedback).toBe(0)
})
