import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, sep } from 'node:path'

/** One import of a module, as written in the text; types count like values. */
export type Import = {
  /** The text between the quotation marks. */
  specifier: string
  /** The imported module, relative to the root; undefined for a package or when it does not exist. */
  target?: string
  /** The imported names, as the exporter calls them; '*' for all of them. */
  names: string[]
  /** Whether it is `export ... from`, which re-exports the names. */
  handsOn: boolean
}

/** Every module with its imports, by its path relative to the root with '/'. */
export type Graph = Map<string, Import[]>

/** The folder that holds package.json. */
export const root = join(import.meta.dirname, '..', '..')

const aliases: Record<string, string> = {
  '#shared/': 'src/shared/',
  '#src/': 'src/',
  '#migrations/': 'migrations/',
  '#web/': 'web/',
  '#build/': 'build/',
  '#tests/': 'tests/',
}

/** The files under `folder` whose name ends with one of `endings`, relative to the root, with '/'. */
export function listFiles(folder: string, ...endings: string[]): string[] {
  const path = join(root, folder)
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [folder]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => posix.join(folder, name.split(sep).join('/')))
    .filter((name) => !name.includes('node_modules/'))
    .toSorted()
}

/** Reads a file, relative to the root. */
export const readSource = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The graph of all TypeScript modules under `folders`. */
export function readGraph(...folders: string[]): Graph {
  const files = folders.flatMap((folder) => listFiles(folder, '.ts', '.tsx', '.mjs', '.cjs'))
  return new Map(files.map((file) => [file, importsOf(file, readSource(file))]))
}

// A clause ends at its quotation mark and contains no other, no ';' and no '(': it cannot span another statement.
const statement =
  /^[ \t]*(import|export)\b(?:\s+type\b(?!\s+from\b))?(\s*[^'"`;()=]*?\s*\bfrom\b)?\s*(['"])([^'"\n]+)\3/gm
const dynamic = /\bimport\s*\(\s*(['"])([^'"\n]+)\1\s*\)(\.\w+)?|\brequire\(\s*(['"])([^'"\n]+)\4\s*\)/g

/** The imports in `text`, the source of the module `file`. */
export function importsOf(file: string, text: string): Import[] {
  const code = withoutComments(text)
  const found: Import[] = []
  for (const [, kind, clause = '', , specifier = ''] of code.matchAll(statement)) {
    if (kind === 'export' && clause === '') continue
    found.push(importOf(file, specifier, namesOf(clause), kind === 'export'))
  }
  for (const [, , specifier, member, , required] of code.matchAll(dynamic)) {
    found.push(importOf(file, specifier ?? required ?? '', [member ? member.slice(1) : '*'], false))
  }
  return found
}

function importOf(file: string, written: string, names: string[], handsOn: boolean): Import {
  const specifier = written.replace(/\?thread$/, '') // a worker script is one of our modules too
  return { specifier, target: resolve(file, specifier), names, handsOn }
}

/** Removes comments and leaves everything else as it is. Skips quoted text, which may contain `//`. */
function withoutComments(text: string): string {
  return text.replace(
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?\*\/|(?<![:\\/])\/\/[^\n]*/g,
    (part) => (part.startsWith('/*') || part.startsWith('//') ? '' : part),
  )
}

function namesOf(clause: string): string[] {
  const inner = clause.replace(/\s*\bfrom$/, '').trim()
  if (inner === '') return []
  if (inner.includes('*')) return ['*']
  const listed = /\{([\s\S]*)\}/.exec(inner)?.[1] ?? ''
  const byName = listed
    .split(',')
    .map((part) =>
      part
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s+[\s\S]*$/, ''),
    )
    .filter(Boolean)
  const before = inner
    .replace(/\{[\s\S]*\}/, '')
    .replaceAll(',', '')
    .trim()
  return before === '' ? byName : [...byName, 'default']
}

/** Resolves `specifier` relative to the root; undefined for packages and for missing files. */
function resolve(file: string, specifier: string): string | undefined {
  const alias = Object.keys(aliases).find((start) => specifier.startsWith(start))
  const path = alias
    ? `${aliases[alias]}${specifier.slice(alias.length)}`
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(file), specifier)
      : undefined
  return path !== undefined && existsSync(join(root, path)) ? path : undefined
}

/** Whether an import refers to one of our modules, found or not. */
export const isOurs = ({ specifier }: Import): boolean => /^[.#]/.test(specifier)

/** The cycles of `graph`, each once, as the modules in order. */
export function findCycles(graph: Graph): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      cycles.push(path.slice(at))
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const { target } of graph.get(file) ?? []) {
      if (target !== undefined && target !== file) visit(target)
    }
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}

/** Matches each exported declaration, with its name. */
export const exportDeclaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm
const exportList = /^export (?:type )?\{([^}]*)\}/gm

/** The names that a module exports: its own, and those of others that it lists. */
export function exportsOf(text: string): string[] {
  const byList = [...text.matchAll(exportList)].flatMap((match) =>
    (match[1] ?? '').split(',').map((part) => part.trim().replace(/^type\s+|^.*\sas\s+/g, '')),
  )
  return [...[...text.matchAll(exportDeclaration)].map((match) => match[1] ?? ''), ...byList].filter(Boolean)
}
