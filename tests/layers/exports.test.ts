import { expect, test } from 'vitest'
import {
  exportDeclaration,
  exportsOf,
  type Graph,
  importsOf,
  listFiles,
  readGraph,
  readSource,
} from '#tests/layers/graph.ts'

/** The exports in `texts` that no module of `graph` imports: 'file: name'. */
function unusedExports(texts: Map<string, string>, graph: Graph): string[] {
  const taken = new Map<string, Set<string>>()
  for (const imports of graph.values()) {
    for (const { target, names } of imports) {
      if (target === undefined) continue
      const all = taken.get(target) ?? new Set()
      for (const name of names) all.add(name)
      taken.set(target, all)
    }
  }
  return [...texts].flatMap(([file, text]) => {
    const names = taken.get(file)
    if (names?.has('*')) return []
    return exportsOf(text)
      .filter((name) => !names?.has(name))
      .map((name) => `${file}: ${name}`)
  })
}

/** Whether the text before `at` ends with a doc comment. */
const hasDocComment = (text: string, at: number): boolean => /\*\/\s*$/.test(text.slice(0, at))

const sources = ['src', 'web', 'migrations', 'build', 'scripts']
const graph = readGraph(...sources, 'tests')
// the code that a patch adds to a package imports ours
for (const file of listFiles('patches', '.patch'))
  graph.set(file, importsOf(file, readSource(file).replace(/^\+(?=import )/gm, '')))
const texts = new Map(
  [...graph.keys()].filter((file) => !/^(tests|patches)\//.test(file)).map((file) => [file, readSource(file)]),
)

test('every export is imported somewhere', () => {
  // a migration's `up` is called through the list of migrations; a declaration describes a package; the web build
  // substitutes web/lib/entities.ts and plain-html.ts of the source editor for modules of packages
  const checked = new Map(
    [...texts].filter(([file]) => !/^(migrations\/\d|web\/lib\/entities.ts|.*\/plain-html.ts|.*\.d\.ts)/.test(file)),
  )
  expect(unusedExports(checked, graph)).toEqual([])
})

test('every export has a doc comment', () => {
  const bare = [...texts]
    .filter(([file]) => !file.startsWith('migrations/') && !file.endsWith('.d.ts'))
    .flatMap(([file, text]) =>
      [...text.matchAll(exportDeclaration)]
        .filter((match) => !hasDocComment(text, match.index))
        .map((match) => `${file}: ${match[1]}`),
    )
  expect(bare).toEqual([])
})

test('the check finds an unused export and accepts a used one', () => {
  const sample = new Map([
    [
      'src/a.ts',
      'export const used = 1\nexport type Unused = 1\nexport type Own = 1\ntype C = Own\nconst b = 1\n' +
        "export { b as c }\nexport { d } from './d.ts'\n",
    ],
  ])
  const user = importsOf('src/b.ts', "import { used } from './a.ts'").map((one) => ({ ...one, target: 'src/a.ts' }))
  expect(unusedExports(sample, new Map([['src/b.ts', user]]))).toEqual([
    'src/a.ts: Unused',
    'src/a.ts: Own',
    'src/a.ts: c',
    'src/a.ts: d',
  ])
})
