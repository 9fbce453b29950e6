import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCycles, type Graph, type Import, importsOf, readGraph, root } from '#tests/layers/graph.ts'
import { breachesOf, rules } from '#tests/layers/rules.ts'

const product = ['src', 'web', 'migrations', 'build', 'scripts']
const graph = readGraph(...product)

/** The number of modules on disk, counted independently of the graph. */
const countOnDisk = (folder: string): number =>
  readdirSync(join(root, folder), { withFileTypes: true }).reduce(
    (sum, entry) =>
      sum + (entry.isDirectory() ? countOnDisk(join(folder, entry.name)) : /\.(tsx?|[mc]js)$/.test(entry.name) ? 1 : 0),
    0,
  )

const graphOf = (imports: Record<string, Partial<Import>[]>): Graph =>
  new Map(
    Object.entries(imports).map(([file, list]) => [
      file,
      list.map((one) => ({ specifier: one.target ? `#${one.target}` : '', names: ['*'], handsOn: false, ...one })),
    ]),
  )

test('the graph contains every module', () => {
  expect(graph.size).toBe(product.reduce((sum, folder) => sum + countOnDisk(folder), 0))
  expect([...graph.values()].flat().length).toBeGreaterThan(graph.size / 2)
})

test.each(rules)('$name', (rule) => {
  expect(breachesOf(rule, graph)).toEqual([])
})

test('no module imports itself through others, not even for a type', () => {
  expect(findCycles(graph).map((cycle) => cycle.join(' -> '))).toEqual([])
})

describe('the checker finds', () => {
  const breaches: [rule: string, file: string, one: Partial<Import>][] = [
    ['every import leads somewhere', 'src/core/app.ts', { specifier: './gone.ts' }],
    ['every file belongs to a part', 'src/util.ts', { specifier: 'zod' }],
    ['contract imports', 'src/shared/contract/page.ts', { target: 'src/core/app.ts' }],
    ['markdown imports', 'src/shared/markdown/pipeline.ts', { target: 'src/shared/contract/page.ts' }],
    ['api-doc imports', 'src/shared/api-doc/api-doc.ts', { target: 'src/shared/contract/page.ts' }],
    ['spreadsheet imports', 'src/shared/spreadsheet/form.ts', { target: 'src/shared/contract/page.ts' }],
    ['text-diff imports', 'src/shared/text-diff/merge.ts', { target: 'src/shared/contract/page.ts' }],
    ['tables imports', 'src/shared/item-types.ts', { target: 'src/shared/contract/page.ts' }],
    ['migrations imports', 'migrations/0001-init.ts', { target: 'src/db/schema.ts' }],
    ['db imports', 'src/db/database.ts', { target: 'src/core/app.ts' }],
    ['core imports', 'src/core/app.ts', { target: 'src/access/caller.ts' }],
    ['access imports', 'src/access/caller.ts', { target: 'src/http/dispatch.ts' }],
    ['http imports', 'src/http/dispatch.ts', { target: 'src/features/page/index.ts' }],
    ['http imports', 'src/http/dispatch.ts', { target: 'src/db/database.ts' }],
    ['features imports', 'src/features/page/service.ts', { target: 'src/api.ts' }],
    ['web imports', 'web/lib/api.ts', { target: 'src/core/errors.ts' }],
    ['build imports', 'build/web.ts', { target: 'src/core/config.ts' }],
    ['http in handlers.ts only', 'src/features/page/service.ts', { target: 'src/http/dispatch.ts' }],
    [
      'the contract declares the permissions',
      'src/features/page/handlers.ts',
      { target: 'src/access/permissions.ts', names: ['requireItem'] },
    ],
    ['kysely in src/db and queries.ts only', 'src/access/caller.ts', { specifier: 'kysely' }],
    ['imported by src/db/engine.ts only', 'src/db/prepared.ts', { target: 'src/db/sqlite/errors.ts' }],
    ['better-sqlite3 in src/db/sqlite only', 'src/core/data-folder.ts', { specifier: 'better-sqlite3' }],
    ['by its index only', 'src/features/page/service.ts', { target: 'src/features/item/queries.ts' }],
    ['by its index only', 'web/features/page/viewer/index.tsx', { target: 'web/features/item/my-items/atoms.ts' }],
    ['do not know web/features', 'web/ui/button.tsx', { target: 'web/features/page/viewer/index.tsx' }],
    ['no calls to the server', 'web/ui/button.tsx', { target: 'web/lib/api.ts' }],
    ['no package of the server', 'web/lib/api.ts', { specifier: 'better-sqlite3' }],
    ['does not know its tests', 'src/core/app.ts', { target: 'tests/support/app.ts' }],
    ['from outside its feature', 'src/features/page/service.ts', { target: 'src/features/page/index.ts' }],
  ]

  test.each(breaches)('%s: %s', (name, file, one) => {
    const rule = rules.find((each) => each.name.includes(name))
    expect(rule && breachesOf(rule, graphOf({ [file]: [one] }))).toHaveLength(1)
  })

  test('a planted breach of every rule', () => {
    const tried = rules.filter((rule) => breaches.some(([name]) => rule.name.includes(name)))
    const idle = [
      'locales imports nothing of ours',
      'scripts imports contract, features, core, db, build, locales, tests of ours',
    ]
    expect(rules.filter((rule) => !tried.includes(rule)).map((rule) => rule.name)).toEqual(idle)
  })

  test('a cycle, also of three modules', () => {
    const cyclic = { 'a.ts': [{ target: 'b.ts' }], 'b.ts': [{ target: 'c.ts' }], 'c.ts': [{ target: 'a.ts' }] }
    expect(findCycles(graphOf(cyclic))).toEqual([['a.ts', 'b.ts', 'c.ts']])
    expect(findCycles(graphOf({ 'a.ts': [{ target: 'b.ts' }], 'b.ts': [] }))).toEqual([])
  })

  test.each([
    ["import { a, type B as C } from './x.ts'", './x.ts', ['a', 'B']],
    ["import type { A } from './x.ts'", './x.ts', ['A']],
    ["import type A from './x.ts'", './x.ts', ['default']],
    ["import {\n  a,\n  b,\n} from '#src/x.ts'", '#src/x.ts', ['a', 'b']],
    ["import * as all from './x.ts'", './x.ts', ['*']],
    ["import one, { two } from './x.ts'", './x.ts', ['two', 'default']],
    ["import './x.css'", './x.css', []],
    ["export * from './x.ts'", './x.ts', ['*']],
    ["export { a } from './x.ts'", './x.ts', ['a']],
    ["const a = import('./x.ts')", './x.ts', ['*']],
    ["type A = import('./x.ts').B", './x.ts', ['B']],
  ])('%s', (text, specifier, names) => {
    expect(importsOf('src/a.ts', text)).toMatchObject([{ specifier, names }])
  })

  test('no import in a comment or a string', () => {
    const text = "// import './a.ts'\n/* import './b.ts' */\nconst url = 'https://x' // import('./c.ts')\n"
    expect(importsOf('src/a.ts', text)).toEqual([])
  })
})
