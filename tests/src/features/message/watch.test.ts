import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

/** A watch of `name`: what has come so far, and when it has ended. */
async function watch(app: TestApp, name: string) {
  const response = await fetch(`${app.url}/api/message/watch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.token(name)}`, accept: 'text/event-stream' },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const heard: unknown[] = []
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const ended = (async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      for (const line of decoder.decode(piece.value).split('\n'))
        if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)))
  })()
  return { heard, ended, leave: () => reader.cancel() }
}

const none = { remind_count: 0, announce_count: 0 }

test('whoever watches hears the counts at once, and again when a message has come', async () => {
  const app = await createTestApp()
  const admin = app.as('admin')
  await admin.user.info()
  const ann = app.as('ann')
  await ann.user.info()
  expect(await ann.message.watch()).toEqual(none)
  const [first, second] = [await watch(app, 'admin'), await watch(app, 'ann')]
  await expect.poll(() => [first.heard, second.heard]).toEqual([[none], [none]])
  await ann.message.sendFeedback({ content: 'good' })
  await expect.poll(() => first.heard, { timeout: 6000 }).toEqual([none, { remind_count: 1, announce_count: 0 }])
  expect(second.heard).toEqual([none])
  await admin.adminMessage.addAnnouncement({ message_content: 'News' })
  await expect.poll(() => second.heard, { timeout: 6000 }).toEqual([none, { remind_count: 0, announce_count: 1 }])
  await first.leave()
  await second.leave()
})

test('a server that stops ends what is watched, and does not wait for it', async () => {
  const app = await createTestApp()
  const watched = await watch(app, 'admin')
  await expect.poll(() => watched.heard).toHaveLength(1)
  const began = performance.now()
  await app.close()
  await watched.ended
  expect(performance.now() - began).toBeLessThan(5000)
})

test('one person does not hold more connections than eight', async () => {
  const app = await createTestApp()
  const watched = await Promise.all(Array.from({ length: 8 }, () => watch(app, 'admin')))
  const refused = await app.call('message/watch', {}, { as: 'admin', headers: { accept: 'text/event-stream' } })
  expect(refused.json.error_name).toBe('tooManyRequests')
  await watched[0]?.leave()
  await expect
    .poll(async () => {
      const next = await watch(app, 'admin').catch(() => undefined)
      return next?.heard.length
    })
    .toBeDefined()
})

test('visitors watch nothing', async () => {
  const app = await createTestApp()
  expect((await app.call('message/watch')).json.error_code).toBe(10102)
})
