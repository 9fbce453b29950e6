import { mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StoredFiles } from '#src/core/files.ts'

/** Records what is flushed to disk, by its path at that time. */
async function watchFlushes(): Promise<string[]> {
  const flushed: string[] = []
  const probe = await open('/')
  const prototype = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const { sync } = prototype
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    flushed.push(readlinkSync(`/proc/self/fd/${this.fd}`))
    await sync.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  return flushed
}

test.runIf(process.platform === 'linux')('flushes a stored file, then its name', async () => {
  const data = mkdtempSync(join(tmpdir(), 'docstead-files-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const files = new StoredFiles(data)
  await files.prepare()
  const flushed = await watchFlushes()
  const incoming = files.incomingPath()
  writeFileSync(incoming, 'bytes')
  const path = files.pathOf(await files.store(incoming))
  // the content before the name that refers to it, and the new folder's own name
  expect(flushed).toEqual([incoming, dirname(path), join(data, 'uploads')])
})
