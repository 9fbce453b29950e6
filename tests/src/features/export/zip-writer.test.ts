import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { ensureProgram } from '#build/debian.ts'
import { ZipWriter } from '#src/features/export/zip-writer.ts'
import { openZip } from '#src/features/import/zip.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'docstead-zip-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('reads back archives that are written in pieces, with our reader and with others', async () => {
  const path = join(folder(), 'x.zip')
  writeFileSync(`${path}.png`, Buffer.alloc(700_000, 7))
  const long = Array.from({ length: 200_000 }, (_, at) => `${at * 7919} 字`)
  const zip = new ZipWriter(path)
  zip.add('空.md', '')
  const entry = zip.open('info.json')
  for (const piece of long) entry.write(piece)
  entry.close()
  expect(zip.addFile('_files/a.png', `${path}.png`, false)).toBe(true)
  expect(zip.addFile('_files/gone.png', `${path}.gone`, false)).toBe(false)
  zip.finish()

  const bytes = readFileSync(path)
  expect(zip.sizeBytes).toBe(bytes.length)
  const files = unzipSync(bytes)
  expect(Object.keys(files)).toEqual(['空.md', 'info.json', '_files/a.png'])
  expect(Buffer.from(files['info.json'] ?? []).toString()).toBe(long.join(''))
  expect(files['_files/a.png']).toHaveLength(700_000)
  const archive = openZip(bytes)
  expect(archive.entries.map((one) => Buffer.from(archive.read(one)).toString())).toEqual(['', long.join('')])
  expect(archive.readOther('_files/a.png')).toHaveLength(700_000)
  const unzip = await ensureProgram('unzip', 'unzip')
  if (unzip === undefined) throw new Error('unzip is missing: install it')
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  execFileSync(unzip, ['-q', path, '-d', `${path}.d`], { env })
  expect(readdirSync(`${path}.d`).toSorted()).toEqual(['_files', 'info.json', '空.md'])
  expect(statSync(join(`${path}.d`, '空.md')).mode & 0o777).toBe(0o644)
})

test('holds nothing of what it has written but names', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const zip = new ZipWriter(join(folder(), 'x.zip'))
  // fresh strings of the size of a page: parts of small buffers would stay with the names of entries
  const write = (from: number) => {
    for (let at = from; at < from + 1500; at += 1) zip.add(`page-${at}.md`, `${at} 页面 `.repeat(500))
    collect()
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = write(0)
  expect(write(1500) - before).toBeLessThan(4_000_000)
  zip.finish()
})
