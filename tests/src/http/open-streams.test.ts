import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '#src/core/errors.ts'
import { formatEvent } from '#src/core/event-stream-response.ts'
import { guardEvents } from '#src/http/guarded-events.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

/** Opens a stream of `path` with a token: the data of its events so far, and its end. */
async function open(app: TestApp, path: string, token: string, fields: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'accept-language': 'en' },
    body: new URLSearchParams(fields),
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events: unknown[] = []
  let isEnded = false
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const read = async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      for (const line of decoder.decode(piece.value).split('\n'))
        if (line.startsWith('data: {')) events.push(JSON.parse(line.slice(6)))
    isEnded = true
  }
  void read().catch(() => undefined)
  onTestFinished(() => reader.cancel())
  return { events, ended: () => isEnded }
}

type Stream = Awaited<ReturnType<typeof open>>

const refusal = { error_code: 10102, error_name: 'notLoggedIn', error_message: expect.stringMatching(/sign/i) }

/** Waits until a stream has ended, with the error that gives the reason. */
async function endsAtOnce({ events, ended }: Stream): Promise<void> {
  await expect.poll(ended, { timeout: 3000 }).toBe(true)
  expect(events.at(-1)).toMatchObject(refusal)
}

/** An AI service that writes one word and then pauses until the test lets it continue. */
async function slowService() {
  const answers: ServerResponse[] = []
  const closed: ServerResponse[] = []
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'one' } }] })}\n\n`)
    response.once('close', () => closed.push(response))
    answers.push(response)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answers, closed }
}

describe('an open stream of messages ends at once', () => {
  const watched = async (app: TestApp) => {
    await app.newUser('ann', { password: 'a good password' })
    const stream = await open(app, 'message/watch', app.token('ann'))
    await expect.poll(() => stream.events.length).toBe(1)
    return stream
  }

  test('on sign-out, while other streams of the same user continue', async () => {
    const app = await createTestApp()
    const stream = await watched(app)
    const elsewhere = await app.visitor.user.login({ username: 'ann', password: 'a good password' })
    const other = await open(app, 'message/watch', elsewhere.user_token)
    await expect.poll(() => other.events.length).toBe(1)
    await app.as('ann').user.logout()
    await endsAtOnce(stream)
    expect(other.ended()).toBe(false)
  })

  test('on a password change', async () => {
    const app = await createTestApp()
    const stream = await watched(app)
    const elsewhere = await app.visitor.user.login({ username: 'ann', password: 'a good password' })
    await app.call(
      'user/resetPassword',
      { password: 'a good password', new_password: 'an even better one' },
      { headers: { authorization: `Bearer ${elsewhere.user_token}` } },
    )
    await endsAtOnce(stream)
  })

  test('when its session is ended from another browser', async () => {
    const app = await createTestApp()
    const stream = await watched(app)
    const elsewhere = await app.visitor.user.login({ username: 'ann', password: 'a good password' })
    await app.call(
      'user/sessionDelete',
      { others: '1' },
      { headers: { authorization: `Bearer ${elsewhere.user_token}` } },
    )
    await endsAtOnce(stream)
  })

  test('when an administrator disables or deletes the account', async () => {
    const app = await createTestApp()
    const stream = await watched(app)
    app.rows.sqlite.prepare('UPDATE user SET is_disabled = 1 WHERE uid = ?').run(app.uid('ann'))
    await endsAtOnce(stream)
    await app.newUser('bob')
    const ofBob = await open(app, 'message/watch', app.token('bob'))
    await app.as('admin').adminUser.deleteUser({ uid: app.uid('bob') })
    await endsAtOnce(ofBob)
  })

  test('when an administrator sets a password or signs the user out everywhere', async () => {
    const app = await createTestApp()
    const stream = await watched(app)
    await app.as('admin').adminUser.signOut({ uid: app.uid('ann') })
    await endsAtOnce(stream)
    await app.newUser('bob')
    const ofBob = await open(app, 'message/watch', app.token('bob'))
    await app.as('admin').adminUser.changePassword({ uid: app.uid('bob'), new_password: 'an even better one' })
    await endsAtOnce(ofBob)
  })

  test('when its token expires', async () => {
    const app = await createTestApp()
    const stream = await watched(app)
    app.rows.sqlite.prepare('UPDATE user_token SET token_expire = 1').run()
    await endsAtOnce(stream)
  })
})

test('also ends an AI stream at once, and stops the request to the service', async () => {
  const app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
  const { host, closed } = await slowService()
  await app.as('admin').adminSetting.saveConfig({ open_api_host: host, open_api_key: 'k' })
  const stream = await open(app, 'ai/create', app.token('ann'), { content: 'x' })
  await expect.poll(() => stream.events.length).toBe(1)
  await app.as('ann').user.logout()
  await endsAtOnce(stream)
  await expect.poll(() => closed.length).toBe(1)
})

test('sends nothing after the session has ended, however soon it comes', async () => {
  const app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
  const { host, answers } = await slowService()
  await app.as('admin').adminSetting.saveConfig({ open_api_host: host, open_api_key: 'k' })
  const stream = await open(app, 'ai/create', app.token('ann'), { content: 'x' })
  await expect.poll(() => stream.events.length).toBe(1)
  app.rows.sqlite.prepare('DELETE FROM user_token WHERE uid = ?').run(app.uid('ann'))
  answers[0]?.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'secret' } }] })}\n\n`)
  await endsAtOnce(stream)
  expect(JSON.stringify(stream.events)).not.toContain('secret')
})

describe('a guarded stream', () => {
  const said = (refusal: AppError) => formatEvent({ name: refusal.errorName })

  test('ends when the right to it ends, and ends its source', async () => {
    const now: { refusal?: AppError } = {}
    const source = new PassThrough()
    const whole = text(guardEvents(source, async () => now.refusal, said))
    source.write(formatEvent('one'))
    await expect.poll(() => source.readableLength).toBe(0)
    now.refusal = new AppError('noRight')
    expect(await whole).toBe(`${formatEvent('one')}${formatEvent({ name: 'noRight' })}`)
    expect(source.destroyed).toBe(true)
  })

  test('passes on its source while the right is valid', async () => {
    const source = new PassThrough()
    const whole = text(guardEvents(source, async () => undefined, said))
    for (const word of ['one', 'two', 'three']) source.write(formatEvent(word))
    source.end()
    expect(await whole).toBe(['one', 'two', 'three'].map(formatEvent).join(''))
  })

  test('ends when the source is cancelled, and ends the source when nobody reads', async () => {
    const broken = new PassThrough()
    const whole = text(guardEvents(broken, async () => undefined, said))
    broken.destroy()
    expect(await whole).toBe('')
    const unread = new PassThrough()
    guardEvents(unread, async () => undefined, said).destroy()
    await expect.poll(() => unread.destroyed).toBe(true)
  })
})
