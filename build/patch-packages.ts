import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

/** A change of consecutive lines. */
interface Hunk {
  /** The first line, from 1, in the file as the patch before left it. */
  line: number
  from: string[]
  to: string[]
}

/** The hunks of one patch for one file. */
interface FilePatch {
  /** The name of the patch file. */
  patch: string
  hunks: Hunk[]
}

const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/

/**
 * Reads a patch in the unified form of `git diff`; text before its first `diff` line explains it.
 *
 * @returns the hunks of each file, by the path behind `b/`
 */
export function parsePatch(text: string): Map<string, Hunk[]> {
  const files = new Map<string, Hunk[]>()
  let hunks: Hunk[] = []
  let hunk: Hunk = { line: 0, from: [], to: [] }
  let [oldCount, newCount] = [0, 0] // lines of the current hunk, in the former and in the new text
  for (const line of text.split('\n')) {
    if (line.startsWith('\\')) continue // the line before it ends without a line break
    if (hunk.from.length < oldCount || hunk.to.length < newCount) {
      if (!line.startsWith('+')) hunk.from.push(line.slice(1))
      if (!line.startsWith('-')) hunk.to.push(line.slice(1))
      continue
    }
    const [, start, before = 1, after = 1] = header.exec(line) ?? []
    if (start) {
      hunk = { line: Number(start), from: [], to: [] }
      hunks.push(hunk)
      oldCount = Number(before)
      newCount = Number(after)
    } else if (line.startsWith('+++ b/')) {
      hunks = []
      files.set(line.slice('+++ b/'.length), hunks)
    }
  }
  return files
}

/**
 * Applies patches one after another.
 *
 * @throws {Error} when the code differs from what a hunk changes
 */
export function applyPatches(code: string, patches: readonly FilePatch[]): string {
  const lines = code.split('\n')
  for (const { patch, hunks } of patches) {
    // from the last to the first: a hunk does not move the lines of those before it
    for (const { line, from, to } of hunks.toReversed()) {
      const start = line - 1
      const at = from.findIndex((text, index) => lines[start + index] !== text)
      if (at >= 0)
        throw new Error(
          `patches/${patch}: line ${line + at} is ${lines[start + at] ?? 'missing'}, not ${from[at] ?? ''}`,
        )
      lines.splice(start, from.length, ...to)
    }
  }
  return lines.join('\n')
}

/**
 * Returns the patches of each file in the order of their names, which state package and version; see
 * patches/README.md.
 *
 * @param root the folder with `patches` and `node_modules`
 * @throws {Error} when another version of a package is installed
 */
export function readPatches(root: string): Map<string, FilePatch[]> {
  const all = new Map<string, FilePatch[]>()
  const names = readdirSync(join(root, 'patches')).filter((name) => name.endsWith('.patch'))
  for (const patch of names.sort()) {
    const [, name = '', version] = /^((?:@[^+]+\+)?[^+]+)\+([^+]+)/.exec(patch) ?? []
    const folder = join(root, 'node_modules', name.replace('+', '/'))
    const installed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    if (installed.version !== version) throw new Error(`patches/${patch} is not for version ${installed.version}`)
    for (const [path, hunks] of parsePatch(readFileSync(join(root, 'patches', patch), 'utf8')))
      all.set(path, [...(all.get(path) ?? []), { patch, hunks }])
  }
  return all
}

/**
 * Applies `patches/` to packages while they are bundled, and fails when a patch does not fit. The code of a patch
 * imports our modules by `#web/`.
 *
 * @param root the folder with `patches` and `node_modules`
 */
export const patchPackages = (root: string): Plugin => ({
  name: 'patch-packages',
  setup({ onEnd, onLoad, onResolve, resolve }) {
    const patches = readPatches(root)
    const unused = new Set(patches.keys())
    onLoad({ filter: /[\\/]node_modules[\\/].*\.js$/ }, ({ path }) => {
      const file = path.replaceAll('\\', '/').replace(/^.*(?=\bnode_modules\/)/, '')
      const own = patches.get(file)
      if (!own) return undefined
      unused.delete(file)
      return { contents: applyPatches(readFileSync(path, 'utf8'), own) }
    })
    onResolve({ filter: /^#web\// }, ({ path, importer, kind }) =>
      /[\\/]node_modules[\\/]/.test(importer) ? resolve(path, { kind, resolveDir: root }) : undefined,
    )
    onEnd(() => ({ errors: [...unused].map((file) => ({ text: `${file} has patches, but is not bundled` })) }))
  },
})
