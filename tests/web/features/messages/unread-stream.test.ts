import { expect, test, vi } from 'vitest'
import { readUnreadStream } from '#web/features/messages/unread-stream.ts'

vi.mock('#web/lib/boot.ts', () => ({ boot: { base: '' } }))

const streamOf = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })

test('reports counts, and not the error that ends the stream with the session', async () => {
  const counts = '{"remind_count":1,"announce_count":0}'
  const refusal = '{"error_code":10102,"error_name":"notLoggedIn","error_message":"Sign in first."}'
  vi.stubGlobal('fetch', async () => streamOf(`data: ${counts}\n\n:\n\ndata: ${refusal}\n\n`))
  const heard: string[] = []
  await readUnreadStream(new AbortController().signal, undefined, (data) => heard.push(data))
  expect(heard).toEqual([counts])
  vi.unstubAllGlobals()
})
