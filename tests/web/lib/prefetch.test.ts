import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetchedFetch } from '#web/lib/prefetch.ts'

const sent = vi.fn(async () => new Response('asked again'))

beforeEach(() => {
  vi.stubGlobal('window', { docsteadEarly: new Map() })
  vi.stubGlobal('fetch', sent)
  vi.spyOn(performance, 'now').mockReturnValue(100)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sent.mockClear()
})

const early = (answer: Response | undefined) =>
  window.docsteadEarly?.set('/docs/api/page/info page_id=7', Promise.resolve(answer))

const ask = (page_id: string) =>
  prefetchedFetch('/docs/api/page/info', { method: 'POST', body: new URLSearchParams({ page_id }) })

test('a prefetched request is used once', async () => {
  early(new Response('sent ahead'))
  expect(await (await ask('7')).text()).toBe('sent ahead')
  expect(sent).not.toHaveBeenCalled()
  expect(await (await ask('7')).text()).toBe('asked again')
})

test('fetches another endpoint, or the same with other fields', async () => {
  early(new Response('sent ahead'))
  expect(await (await ask('8')).text()).toBe('asked again')
})

test('fetches again after a failed or an old prefetch', async () => {
  early(undefined)
  expect(await (await ask('7')).text()).toBe('asked again')
  early(new Response('sent ahead'))
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(await (await ask('7')).text()).toBe('asked again')
})
