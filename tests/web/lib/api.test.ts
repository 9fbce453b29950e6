import { afterEach, expect, test, vi } from 'vitest'
import { api, noteSignedIn, onNotLoggedIn } from '#web/lib/api.ts'

afterEach(() => vi.unstubAllGlobals())

test('reports an ended session, but not from a request sent before a new sign-in', async () => {
  vi.stubGlobal('navigator', { languages: ['en'], userAgent: '' })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('window', {})
  const answer = Promise.withResolvers<Response>()
  const refusal = () =>
    Response.json({ error_code: 10102, error_name: 'notLoggedIn', error_message: '', request_id: 'r' })
  const notified = vi.fn()
  const stop = onNotLoggedIn(notified)
  vi.stubGlobal('fetch', () => answer.promise)
  const late = api.team.getList({})
  noteSignedIn()
  answer.resolve(refusal())
  await expect(late).rejects.toMatchObject({ code: 10102 })
  expect(notified).not.toHaveBeenCalled()
  vi.stubGlobal('fetch', async () => refusal())
  await expect(api.team.getList({})).rejects.toMatchObject({ code: 10102 })
  expect(notified.mock.calls).toEqual([[false]])
  await expect(api.job.list({}, { isBackground: true })).rejects.toMatchObject({ code: 10102 })
  expect(notified.mock.lastCall).toEqual([true])
  stop()
})
