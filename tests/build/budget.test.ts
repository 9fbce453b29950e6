import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { dist } from '#build/paths.ts'
import type { WebManifest } from '#build/web.ts'

/** Limit for the scripts and styles of a first page visit, brotli, in bytes. Source: performance 4. */
const firstLoadBudget = 184_000
/**
 * Limit for the scripts and styles of a first visit of an imported API page, brotli, in bytes, and for their number: each
 * file has 570 bytes of headers. With its data, 243 KB travel (tests/e2e/browser-performance.test.ts).
 */
const apiPageBudget = 228_000
const apiPageFiles = 9
/** Limit for the scripts of a member's home with its header, palette and menus, beside the entry, brotli, in bytes. */
const homeBudget = 66_000
/**
 * Limit for the additional scripts of a lazy-loaded screen, brotli, in bytes. Small parts that many screens share are one
 * file: of its 5,000 bytes a screen may use half.
 */
const screenBudget = 64_000
/** The same for the editor with its source mode, which loads CodeMirror. Source: figures of the page editor. */
const sourceBudget = 230_000
/** The same for the editor in visual mode, which loads ProseMirror and Milkdown. Source: figures of the page editor. */
const visualBudget = 420_000
/** Limit for the scripts of the spreadsheet, brotli, in bytes: the grid with its functions, and the file reader. */
const sheetBudget = 400_000
/** Limit for the first style sheet, which has the styles of a reader, brotli, in bytes. */
const firstStyleBudget = 12_000
/** Limit for all others together, brotli, in bytes; the grid's own is excluded. */
const styleBudget = 23_000
const sheetStyleBudget = 12_000

const web = join(dist, 'web')
const manifest = JSON.parse(readFileSync(join(web, 'manifest.json'), 'utf8')) as WebManifest
const { entry, languages, screens, sizes } = manifest
/** The groups of a reader, in the order in which the build forms them. */
const readerGroups = ['first', 'viewer', 'reading', 'shared', 'later', 'code', 'texts-en', 'texts-zh']
/** The groups of a member. */
const memberGroups = ['popups', 'menu', 'common', 'dialogs', 'items', 'home', 'member', 'palette', 'folders', 'writer']
const firstLoad = [entry.js, ...entry.preload, entry.css, ...(screens['page/viewer'] ?? []), languages.zh ?? '']
const scripts = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))

/** Strings that only the package itself contains, even when minified. */
const heavy = {
  codemirror: 'cm-editor',
  mermaid: 'mermaid version',
  katex: 'No character metrics for',
  highlight: 'hljs-',
}
const read = (name: string) => readFileSync(join(web, name), 'utf8')

/** The bytes of a file as it is sent: those of its compressed variant; a small file has none. */
const sizeOf = (name: string): number =>
  statSync(join(web, `${name}.br`), { throwIfNoEntry: false })?.size ??
  brotliCompressSync(readFileSync(join(web, name))).byteLength

test('keeps a first visit within its budget', () => {
  expect(sizes.firstLoadBrotli).toBeLessThanOrEqual(firstLoadBudget)
})

test('keeps a first visit of an API page within its budget', () => {
  expect(sizes.apiPageBrotli).toBeGreaterThan(sizes.firstLoadBrotli + 20_000)
  expect(sizes.apiPageBrotli).toBeLessThanOrEqual(apiPageBudget)
  expect(sizes.apiPageFiles).toBeLessThanOrEqual(apiPageFiles)
})

test('the manifest matches the files of the first load', () => {
  const bytes = firstLoad.reduce((sum, name) => sum + sizeOf(name), 0)
  expect(bytes).toBeLessThanOrEqual(firstLoadBudget)
  expect(Math.abs(bytes - sizes.firstLoadBrotli)).toBeLessThan(10_000)
})

test('the first page loads three scripts: entry, viewer and labels', () => {
  expect(firstLoad.filter((name) => name.endsWith('.js'))).toHaveLength(3)
  expect(Object.keys(manifest.modules)).toEqual([...readerGroups, ...memberGroups, 'rest-styles'])
  expect(manifest.modules).toMatchObject({ first: entry.js, viewer: screens['page/viewer']?.[0] })
})

test('the home of a member is few scripts, without the viewer and the sign-in, and its header and palette are one each', () => {
  const home = screens['item/list'] ?? []
  const names = ['home', 'items', 'common', 'shared', 'rest-styles']
  expect(home.toSorted()).toEqual(names.map((name) => manifest.modules[name]).toSorted())
  const later = [...home, ...['member', 'palette', 'menu'].map((name) => manifest.modules[name] ?? '')]
  const bytes = later.reduce((sum, name) => sum + sizeOf(name), 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(homeBudget)
  // what the header needs is in these groups, or two more files: popups, dialogs
  const imported = later.flatMap((name) =>
    [...read(name).matchAll(/(?:import|from)"([^"]+)"/g)].map(([, from]) => from ?? ''),
  )
  expect([...new Set(imported)].filter((from) => from.startsWith('.'))).toEqual([])
  expect(imported).not.toContain('viewer')
})

test('the script of menus, which visitors open too, needs nothing of members', () => {
  const menu = read(manifest.modules['menu'] ?? '')
  const imported = [...menu.matchAll(/(?:import|from)"([^"]+)"/g)].map(([, from]) => from ?? '')
  expect(imported).toContain('first')
  expect(imported.filter((from) => ![...readerGroups, 'popups'].includes(from))).toEqual([])
  expect(read(manifest.modules['popups'] ?? '')).not.toMatch(/(?:import|from)"(?:\.|common|dialogs|rest-styles)/)
})

const ownSize = (name: string) =>
  (screens[name] ?? []).filter((chunk) => !firstLoad.includes(chunk)).reduce((sum, chunk) => sum + sizeOf(chunk), 0)

test.each(
  Object.keys(screens).filter(
    (name) => name !== 'editor/text' && name !== 'editor/visual' && name !== 'spreadsheet/grid',
  ),
)('keeps the screen %s within its budget', (name) => {
  expect(ownSize(name)).toBeLessThanOrEqual(screenBudget)
})

test('keeps the editor with its source mode within its budget', () => {
  expect(ownSize('editor/text')).toBeGreaterThan(100_000)
  expect(ownSize('editor/text')).toBeLessThanOrEqual(sourceBudget)
})

test('keeps the visual mode within its budget', () => {
  expect(ownSize('editor/visual')).toBeGreaterThan(100_000)
  expect(ownSize('editor/visual')).toBeLessThanOrEqual(visualBudget)
})

test('keeps the spreadsheet within its budget and out of the first load', () => {
  expect(ownSize('spreadsheet/grid')).toBeGreaterThan(100_000)
  expect(ownSize('spreadsheet/grid')).toBeLessThanOrEqual(sheetBudget)
  const holds = (name: string) => read(name).includes('luckysheet')
  expect(firstLoad.filter((name) => name.endsWith('.js') && holds(name))).toEqual([])
  expect(sizeOf(manifest.styles['sheet'] ?? '')).toBeLessThanOrEqual(sheetStyleBudget)
})

test('keeps the style sheets within their budgets', () => {
  const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && name !== entry.css && name !== manifest.styles['sheet'],
  )
  expect(sheets.length).toBeGreaterThan(1)
  expect(sizeOf(entry.css)).toBeLessThanOrEqual(firstStyleBudget)
  expect(sheets.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThanOrEqual(styleBudget)
})

test('scripts with styles of the second sheet wait for it, those of a reader have theirs in the first', () => {
  const others = scripts.filter((name) => read(name).includes('import"rest-styles"'))
  expect(others.length).toBeGreaterThan(40)
  const reading = [...firstLoad, ...readerGroups.map((name) => manifest.modules[name])]
  expect(others.filter((name) => reading.includes(name))).toEqual([])
  // names that esbuild has given
  const classesOf = (css: string) =>
    new Set([...css.replace(/url\([^)]*\)/g, '').matchAll(/\.([A-Za-z_]\w)(?![\w-])/g)].map(([, name]) => name))
  const [inFirst, inRest] = [classesOf(read(entry.css)), classesOf(read(manifest.styles['rest'] ?? ''))]
  expect(inRest.size).toBeGreaterThan(500)
  expect([...inRest].filter((name) => inFirst.has(name))).toEqual([])
})

test.each(Object.entries(heavy))('%s is in its own chunk, not in the first load', (_, mark) => {
  expect(scripts.filter((name) => read(name).includes(mark)).length).toBeGreaterThan(0)
  expect(firstLoad.filter((name) => name.endsWith('.js') && read(name).includes(mark))).toEqual([])
})

test('every compressible file has its compressed variants', () => {
  const large = scripts.filter((name) => statSync(join(web, name)).size > 1024)
  const files = new Set(readdirSync(web, { recursive: true, encoding: 'utf8' }))
  expect(large.length).toBeGreaterThan(0)
  expect(large.filter((name) => !files.has(`${name}.br`) || !files.has(`${name}.gz`))).toEqual([])
  const content = (name: string) => readFileSync(join(web, name))
  expect(large.filter((name) => !brotliDecompressSync(content(`${name}.br`)).equals(content(name)))).toEqual([])
})
