// How long nobody is answered during an update; what else an update does is tested in process-update.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { changeExecutable, exitAtStart, readContent } from '../../scripts/update-executables.ts'
import {
  auditActions,
  install,
  lastUpdate,
  prepareVersions,
  schema,
  startWithPage,
  textOf,
  versions,
} from './support/updates.ts'

beforeAll(() => void prepareVersions(), 120_000)

/** The longest time without an answer, in ms, until `isOver` is called. */
function measureDowntime(url: string) {
  let worst = 0
  let last = performance.now()
  let isOver = false
  const measuring = (async () => {
    while (!isOver) {
      const answered = await fetch(`${url}/healthz`).then(
        (response) => response.ok,
        () => false,
      )
      const now = performance.now()
      if (answered) {
        worst = Math.max(worst, now - last)
        last = now
      }
      await new Promise((done) => setTimeout(done, 5))
    }
    return worst
  })()
  return () => {
    isOver = true
    return measuring
  }
}

test('an update from the console: a newer version with a newer schema, the same process, within 3 s', async () => {
  const place = await install()
  const { server, client, page_id } = await startWithPage(place)
  expect(await client.adminUpdate.checkUpdate()).toMatchObject({ version: '0.1.0', new_version: '0.2.0' })
  await client.adminUpdate.download({})
  const downtime = measureDowntime(server.url)
  await client.adminUpdate.updateFiles()
  expect(await lastUpdate(client)).toMatchObject({ outcome: 'installed', from: '0.1.0', to: '0.2.0', version: '0.2.0' })
  expect(await downtime()).toBeLessThan(3000)
  expect(await client.update.checkDb()).toEqual({ schema, known: schema, is_current: true })
  expect(await textOf(client, page_id)).toBe('the words')
  expect(await auditActions(client)).toContain('updateInstalled')
  expect(readdirSync(place.bin)).toEqual(['docstead', 'docstead.previous'])
  expect(readContent(`${place.file}.previous`).equals(readContent(versions().first))).toBe(true)
  expect(existsSync(join(place.data, 'update'))).toBe(false)
  // the database as it was stays for people
  expect(readdirSync(join(place.data, 'backups')).some((name) => name.startsWith('before-version-0.2.0'))).toBe(true)
  expect((await server.stop()).code).toBe(0)
})

test('a new version that ends at its start changes nothing, and nobody notices', async () => {
  const place = await install({ content: changeExecutable(readContent(versions().next), exitAtStart) })
  const { server, client } = await startWithPage(place)
  await client.adminUpdate.download({})
  const downtime = measureDowntime(server.url)
  const error = await client.adminUpdate.updateFiles().catch((one: unknown) => one)
  expect(error).toMatchObject({
    errorName: 'updateBroken',
    values: { detail: expect.stringContaining('ended with 3') },
  })
  expect(await downtime()).toBeLessThan(1000)
  expect(readdirSync(place.bin)).toEqual(['docstead'])
  expect(await auditActions(client)).toContain('updateRejected')
})
