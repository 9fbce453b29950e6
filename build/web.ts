import { existsSync, watch as watchFiles } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type BuildOptions, build, context, type Metafile, type Plugin, transform } from 'esbuild'
import { type Group, mergeChunks } from '#build/merge-chunks.ts'
import { patchPackages } from '#build/patch-packages.ts'
import { splitStyles } from '#build/split-styles.ts'
import { stubLangHtml } from '#build/stub-lang-html.ts'
import { trimEmojiData } from '#build/trim-emoji-data.ts'
import { trimIcons } from '#build/trim-icons.ts'
import { workerPlugin } from '#build/worker-plugin.ts'

// The web half of `npm run build`: bundles the pages and their workers with esbuild, groups the chunks that load together,
// and writes the manifest from which the server fills its page.

const root = fileURLToPath(new URL('..', import.meta.url))
const compressAbove = 1024
const wholeHint = '//# allFunctionsCalledOnLoad'
const textFile = /\.(js|css|svg|json|txt|html|map)$/

/** What the server needs to know about the built pages. All paths are relative to the built folder. */
export interface WebManifest {
  entry: {
    js: string
    css: string
    /** The scripts that the entry imports statically; the page preloads them. */
    preload: string[]
  }
  /** The modules that chunks import by a bare name, with their paths: the page's import map. */
  modules: Record<string, string>
  /** Separate style sheets by name, for `boot.assets`. */
  styles: Record<string, string>
  /** The chunk of each language, preloaded once the language is known. */
  languages: Record<string, string>
  /** The chunk of each language with the texts of all screens but Admin. */
  screenTexts: Record<string, string>
  /** The chunks of each screen by feature name: everything it needs in addition to the entry. */
  screens: Record<string, string[]>
  /** The inline script that sets theme and language before the first paint. */
  firstPaint: string
  sizes: {
    /** Entry, style, viewer and one language, brotli, in bytes. */
    firstLoadBrotli: number
    /** The same with everything that a reader of an imported API page loads, brotli, in bytes. */
    apiPageBrotli: number
    /** How many files that are. */
    apiPageFiles: number
  }
}

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Keeps only the woff2 font of each KaTeX face: every supported browser can read it. */
const oneFontFormat: Plugin = {
  name: 'one-font-format',
  setup({ onLoad }) {
    onLoad({ filter: /katex[\\/]dist[\\/]katex(\.min)?\.css$/ }, async ({ path }) => {
      const css = await readFile(path, 'utf8')
      const contents = css.replace(/,\s*url\([^)]+\.(woff|ttf)\)\s*format\("[^"]+"\)/g, '')
      if (/\.(woff|ttf)\)/.test(contents)) throw new Error('katex.css changed: it still names woff or ttf fonts')
      return { contents, loader: 'css' }
    })
  },
}

/** The browser itself knows the named character references; see web/lib/entities.ts. */
const browserEntities: Plugin = {
  name: 'browser-entities',
  setup({ onResolve }) {
    onResolve({ filter: /^entities$/ }, () => ({ path: join(root, 'web/lib/entities.ts') }))
  },
}

/** Separate style sheets, which are loaded together with the components they style. */
const separateStyles = {
  katex: 'node_modules/katex/dist/katex.min.css',
  sheet: 'web/features/spreadsheet/grid/sheet.css',
  'visual-editor': 'web/features/editor/visual/views/body.css',
}

/** What scripts wait for whose styles are in the second style sheet. */
const restStyles = 'web/lib/rest-styles.ts'

const options = (outdir: string): BuildOptions => ({
  absWorkingDir: root,
  entryPoints: { main: 'web/app/main.tsx', 'rest-styles': restStyles, ...separateStyles },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  charset: 'utf8',
  target: 'es2022',
  jsx: 'automatic',
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  loader: { '.woff2': 'file', '.svg': 'file', '.webp': 'file', '.md': 'text', '.gif': 'dataurl' },
  plugins: [oneFontFormat, browserEntities, patchPackages(root), workerPlugin, trimEmojiData, trimIcons, stubLangHtml],
})

type Outputs = Metafile['outputs']

const outputOf = (outputs: Outputs, entryPoint: string): string => {
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint && !path.endsWith('.map'))
  if (!found) throw new Error(`the bundle has no chunk for ${entryPoint}`)
  return found
}

/** Returns the output and all outputs that it imports statically, in order of discovery. */
function closure(outputs: Outputs, start: string): string[] {
  const seen = new Set<string>([start])
  for (const path of seen) {
    for (const imported of outputs[path]?.imports ?? []) {
      if (imported.kind === 'import-statement' && !imported.external) seen.add(imported.path)
    }
  }
  return [...seen]
}

async function brotliSize(paths: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...paths].map(async (path) => (await brotli(await readFile(join(root, path)))).byteLength),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Makes the browser compile a script eagerly and completely: the first page calls most of it anyway, and compiling
 * functions one by one costs a fifth of the time to the first text. Source: V8, explicit compile hints.
 */
async function compileWhole(path: string): Promise<void> {
  const file = join(root, path)
  const code = await readFile(file, 'utf8')
  if (!code.startsWith(wholeHint)) await writeFile(file, `${wholeHint}\n${code}`)
}

async function manifestOf(outputs: Outputs, { outdir, modules = {}, rest }: Finish): Promise<WebManifest> {
  const inside = (path: string) => relative(outdir, join(root, path)).replaceAll('\\', '/')
  const main = outputOf(outputs, 'web/app/main.tsx')
  const css = outputs[main]?.cssBundle
  if (!css) throw new Error('the bundle has no style sheet')
  const first = closure(outputs, main)
  const textsOf = (file: string) =>
    Object.fromEntries(['en', 'zh'].map((lang) => [lang, outputOf(outputs, `web/locales/${lang}/${file}.ts`)]))
  const languages = textsOf('index')
  const screens: Record<string, string[]> = {}
  for (const { entryPoint } of Object.values(outputs)) {
    const name = entryPoint && /^web\/(?:app|features)\/(.+)\/index\.tsx$/.exec(entryPoint)?.[1]
    if (!name) continue
    const chunks = closure(outputs, outputOf(outputs, entryPoint))
    screens[name] = chunks.filter((path) => !first.includes(path))
  }
  const firstLoad = new Set([...first, css, ...(screens['page/viewer'] ?? []), languages.en ?? main])
  for (const path of [...firstLoad, languages.zh ?? main]) if (path.endsWith('.js')) await compileWhole(path)
  const later = apiPageGroups.flatMap((name) => modules[name] ?? [])
  const apiPage = new Set([...firstLoad, ...later.flatMap((path) => closure(outputs, path))])
  return {
    entry: { js: inside(main), css: inside(css), preload: first.filter((path) => path !== main).map(inside) },
    modules: Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, inside(path)])),
    styles: {
      ...Object.fromEntries(
        Object.entries(separateStyles).map(([name, path]) => [name, inside(outputOf(outputs, path))]),
      ),
      ...(rest !== undefined && { rest: inside(rest) }),
    },
    languages: Object.fromEntries(Object.entries(languages).map(([lang, path]) => [lang, inside(path)])),
    screenTexts: Object.fromEntries(Object.entries(textsOf('screens')).map(([lang, path]) => [lang, inside(path)])),
    screens: Object.fromEntries(Object.entries(screens).map(([name, paths]) => [name, paths.map(inside)])),
    firstPaint: 'first-paint.js',
    sizes: {
      firstLoadBrotli: await brotliSize(firstLoad),
      apiPageBrotli: await brotliSize(apiPage),
      apiPageFiles: apiPage.size,
    },
  }
}

/** What a reader of an API page loads in addition to the viewer; the first entry loads the others. */
const readingEntries = [
  'web/features/page/viewer/api-body.tsx',
  'web/features/api-docs/form/api-reading.tsx',
  'web/features/api-docs/try-it/request-sample.tsx',
  'web/features/api-docs/mock/mock-address.tsx',
  'web/features/api-docs/form/models/models-link.tsx',
  'web/features/page/viewer/item-models.tsx',
  'web/features/item/api-changes/index.tsx',
  'src/shared/api-doc/reading/read-operation.ts',
] as const
/** What a reader of an imported API page loads after its text. */
const apiPageGroups = ['reading', 'later', 'code', 'texts-en'] as const
/** What else may load the group: the other screens of API pages, and the reading of pages that people wrote. */
const readingUsers = /^(web\/features\/api-docs\/(form|try-it|mock)|src\/shared\/api-doc\/reading)\//

/**
 * What a reader loads soon after the text, by what comes together: as files of their own, their headers weigh as much as
 * they do.
 */
const laterEntries: Readonly<Record<string, readonly string[]>> = {
  later: [
    'web/features/page/viewer/update-available.tsx',
    'web/features/page/viewer/read-tracker.tsx',
    'web/app/layout/visitor-controls.tsx',
  ],
  code: [
    'node_modules/highlight.js/es/core.js',
    'node_modules/highlight.js/es/languages/json.js',
    'node_modules/highlight.js/es/languages/bash.js',
  ],
  'texts-en': ['web/locales/en/reading.ts'],
  'texts-zh': ['web/locales/zh/reading.ts'],
}

/** A member's home. */
const homeEntry = 'web/features/item/list/index.tsx'
/** What begins with the home. */
const homeUsers = [homeEntry, 'web/app/setup/index.tsx']
/** What every screen of a member loads in addition to its own: the header's controls, then the palette and the menus. */
const headerEntries = [
  'web/app/layout/user-controls.tsx',
  'web/app/layout/item-switcher.tsx',
  'web/features/messages/bell.tsx',
]
/** Visitors open menus too: their script needs neither the palette nor the second style sheet. */
const menuEntries = ['web/ui/menu-content.tsx']
const paletteEntries = ['web/features/search/index.tsx']
/** What a reader loads who may write. */
const writerEntries = ['web/features/page/viewer/tree-editing.tsx', 'web/features/page/viewer/tree-footer-menu.tsx']
/** What so many entry points need belongs to none of them. */
const manyUsers = 20

/**
 * Returns the groups of a member: what most screens need, with and without a dialog, the home, the header, and what readers
 * load who may write.
 */
function memberGroups(outputs: Outputs, readers: readonly Group[]): Group[] {
  const groups: Group[] = []
  const users = usersOf(outputs)
  const isCommon = (path: string) => (users.get(path)?.size ?? 0) >= manyUsers
  const isUsedBesides = (entries: readonly string[]) => (path: string) =>
    [...(users.get(path) ?? [])].some((user) => !entries.includes(user))
  const add = (name: string, entries: readonly string[], isWanted: (path: string) => boolean = () => true) => {
    const isFree = (path: string) => ![...readers, ...groups].some(({ paths }) => paths.has(path))
    const paths = entries.flatMap((entry) => closure(outputs, outputOf(outputs, entry)))
    groups.push(
      ...groupOf(
        name,
        paths.filter((path) => isFree(path) && isWanted(path)),
      ),
    )
  }
  add('popups', menuEntries, isCommon)
  add('menu', menuEntries)
  add('common', [homeEntry, ...headerEntries], isCommon)
  add('dialogs', [...paletteEntries, ...writerEntries], isCommon)
  add('items', [homeEntry], isUsedBesides(homeUsers))
  add('home', [homeEntry])
  add('member', headerEntries)
  add('palette', paletteEntries)
  add('folders', writerEntries, isUsedBesides(writerEntries))
  add('writer', writerEntries)
  return groups
}

/** Returns the entry points that need each output at once. */
function usersOf(outputs: Outputs): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>()
  for (const [start, { entryPoint = '' }] of Object.entries(outputs)) {
    if (!start.endsWith('.js') || entryPoint === '') continue
    for (const path of closure(outputs, start)) users.set(path, (users.get(path) ?? new Set()).add(entryPoint))
  }
  return users
}

/** Returns the groups of `laterEntries`; what one shares with a group before it stays there. */
function laterGroups(outputs: Outputs, others: readonly Group[]): Group[] {
  const groups: Group[] = []
  for (const [name, entries] of Object.entries(laterEntries)) {
    const starts = entries.map((entry) => outputOf(outputs, entry))
    const isFree = (path: string) => ![...others, ...groups].some(({ paths }) => paths.has(path))
    const paths = new Set(starts.flatMap((start) => closure(outputs, start)).filter(isFree))
    groups.push({ name, entry: starts[0] ?? '', paths })
  }
  return groups
}

/**
 * Returns the groups of a reader of API pages: the chunks that no other screen needs, and those that it shares with
 * others, which are small and many. Of the shared ones the viewer gets those that need it: other screens load the rest alone.
 */
function readingGroups(outputs: Outputs, first: Group, viewer: Group): Group[] {
  const isEntry = (path: string) => readingEntries.some((entry) => entry === path)
  const isOther = (entryPoint: string) => !isEntry(entryPoint) && !readingUsers.test(entryPoint)
  const users = usersOf(outputs)
  const others = [first, viewer]
  const after = laterGroups(outputs, others)
  const wanted = readingEntries.flatMap((entry) => closure(outputs, outputOf(outputs, entry)))
  const left = wanted.filter((path) => ![...others, ...after].some(({ paths }) => paths.has(path)))
  const needsViewer = (path: string) => closure(outputs, path).some((one) => viewer.paths.has(one))
  const shared = left.filter((path) => [...(users.get(path) ?? [])].some(isOther))
  return [
    { ...viewer, paths: new Set([...viewer.paths, ...shared.filter(needsViewer)]) },
    {
      name: 'reading',
      entry: outputOf(outputs, readingEntries[0]),
      paths: new Set(left.filter((path) => !shared.includes(path))),
    },
    ...groupOf(
      'shared',
      shared.filter((path) => !needsViewer(path)),
    ),
    ...after,
  ]
}

/** Returns the group of these outputs, if there are any. */
function groupOf(name: string, paths: readonly string[]): Group[] {
  const [entry] = paths
  return entry === undefined ? [] : [{ name, entry, paths: new Set(paths) }]
}

const signInEntry = 'web/features/account/sign-in/index.tsx'

/**
 * Returns the groups of a reader. Entry and viewer are one file each: what the viewer shares with the sign-in, the home of a
 * member and the header goes into the entry's, so that none of these loads the viewer.
 */
function readerGroups(outputs: Outputs): Group[] {
  const closureOf = (entryPoint: string) => closure(outputs, outputOf(outputs, entryPoint))
  const entry = outputOf(outputs, 'web/app/main.tsx')
  const viewer = outputOf(outputs, 'web/features/page/viewer/index.tsx')
  const others = [signInEntry, homeEntry, ...headerEntries, ...menuEntries, ...paletteEntries].flatMap(closureOf)
  const wanted = closure(outputs, viewer)
  const first = new Set([...closure(outputs, entry), ...wanted.filter((path) => others.includes(path))])
  const rest = wanted.filter((path) => !first.has(path))
  const entryGroup = { name: 'first', entry, paths: first }
  return [entryGroup, ...readingGroups(outputs, entryGroup, { name: 'viewer', entry: viewer, paths: new Set(rest) })]
}

/** Returns the group that scripts with styles of the second sheet import: by a bare name, as they import the others. */
function restGroup(outputs: Outputs): Group {
  const entry = outputOf(outputs, restStyles)
  return { name: 'rest-styles', entry, paths: new Set([entry]) }
}

interface PackageFacts {
  name: string
  version: string
  license?: string
}

async function licenceOf(folder: string): Promise<string> {
  const facts = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageFacts
  const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort()
  const texts = await Promise.all(
    files.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')), // some have a folder of that name
  )
  const title = `${facts.name} ${facts.version} (${facts.license ?? 'see below'})`
  return [title, '='.repeat(title.length), '', ...texts.map((text) => text.trim()), ''].join('\n')
}

/** Collects the licences of every package that is part of the bundle. */
async function licences(metafile: Metafile): Promise<string> {
  const folders = new Set<string>()
  for (const input of Object.keys(metafile.inputs)) {
    const folder = /^.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(input)?.[0]
    if (folder) folders.add(join(root, folder))
  }
  const texts = await Promise.all([...folders].sort().map(licenceOf))
  return `Packages that are part of the pages of this product, with their licences.\n\n${texts.join('\n')}`
}

// The name contains a hash of the content, so an earlier compressed file of that name is still valid.
const hashedName = /-[A-Z0-9]{8}\.\w+$/

/** Writes the brotli and gzip versions of a file, or copies those of an earlier build from `former`. */
async function compress(folder: string, file: string, former: string): Promise<void> {
  const path = join(folder, file)
  const bytes = await readFile(path)
  if (bytes.byteLength <= compressAbove) return
  if (hashedName.test(file) && existsSync(join(former, `${file}.br`)) && existsSync(join(former, `${file}.gz`))) {
    await Promise.all(['.br', '.gz'].map((extension) => copyFile(join(former, file + extension), path + extension)))
    return
  }
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  await Promise.all([
    brotli(bytes, quality).then((packed) => writeFile(`${path}.br`, packed)),
    gz(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}

interface Finish {
  outdir: string
  /** The path of each group of chunks by its name. */
  modules?: Record<string, string>
  /** The second style sheet. */
  rest?: string
  /** Whether the files are compressed. */
  packed?: boolean
}

async function finish(metafile: Metafile, how: Finish): Promise<WebManifest> {
  const { outdir, packed } = how
  const firstPaint = await transform(await readFile(join(root, 'web/first-paint.js'), 'utf8'), {
    minify: true,
    target: 'es2022',
  })
  await writeFile(join(outdir, 'first-paint.js'), firstPaint.code.trim())
  await copyFile(join(root, 'web/mark.svg'), join(outdir, 'mark.svg'))
  await writeFile(join(outdir, 'licences.txt'), await licences(metafile))
  const manifest = await manifestOf(metafile.outputs, how)
  const sheets = new Set([manifest.entry.css, ...Object.values(manifest.styles)])
  for (const path of Object.keys(metafile.outputs)) {
    const file = relative(outdir, join(root, path)).replaceAll('\\', '/')
    if (file.endsWith('.css') && !sheets.has(file)) await rm(join(outdir, file)) // the entry's sheet has these rules
  }
  if (packed) {
    const files = await readdir(outdir, { recursive: true })
    // In parallel: zlib compresses on threads of its own.
    await Promise.all(
      files.filter((file) => textFile.test(file)).map((file) => compress(outdir, file, join(root, 'dist/web'))),
    )
  }
  await writeFile(join(outdir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/**
 * Builds the pages: scripts, styles, fonts, their compressed versions, licences and `manifest.json`.
 *
 * @param choice.outdir emptied first; relative to the project
 * @param choice.watch rebuilds on each change, without compressed versions, until the process ends
 */
export async function buildWeb(choice: { outdir?: string; watch?: boolean } = {}): Promise<WebManifest> {
  const outdir = resolve(root, choice.outdir ?? 'dist/web')
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  if (!choice.watch) {
    const { metafile } = await build({ ...options(outdir), metafile: true })
    const readers = readerGroups(metafile.outputs)
    const rest = restGroup(metafile.outputs)
    const entry = outputOf(metafile.outputs, 'web/app/main.tsx')
    const styles = await splitStyles(metafile.outputs, { entry, waiting: rest.entry, groups: readers })
    const groups = [...readers, ...memberGroups(metafile.outputs, readers), rest]
    const { outputs, modules } = await mergeChunks(styles.outputs, groups)
    return finish({ ...metafile, outputs }, { outdir, modules, rest: styles.rest, packed: true })
  }
  const rebuilding = await context({ ...options(outdir), minify: false, metafile: true })
  const { metafile } = await rebuilding.rebuild()
  const again = async () => {
    const result = await rebuilding.rebuild()
    if (result.metafile) await finish(result.metafile, { outdir })
  }
  let timer: NodeJS.Timeout | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void again().catch(() => undefined), 100) // esbuild has printed the error
  }
  for (const folder of ['web', 'src/shared']) watchFiles(join(root, folder), { recursive: true }, soon)
  return finish(metafile, { outdir })
}

if (import.meta.main) {
  const manifest = await buildWeb({ watch: process.argv.includes('--watch') })
  const kilobytes = (manifest.sizes.firstLoadBrotli / 1024).toFixed(1)
  console.log(`dist/web: ${basename(manifest.entry.js, extname(manifest.entry.js))}, first load ${kilobytes} KB brotli`)
}
