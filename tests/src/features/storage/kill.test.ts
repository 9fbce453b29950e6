import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { removeLeftovers } from '#src/features/storage/index.ts'
import { programPath } from '#tests/support/worker-entry.ts'
import { contentOf, objectsIn, startBucketSite, storages, turnOff, turnOn } from './support.ts'

// Each way.
const kills = 4

test('a move that is killed at any request goes on: no file is lost, none is left behind', async () => {
  const site = await startBucketSite()
  const { app, service } = site
  const contents = new Map<string, Buffer>()
  for (let at = 0; at < 30; at++) {
    const content = Buffer.from(randomBytes(at === 0 ? 9_000_000 : 1500).toString('hex'))
    const { url } = await app.as('owner').page.upload({ file: new File([content], `${at}.txt`) })
    contents.set(url, content)
  }
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [programPath, 'storage', 'move', '--data', app.data, '--json'], {
      env: { PATH: process.env['PATH'], LANG: 'en', DOCSTEAD_OUTBOUND_ALLOW: '127.0.0.0/8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const expectAllOpen = async () => {
    for (const [url, content] of contents) expect((await contentOf(app, url)).equals(content)).toBe(true)
  }
  const moveWithKills = async (isIn: boolean) => {
    for (let round = 0; round < kills; round++) {
      const last = randomInt(2, 60)
      let seen = 0
      const child = start()
      const ended = once(child, 'exit')
      service.intercept = () => {
        if (++seen === last) child.kill('SIGKILL')
        return false
      }
      await ended
      service.intercept = undefined
      await expectAllOpen()
    }
    const child = start()
    const [out, err] = await Promise.all([
      buffer(child.stdout as NonNullable<typeof child.stdout>),
      buffer(child.stderr as NonNullable<typeof child.stderr>),
      once(child, 'exit'),
    ])
    expect(err.toString()).toBe('')
    expect(JSON.parse(out.toString())).toMatchObject({ problems: [] })
    await expectAllOpen()
    expect(storages(app).filter((one) => (one === 'local') === isIn)).toEqual([])
  }
  const later = async () => {
    const now = app.app.now()
    app.app.now = () => new Date(now.getTime() + 2 * 86_400_000)
    await removeLeftovers(app.app)
    app.app.now = () => new Date()
    expect(app.rows.all('file_leftover')).toEqual([])
  }
  await turnOn(site)
  await moveWithKills(true)
  await later()
  expect(objectsIn(service)).toHaveLength(contents.size)
  const files = readdirSync(join(app.data, 'uploads'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /^[0-9a-f]{2}.[0-9a-f]{32}$/.test(name))).toEqual([])
  await expectAllOpen()

  await turnOff(site)
  await moveWithKills(false)
  await later()
  expect(objectsIn(service)).toEqual([])
  await expectAllOpen()
}, 90_000)
