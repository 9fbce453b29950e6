import { describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

/** A watch of `name`: the events so far, and when it has ended. */
async function watch(app: TestApp, name: string, page_id = 0) {
  const response = await fetch(`${app.url}/api/message/watch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.token(name)}`, accept: 'text/event-stream' },
    body: new URLSearchParams({ page_id: String(page_id) }),
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

test('sends the counts at once, and again when a message arrives', async () => {
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

describe('the page that is open', () => {
  async function world() {
    const app = await createTestApp()
    const item_id = await app.rows.newItem({ password: 'visit me' })
    app.rows.newMember(item_id, 'reader', 'read')
    app.rows.newMember(item_id, 'editor', 'edit')
    const page_id = app.rows.newPage(item_id, 'Page')
    const before = Number((await app.as('reader').page.info({ page_id })).page_version)
    const save = () =>
      app.as('editor').page.save({ item_id, page_id, page_title: 'Page', page_content: crypto.randomUUID() })
    return { app, item_id, page_id, before, save }
  }

  test('notifies any number of readers of a save within seconds', async () => {
    const { app, page_id, before, save } = await world()
    const watched = await Promise.all(['reader', 'owner', 'editor'].map((name) => watch(app, name, page_id)))
    const elsewhere = await watch(app, 'owner')
    for (const { heard } of watched) await expect.poll(() => heard).toEqual([{ ...none, page_version: before }])
    await save()
    for (const { heard } of watched)
      await expect.poll(() => heard.at(-1), { timeout: 6000 }).toEqual({ ...none, page_version: before + 1 })
    expect(elsewhere.heard).toEqual([none])
    for (const one of [...watched, elsewhere]) await one.leave()
  })

  test('does not notify people who cannot read the page, or no longer can', async () => {
    const { app, item_id, page_id, before, save } = await world()
    const stranger = await watch(app, 'stranger', page_id)
    const reader = await watch(app, 'reader', page_id)
    const editor = await watch(app, 'editor', page_id)
    await expect.poll(() => reader.heard).toEqual([{ ...none, page_version: before }])
    const reading = '(SELECT uid FROM user WHERE username = ?)'
    app.rows.sqlite.prepare(`DELETE FROM item_member WHERE item_id = ? AND uid = ${reading}`).run(item_id, 'reader')
    await save()
    await expect.poll(() => editor.heard.at(-1), { timeout: 6000 }).toEqual({ ...none, page_version: before + 1 })
    await expect.poll(() => reader.heard.at(-1), { timeout: 6000 }).toEqual(none)
    expect(stranger.heard).toEqual([none])
    for (const one of [stranger, reader, editor]) await one.leave()
  })

  test('a visitor polls for the version of the page', async () => {
    const { app, item_id, page_id, before, save } = await world()
    app.rows.sqlite.prepare("UPDATE item SET password = '' WHERE item_id = ?").run(item_id)
    expect(await app.visitor.page.version({ page_id })).toEqual({ page_version: before })
    await save()
    expect(await app.visitor.page.version({ page_id })).toEqual({ page_version: before + 1 })
  })
})

test('a server that stops ends the streams without waiting for them', async () => {
  const app = await createTestApp()
  const watched = await watch(app, 'admin')
  await expect.poll(() => watched.heard).toHaveLength(1)
  const began = performance.now()
  await app.close()
  await watched.ended
  expect(performance.now() - began).toBeLessThan(5000)
})

test('limits a person to eight connections', async () => {
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

test('rejects visitors', async () => {
  const app = await createTestApp()
  expect((await app.call('message/watch')).json.error_code).toBe(10102)
})
