import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { dist } from '#build/paths.ts'
import type { WebManifest } from '#build/web.ts'

/** What a first visit of a page may cost, scripts and styles, brotli, in bytes. Source: performance 4. */
const firstLoadBudget = 200_000

const web = join(dist, 'web')
const manifest = JSON.parse(readFileSync(join(web, 'manifest.json'), 'utf8')) as WebManifest
const { entry, languages, screens, sizes } = manifest
const firstLoad = [entry.js, ...entry.preload, entry.css, ...(screens.viewer ?? []), languages.zh ?? '']
const scripts = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))

/** What only the package itself holds, however it is minified. */
const heavy = {
  codemirror: 'cm-editor',
  mermaid: 'mermaid version',
  katex: 'No character metrics for',
  highlight: 'hljs-',
}
const read = (name: string) => readFileSync(join(web, name), 'utf8')

test('a first visit stays within its budget', () => {
  expect(sizes.firstLoadBrotli).toBeLessThanOrEqual(firstLoadBudget)
})

test('the manifest tells the truth about it', () => {
  const bytes = firstLoad.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(web, name))).byteLength, 0)
  expect(bytes).toBeLessThanOrEqual(firstLoadBudget)
  expect(Math.abs(bytes - sizes.firstLoadBrotli)).toBeLessThan(10_000)
})

test.each(Object.entries(heavy))('%s is in a chunk of its own, not in the first load', (_, mark) => {
  expect(scripts.filter((name) => read(name).includes(mark)).length).toBeGreaterThan(0)
  expect(firstLoad.filter((name) => name.endsWith('.js') && read(name).includes(mark))).toEqual([])
})

test('whatever is worth compressing has its compressed twins', () => {
  const large = scripts.filter((name) => statSync(join(web, name)).size > 1024)
  const files = new Set(readdirSync(web, { recursive: true, encoding: 'utf8' }))
  expect(large.length).toBeGreaterThan(0)
  expect(large.filter((name) => !files.has(`${name}.br`) || !files.has(`${name}.gz`))).toEqual([])
})
