import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { cli, newAdministrator, newFolder, type RunningExecutable, start, until } from './support/executable.ts'

const secret = 'the-secret-of-both-machines-of-this-test'
const pages = 3

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const numberIn = (text: string): number => Number(/save (\d+)/.exec(text)?.[1] ?? 0)

/** Expects a database to be intact. @returns the number of the save that each page has */
function expectWhole(data: string, page_ids: readonly number[]): number[] {
  const sqlite = new Database(join(data, 'docstead.db'))
  try {
    expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
    const text = sqlite.prepare('SELECT page_content FROM page_content WHERE page_id = ?').pluck()
    return page_ids.map((page_id) => numberIn(String(text.get(page_id))))
  } finally {
    sqlite.close()
  }
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.errorName === 'offline'

test('kill -9 of either side leaves a whole moment, and nothing that had arrived is lost by promoting', async () => {
  const folder = newFolder()
  const port = await freePort()
  const primaryData = join(folder, 'primary')
  const copy = join(folder, 'copy')
  const flags = ['--follow-secret', secret, '--outbound-allow', '127.0.0.1']
  const startPrimary = () => start({ data: primaryData, port, args: flags })
  let primary = await startPrimary()
  const token = await newAdministrator(primary)
  const { item_id } = await primary.client(token).item.add({ item_name: 'Manual', item_type: 1 })
  const page_ids: number[] = []
  const textOf = (number: number) => `save ${number}\n${'Text. 文字。'.repeat(400)}`
  for (let at = 0; at < pages; at++) {
    const page = { item_id, page_title: `Page ${at}`, page_content: textOf(0) }
    page_ids.push(Number((await primary.client(token).page.save(page)).page_id))
  }
  const startFollower = () => start({ data: copy, command: ['follow', primary.url], args: flags })
  let follower: RunningExecutable = await startFollower()

  const acknowledged = page_ids.map(() => 0)
  let isWriting = true
  const write = async (at: number) => {
    for (let number = 1; isWriting; number++) {
      const page = { item_id, page_id: page_ids[at] as number, page_title: `Page ${at}`, page_content: textOf(number) }
      try {
        await primary.client(token).page.save(page)
        acknowledged[at] = number
      } catch (error) {
        if (!isGone(error)) throw error
        await until('the server after its end', () =>
          fetch(`${primary.url}/healthz`).then(
            () => true,
            () => !isWriting,
          ),
        )
      }
    }
  }
  const writers = page_ids.map((_, at) => write(at))

  const shownBy = async (server: RunningExecutable): Promise<number[]> =>
    Promise.all(
      page_ids.map(async (page_id) => numberIn((await server.client(token).page.info({ page_id })).page_content)),
    )
  const expectLater = (now: number[], before: number[]) => {
    for (const [at, number] of now.entries()) expect(number).toBeGreaterThanOrEqual(before[at] as number)
  }

  for (let round = 0; round < 5; round++) {
    // what everybody had saved by now arrives
    const saved = [...acknowledged]
    await until('the saves on the copy', async () =>
      (await shownBy(follower)).every((number, at) => number >= (saved[at] as number)),
    )
    await new Promise((done) => setTimeout(done, Math.random() * 700))
    const shown = await shownBy(follower)
    if (round % 3 === 2) {
      await primary.kill9()
      primary = await startPrimary()
    } else {
      await follower.kill9()
      expectLater(expectWhole(copy, page_ids), shown)
      follower = await startFollower()
    }
    expectLater(await shownBy(follower), shown)
  }

  const shown = await shownBy(follower)
  isWriting = false
  await primary.kill9()
  await Promise.all(writers)
  const promoted = await cli(['promote', '--data', copy])
  expect(promoted).toMatchObject({ code: 0, stderr: expect.stringContaining('is a site of its own now') })
  // the same process goes on, at another port of its own choice
  const { address, pid } = JSON.parse(readFileSync(join(copy, 'run.json'), 'utf8')) as { address: string; pid: number }
  expect(pid).toBe(follower.pid)
  const ready = (await (await fetch(`${address}/readyz`)).json()) as object
  expect(ready).toEqual({ status: 'ok' })
  await follower.stop()
  const kept = expectWhole(copy, page_ids)
  expectLater(kept, shown)
  expectLater(
    page_ids.map((_, at) => (acknowledged[at] as number) + 1),
    kept,
  )

  const again = await cli(['follow', primary.url, '--data', copy, ...flags])
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('has a site of its own') })
  expect(existsSync(join(copy, 'follow.json'))).toBe(false)
}, 90_000)

test('a stopped copy is promoted, and not served before', async () => {
  const folder = newFolder()
  const primary = await start({ data: join(folder, 'primary'), args: ['--follow-secret', secret] })
  const token = await newAdministrator(primary)
  await primary.client(token).item.add({ item_name: 'Manual', item_type: 1 })
  const copy = join(folder, 'copy')
  const follower = await start({
    data: copy,
    command: ['follow', primary.url],
    args: ['--outbound-allow', '127.0.0.1'],
    env: { DOCSTEAD_FOLLOW_SECRET: secret },
  })
  expect((await follower.stop()).code).toBe(0)
  expect(await cli(['serve', '--data', copy, '--port', '0'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('read-only copy'),
  })
  expect(await cli(['promote', '--data', copy, '--json'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"promoted":true'),
  })
  const promoted = await start({ data: copy })
  // the session of the former server goes on
  expect(await promoted.client(token).item.myList({})).toHaveLength(1)
}, 60_000)
