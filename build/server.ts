import { copyFileSync, globSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { build } from 'esbuild'
import { copyAddons, nativeAddons, thisPlatform } from '#build/native.ts'
import { buildInfo, dist, root } from '#build/paths.ts'

/** The folder of the server's source maps; they are not part of the executable. */
const mapsFolder = join(dist, 'maps')

/**
 * Modules of which another form is bundled than esbuild takes by itself: that of pdfkit finds its files by
 * `import.meta.url`, and that of jsonc-parser (UMD) requires its own files in a way that a bundler cannot follow. Fontkit
 * brings half a megabyte to unpack WOFF2 with, which Node does by itself.
 */
export const bundledAs = {
  pdfkit: join(root, 'node_modules/pdfkit/js/pdfkit.js'),
  'brotli/decompress.js': join(root, 'build/brotli-decompress.cjs'),
  'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js'),
}

/** Returns the entry points of worker threads: `*-worker.ts`, and `*-part.ts`, which they load when they need it. */
export const workerEntries = (): string[] => globSync(['src/**/*-worker.ts', 'src/**/*-part.ts'], { cwd: root })

/**
 * Loads a `*-part.ts` that is imported dynamically from its own bundle, so that a worker parses and holds only what it
 * needs. A bundler without ES modules would put it into the same file.
 */
export const separateParts: Plugin = {
  name: 'parts',
  setup({ onResolve }) {
    onResolve({ filter: /-part\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./${basename(path, '.ts')}.cjs`, external: true } : undefined,
    )
  },
}

/** Returns the server's bundles: name in dist/ without `.cjs` -> entry point. */
function entryPoints(): Record<string, string> {
  const workers = workerEntries().map((path) => [basename(path, '.ts'), path])
  return { main: 'src/main.ts', ...Object.fromEntries(workers) }
}

/** Returns the esbuild options of the server's bundles. */
function serverOptions(outdir: string, mapsInside: boolean, releaseKeys: readonly string[]): BuildOptions {
  const info = buildInfo()
  return {
    absWorkingDir: root,
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    minify: true,
    // V8 holds a script that has any other character in two bytes for each
    charset: 'ascii',
    legalComments: 'none',
    sourcemap: mapsInside ? 'inline' : 'external',
    metafile: true,
    logLevel: 'warning',
    // core/worker-entry.ts reads it only when run from the sources
    logOverride: { 'empty-import-meta': 'silent' },
    plugins: [nativeAddons, separateParts],
    // parts are required: the files in the executable are no modules
    supported: { 'dynamic-import': false },
    alias: bundledAs,
    define: {
      'process.env.DOCSTEAD_BUNDLED': '"1"',
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
      __DOCSTEAD_VERSION__: JSON.stringify(info.version),
      __DOCSTEAD_COMMIT__: JSON.stringify(info.commit),
      __DOCSTEAD_DATE__: JSON.stringify(info.date),
      __DOCSTEAD_RELEASE_KEYS__: JSON.stringify(releaseKeys),
    },
  }
}

interface ServerBuild {
  /** Puts the source maps into the bundles, for `node --enable-source-maps`; otherwise into dist/maps/. */
  mapsInside?: boolean
  /** Minisign public keys that this build trusts, in addition to those of `src/core/release-keys.ts`. */
  releaseKeys?: readonly string[]
  /** Where the bundles go. */
  to?: string
}

/** Copies the chapter of the guide that `docstead help guide` prints. */
function copyGuide(to: string): void {
  mkdirSync(to, { recursive: true })
  for (const lang of ['en', 'zh'])
    copyFileSync(join(root, 'web/features/help/guide', lang, 'operation.md'), join(to, `${lang}.md`))
}

/**
 * Copies what exports draw with: the fonts of texts, which come with the sources, those of formulas, which are KaTeX's,
 * and the decoder for WebP.
 */
function copyFonts(to: string): void {
  mkdirSync(to, { recursive: true })
  copyFileSync(join(root, 'node_modules/@cwasm/webp/webp.wasm'), join(to, 'webp.wasm'))
  for (const folder of ['src/features/export/pdf/fonts', 'node_modules/katex/dist/fonts'])
    for (const name of readdirSync(join(root, folder)).filter((file) => /\.(br|ttf|txt)$/.test(file)))
      copyFileSync(join(root, folder, name), join(to, name))
}

/** Writes the server to dist/: main.cjs, a file for each worker thread, the guide, the fonts, and in native/ the addons of this platform. */
export async function buildServer({
  mapsInside = false,
  releaseKeys = [],
  to = dist,
}: ServerBuild = {}): Promise<void> {
  const fresh = join(dist, '.server')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const options = serverOptions(fresh, mapsInside, releaseKeys)
  await build({ ...options, entryPoints: entryPoints() })
  copyAddons(thisPlatform, join(dist, 'native'))
  copyGuide(join(to, 'guide'))
  copyFonts(join(to, 'fonts'))
  mkdirSync(mapsFolder, { recursive: true })
  for (const name of Object.keys(entryPoints())) {
    if (!mapsInside && to === dist) renameSync(join(fresh, `${name}.cjs.map`), join(mapsFolder, `${name}.cjs.map`))
    renameSync(join(fresh, `${name}.cjs`), join(to, `${name}.cjs`))
  }
  rmSync(fresh, { recursive: true })
}
