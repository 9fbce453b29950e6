import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
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

/** The folder of uploads with one stored file. */
async function withStoredFile(content: string) {
  const data = mkdtempSync(join(tmpdir(), 'docstead-files-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const files = new StoredFiles(data)
  await files.prepare()
  const incoming = files.incomingPath()
  writeFileSync(incoming, content)
  const name = await files.store(incoming)
  const readText = async (start: number, end: number) => {
    const bytes = await files.read(name, { start, end })
    if (bytes !== undefined && !Buffer.isBuffer(bytes)) throw new Error('a stream')
    return bytes?.toString()
  }
  return { data, files, name, readText }
}

test('reads a small file from the disk once, then from memory, whole and in ranges', async () => {
  const { files, name, readText } = await withStoredFile('0123456789')
  expect(await readText(2, 4)).toBe('234')
  expect(await readText(0, 9)).toBe('0123456789')
  // a part of it is not kept as if it were the whole; the whole is
  writeFileSync(files.pathOf(name), 'abcdefghij')
  expect(await readText(0, 9)).toBe('0123456789')
  expect(await readText(2, 4)).toBe('234')
  expect(await readText(9, 9)).toBe('9')
  expect(await readText(5, 10)).toBeUndefined()
})

test('a removed file is not read from memory', async () => {
  const { files, name, readText } = await withStoredFile('0123456789')
  expect(await readText(0, 9)).toBe('0123456789')
  await files.remove(name)
  expect(await readText(0, 9)).toBeUndefined()
  expect(await readText(0, 0)).toBeUndefined()
})

test('a folder of received files is deleted when its work fails, and at the next start when the process ended', async () => {
  const { files, data } = await withStoredFile('bytes')
  const incoming = join(data, 'uploads', 'incoming')
  const broken = files.withIncomingFolder((folder) => {
    writeFileSync(join(folder, 'one'), 'bytes')
    expect(readdirSync(incoming)).toHaveLength(1)
    return Promise.reject(new Error('stopped'))
  })
  await expect(broken).rejects.toThrow('stopped')
  expect(readdirSync(incoming)).toEqual([])
  mkdirSync(join(incoming, 'left'))
  writeFileSync(join(incoming, 'left', 'one'), 'bytes')
  expect(await files.prepare()).toBe(1)
  expect(readdirSync(incoming)).toEqual([])
})
