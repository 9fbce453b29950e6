import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '#build/paths.ts'
import { newAdministrator, newFolder, start, until } from './support/executable.ts'

/** The code that the guide gives to people who write a receiver. */
interface GuideCode {
  verify(request: { headers: IncomingMessage['headers']; body: string }, secret: string): boolean
  once(database: Database.Database, id: string, work: () => void): void
}

/** Returns the examples of the guide as they are printed there, to be run. */
async function readGuideCode(lang: string): Promise<GuideCode> {
  const guide = readFileSync(join(root, `web/features/help/guide/${lang}/mail.md`), 'utf8')
  const file = join(newFolder(), 'receiver.mjs')
  writeFileSync(file, [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code).join('\n'))
  return import(file) as Promise<GuideCode>
}

test.each(['en', 'zh'])(
  'the receiver of the guide (%s) shows each message once, through crashes',
  async (lang) => {
    const { verify, once } = await readGuideCode(lang)
    const done = new Database(':memory:')
    onTestFinished(() => void done.close())
    done.exec('CREATE TABLE seen (id TEXT PRIMARY KEY); CREATE TABLE shown (page TEXT)')
    const show = done.prepare('INSERT INTO shown (page) VALUES (?)')
    const arrived: { id: string; attempt: string }[] = []
    let secret = ''
    let mayAnswer = true
    let isForged = false

    const receiver = createServer(async (request, response) => {
      const body = await text(request)
      if (!verify({ headers: request.headers, body }, secret)) {
        isForged = true
        return void response.writeHead(401).end()
      }
      const id = String(request.headers['webhook-id'])
      arrived.push({ id, attempt: String(request.headers['docstead-attempt']) })
      once(done, id, () => void show.run((JSON.parse(body) as { data: { page: { title: string } } }).data.page.title))
      // without an answer, nobody can know that it has arrived
      if (mayAnswer) response.end('ok')
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      receiver.closeAllConnections()
      receiver.close()
    })

    const data = join(newFolder(), 'data')
    const args = ['--outbound-allow', '127.0.0.0/8']
    let server = await start({ data, args })
    const token = await newAdministrator(server)
    const { item_id } = await server.client(token).item.add({ item_name: 'Shop' })
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    secret = (await server.client(token).webhook.save({ item_id, url, format: 'json', events: 'page.created' })).secret

    const titles: string[] = []
    const crashes = 5
    for (let crash = 0; crash < crashes; crash++) {
      mayAnswer = true
      const before = arrived.length
      for (let nth = 0; nth < 8; nth++) {
        const page_title = `Page ${crash}.${nth}`
        titles.push(page_title)
        await server.client(token).page.save({ item_id, page_title, page_content: 'text' })
        // a kill finds one message that has arrived and has no answer
        if (nth === 5) mayAnswer = false
      }
      await until('a message without an answer', () => !mayAnswer && arrived.length > before)
      const seen = arrived.length
      await server.kill9()
      expect(arrived.length).toBe(seen)
      mayAnswer = true
      server = await start({ data, args })
    }
    const shown = () => done.prepare('SELECT page FROM shown').pluck().all() as string[]
    await until('all messages', () => shown().length >= titles.length)
    const { list } = await server.client(token).adminMail.deliveryList({ count: '100', page: '1' })
    await until('all confirmed', async () => {
      const { total } = await server.client(token).adminMail.deliveryList({ status: 'done', count: '100', page: '1' })
      return Number(total) === titles.length
    })
    expect(list).toHaveLength(titles.length)
    expect(shown().sort()).toEqual(titles.sort())
    expect(isForged).toBe(false)

    // what came again had its id, and said that it came again
    const first = new Map<string, string>()
    const repeats: string[] = []
    for (const { id, attempt } of arrived) {
      if (first.has(id)) repeats.push(attempt)
      else first.set(id, attempt)
    }
    expect(first.size).toBe(titles.length)
    expect(repeats.length).toBeGreaterThan(0)
    for (const attempt of repeats) expect(Number(attempt)).toBeGreaterThan(1)
  },
  120_000,
)
