import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { signedInAtom, uidAtom } from '#web/features/account/session/atoms.ts'
import { loginKeyAtom, showLoginKeyAtom } from '#web/features/admin/sign-in/atoms.ts'
import { ownAtom } from '#web/features/editor/templates/atoms.ts'
import { uploadFilesAtom, uploadsAtom } from '#web/features/page/attachments/upload-atoms.ts'
import { searchAtoms } from '#web/features/search/search-atoms.ts'

const server = vi.hoisted(() => ({ uid: '' }))
vi.mock('#web/lib/api.ts', () => ({
  ApiError: Error,
  onNotLoggedIn: () => () => undefined,
  noteSignedIn: () => undefined,
  api: {
    user: { info: async () => ({ uid: server.uid }) },
    search: { query: async () => ({ list: [{ snippet: `seen by ${server.uid}` }], items: [], more: false }) },
    template: { getMyList: async () => [{ id: '1', template_title: `of ${server.uid}` }] },
    adminSetting: { getLoginSecretKey: async () => ({ login_secret_key: 'secret' }) },
  },
}))

const request = { words: 'pay', item_id: '', type: '', by: '', updated: '', page: 1 }

async function newBrowser() {
  const store = createStore()
  store.sub(uidAtom, () => undefined)
  const signIn = async (uid: string) => {
    server.uid = uid
    await store.set(signedInAtom)
    await vi.waitFor(() => expect(store.get(uidAtom)).toBe(uid))
  }
  await signIn('1')
  return { store, signIn }
}

test('hides the search results of the previous user and searches again', async () => {
  const { store, signIn } = await newBrowser()
  const { shownAtom, askAtom } = searchAtoms(20)
  await store.set(askAtom, request)
  expect(store.get(shownAtom).found?.list).toEqual([{ snippet: 'seen by 1' }])
  await signIn('2')
  expect(store.get(shownAtom).found).toBeUndefined()
  await store.set(askAtom, request)
  expect(store.get(shownAtom).found?.list).toEqual([{ snippet: 'seen by 2' }])
})

test('hides the templates of the previous user', async () => {
  const { store, signIn } = await newBrowser()
  const look = async (title: string) => {
    const leave = store.sub(ownAtom, () => undefined)
    expect(store.get(ownAtom)).toBeUndefined()
    await vi.waitFor(() => expect(store.get(ownAtom)).toMatchObject({ value: [{ id: '1', template_title: title }] }))
    leave()
  }
  await look('of 1')
  await signIn('2')
  await look('of 2')
})

test('hides the uploads of the previous user', async () => {
  const { store, signIn } = await newBrowser()
  store.set(uploadFilesAtom, [new File([], 'salaries.pdf')], { item_id: 0, page_id: 0 })
  expect(store.get(uploadsAtom)).toMatchObject([{ name: 'salaries.pdf', state: 'failed' }])
  await signIn('2')
  expect(store.get(uploadsAtom)).toEqual([])
})

test('forgets the key that signs links when its screen closes', async () => {
  const { store } = await newBrowser()
  const leave = store.sub(loginKeyAtom, () => undefined)
  await store.set(showLoginKeyAtom)
  expect(store.get(loginKeyAtom)).toBe('secret')
  leave()
  expect(store.get(loginKeyAtom)).toBeUndefined()
})
