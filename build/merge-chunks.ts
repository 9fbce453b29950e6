import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { root } from '#build/paths.ts'

type Outputs = Metafile['outputs']

/** The namespace of worker scripts: each is a separate file, not a chunk. */
export const workerNamespace = 'thread'

// The module that exports a worker's address has the same namespace; it is a chunk, and has exports.
const isThread = ({ inputs, exports }: Outputs[string]) =>
  exports.length === 0 && Object.keys(inputs).some((input) => input.startsWith(`${workerNamespace}:`))

const isChunk = (path: string, output: Outputs[string]) => path.endsWith('.js') && !isThread(output)

const hashAtEnd = /-[A-Z0-9]{8}\.js$/

/** Chunks that are always loaded together. */
export interface Group {
  /** The name that other chunks import it by; the page's import map has its path. */
  name: string
  /** The output of its entry point. */
  entry: string
  /** All its outputs, including the entry. */
  paths: ReadonlySet<string>
}

const importOf = /(\bimport|\bexport)(?:\{([^{}]*)\}from)?"(\.\/[^"]+)"/g
const dynamicOf = /\bimport\("(\.\/[^"]+)"\)/g

/**
 * Returns the name under which a group exports `name` of `chunk`: it changes when the chunk does. Five characters of its hash
 * are enough for that, and random ones do not compress; the bundler reports two equal names.
 */
const aliasOf = (chunk: string, name: string) => `c${/-([A-Z0-9]{5})[A-Z0-9]{3}\.js$/.exec(chunk)?.[1] ?? ''}_${name}`

const hashOf = (text: string) =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(32)
    .toUpperCase()
    .slice(-8)

/** Identifies how a build divides the sources: with another division the same chunk may import other names. */
const divisionOf = (outputs: Outputs, groups: readonly Group[]) =>
  JSON.stringify(
    groups.map(({ paths }) => [...paths].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {})).sort()),
  )

/**
 * Returns the new name of each chunk outside the groups: the old one contains a hash of its content before the rewrite.
 */
function renamings(outputs: Outputs, groups: readonly Group[]): Map<string, string> {
  const division = divisionOf(outputs, groups)
  const grouped = new Set(groups.flatMap(({ paths }) => [...paths]))
  const others = Object.entries(outputs)
    .filter(([path, output]) => isChunk(path, output) && !grouped.has(path))
    .map(([path]) => path)
  return new Map(
    others.map((path) => [basename(path), basename(path).replace(hashAtEnd, `-${hashOf(path + division)}.js`)]),
  )
}

/**
 * Merges each group into one file. esbuild creates a chunk for every set of screens that share something: dozens of
 * files of one kilobyte in the first load, more with each new screen.
 *
 * Other chunks import a group by its bare name, so their own names, which contain a hash of their content, do not
 * depend on the group's.
 *
 * @returns the outputs after merging, and the path of each group by its name
 * @throws {Error} when an import of a merged chunk remains somewhere
 */
export async function mergeChunks(
  outputs: Outputs,
  groups: readonly Group[],
): Promise<{ outputs: Outputs; modules: Record<string, string> }> {
  const modules: Record<string, string> = {}
  const groupOf = new Map<string, Group>()
  for (const group of groups) for (const path of group.paths) groupOf.set(basename(path), group)
  const wanted = new Map(groups.map((group) => [group, new Set<string>()]))
  const renamed = renamings(outputs, groups)
  const here = (target: string) => `./${renamed.get(basename(target)) ?? basename(target)}`

  const rewrite = (path: string, code: string): string => {
    const own = groupOf.get(basename(path))
    return code
      .replaceAll(importOf, (_, verb: string, names: string | undefined, target: string) => {
        const group = groupOf.get(basename(target))
        const clause = names === undefined ? '' : `{${names}}from`
        if (!group || group === own) return `${verb}${clause}"${here(target)}"`
        if (names === undefined) return `${verb}"${group.name}"`
        const aliased = names.split(',').map((one) => {
          const [name = '', as = name] = one.split(' as ')
          wanted.get(group)?.add(`export{${name} as ${aliasOf(target, name)}}from"${target}"`)
          return `${aliasOf(target, name)} as ${as}`
        })
        return `${verb}{${aliased.join(',')}}from"${group.name}"`
      })
      .replaceAll(dynamicOf, (_, target: string) => {
        const group = groupOf.get(basename(target))
        if (!group) return `import("${here(target)}")`
        // `export *` leaves out a default export
        const isOwnEntry = basename(target) === basename(group.entry)
        if (isOwnEntry && !outputs[group.entry]?.exports.includes('default')) return `import("${group.name}")`
        const alias = aliasOf(target, 'all')
        wanted.get(group)?.add(`export*as ${alias} from"${target}"`)
        return `import("${group.name}").then(m=>m.${alias})`
      })
  }

  const codes = new Map<string, string>()
  const merged: Outputs = {}
  for (const [path, output] of Object.entries(outputs)) {
    if (!isChunk(path, output)) merged[path] = output
    else codes.set(path, rewrite(path, await readFile(join(root, path), 'utf8')))
  }
  const placeOf = (path: string) => join(dirname(path), renamed.get(basename(path)) ?? basename(path))
  for (const path of codes.keys()) await rm(join(root, path))
  for (const group of groups) {
    const entry = outputs[group.entry]
    if (!entry) throw new Error(`no output ${group.entry}`)
    const code = await bundle(group, codes, [...(wanted.get(group) ?? [])])
    const path = group.entry.replace(hashAtEnd, `-${hashOf(code)}.js`)
    for (const one of group.paths) renamed.set(basename(one), basename(path))
    const imports = [...group.paths].flatMap((one) => outputs[one]?.imports ?? [])
    merged[path] = { ...entry, imports: imports.filter((one) => groupOf.get(basename(one.path)) !== group) }
    codes.set(path, code)
    modules[group.name] = path
  }
  for (const [path, code] of codes) {
    if (groupOf.has(basename(path))) continue
    const place = placeOf(path)
    const output = merged[path] ?? outputs[path]
    if (!output) throw new Error(`no output ${path}`)
    const imports = output.imports.map((one) => ({ ...one, path: one.external ? one.path : placeOf(one.path) }))
    delete merged[path]
    merged[place] = { ...output, bytes: Buffer.byteLength(code), imports }
    rejectLeftover(place, code, groupOf)
    await writeFile(join(root, place), code)
  }
  return { outputs: merged, modules }
}

/** Bundles the code of a group, with the exports in `given` in addition to those of its entry. */
async function bundle(group: Group, codes: ReadonlyMap<string, string>, given: string[]): Promise<string> {
  const folder = dirname(group.entry)
  const isOwn = (path: string) => group.paths.has(join(folder, basename(path)))
  const { outputFiles } = await build({
    stdin: { contents: [`export*from"./${basename(group.entry)}"`, ...given].join('\n'), resolveDir: root },
    write: false,
    bundle: true,
    format: 'esm',
    minify: true,
    charset: 'utf8',
    target: 'es2022',
    legalComments: 'none',
    plugins: [
      {
        name: 'chunks',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /.*/ }, ({ path }) =>
            isOwn(path) ? { path: basename(path), namespace: 'chunk' } : { path, external: true },
          )
          onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
            contents: codes.get(join(folder, path)) ?? '',
          }))
        },
      },
    ],
  })
  const code = outputFiles[0]?.text
  if (code === undefined) throw new Error(`nothing came of the chunks of ${group.name}`)
  return code
}

function rejectLeftover(path: string, code: string, groupOf: ReadonlyMap<string, Group>): void {
  for (const [, target = ''] of code.matchAll(/"\.\/([\w-]+-[A-Z0-9]{8}\.js)"/g))
    if (groupOf.has(target)) throw new Error(`${path} still imports ${target}, which was merged`)
}
