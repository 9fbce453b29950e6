// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration is no module to import
/// <reference path="../../../../../src/features/import/documents/domino.d.ts" />
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseRows } from '#shared/api-doc/api-doc.ts'
import { toObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiPage } from '#src/features/export/worker-message.ts'
import { RandomDescription, randomFrom } from '#tests/src/features/export/openapi/random.ts'
import { frameOf, imported, pagesOf, written } from '#tests/src/features/export/openapi/written.ts'
import { valueAt } from '#web/features/api-docs/form/api-shape.ts'
import { type ApiSource, readApi } from '#web/features/api-docs/form/api-source.ts'
import { ApiStore } from '#web/features/api-docs/form/api-store.ts'
import { isFault, type Path } from '#web/features/api-docs/form/json-source-edit.ts'
import { setCell, shownRows } from '#web/features/api-docs/form/row-edits.ts'
import {
  addAfter,
  arrangeRows,
  flatRows,
  removeNode,
  renameNode,
  shiftNode,
  type TreeRow,
  treeOf,
} from '#web/features/api-docs/form/tree-rows.ts'

/** Names every place where two descriptions differ; a reference is the same as what it leads to. */
function differences(one: unknown, other: unknown, roots: readonly [unknown, unknown], path = '#', hops = 0): string[] {
  if (isDeepStrictEqual(one, other)) return []
  const follow = (value: unknown, root: unknown): unknown => {
    const ref = toObject(value)?.['$ref']
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return value
    let at: unknown = root
    for (const part of ref.slice(2).split('/'))
      at = toObject(at)?.[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')]
    const { $ref: _, ...beside } = toObject(value) ?? {}
    return toObject(at) ? { ...toObject(at), ...beside } : value
  }
  const hasRef = (value: unknown) => toObject(value)?.['$ref'] !== undefined
  if (hasRef(one) !== hasRef(other)) {
    const followed = [follow(one, roots[0]), follow(other, roots[1])]
    if (hops > 20 || (followed[0] === one && followed[1] === other)) return [path]
    return differences(followed[0], followed[1], roots, path, hops + 1)
  }
  if (Array.isArray(one) && Array.isArray(other))
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) =>
      differences(one[at], other[at], roots, `${path}/${at}`),
    ).flat()
  const [first, second] = [toObject(one), toObject(other)]
  if (!first || !second) return [path]
  return [...new Set([...Object.keys(first), ...Object.keys(second)])].flatMap((key) =>
    differences(first[key], second[key], roots, `${path}/${key}`),
  )
}

const tables: Path[] = [
  ['request', 'params', 'jsonDesc'],
  ['response', 'responseParamsDesc'],
  ['response', 'responseFailParamsDesc'],
]

type Edit = (source: ApiSource, path: Path, roots: readonly TreeRow[], node: TreeRow) => string | undefined

const edits: Record<string, Edit> = {
  remark: (source, path, _, { at, row }) =>
    setCell(source, path, 'field', at, { remark: row.remark === '' ? 'by hand' : `by hand, ${row.remark}` }),
  required: (source, path, _, { at, row, kind }) =>
    kind === 'field' ? setCell(source, path, 'field', at, { isRequired: !row.isRequired }) : undefined,
  limits: (source, path, _, { at }) => setCell(source, path, 'field', at, { schema: { deprecated: true } }),
  rename: (source, path, roots, node) =>
    node.kind === 'field' && !/[/*.[(]/.test(node.label)
      ? arrangeRows(source, path, 'field', renameNode(roots, node, `${node.label}Renamed`))
      : undefined,
  remove: (source, path, roots, node) =>
    node.kind === 'field' && !/[/*.[(]/.test(node.label)
      ? arrangeRows(source, path, 'field', removeNode(roots, node))
      : undefined,
  'add after': (source, path, roots, node) =>
    node.kind === 'field' && !/[/*.[(]/.test(node.label)
      ? arrangeRows(source, path, 'field', addAfter(roots, node, 'fresh').placed)
      : undefined,
  move: (source, path, roots, node) => {
    const placed = shiftNode(roots, node, 1)
    return placed && node.kind === 'field' ? arrangeRows(source, path, 'field', placed) : undefined
  },
}

const documentOf = (seed: number) => new RandomDescription(seed, seed % 2 === 0 ? '3.0' : '3.1').document()

describe('the form over the pages of imported descriptions', () => {
  test('opening and saving changes nothing', () => {
    let count = 0
    for (let seed = 1; seed <= 12; seed += 1) {
      const plan = imported(documentOf(seed))
      const pages = pagesOf(plan)
      const saved = pages.map((page): ApiPage => {
        const read = readApi(page.text)
        if (isFault(read)) return page
        count += 1
        const store = new ApiStore(page.text)
        for (const path of tables) {
          const rows = shownRows(read.value, path)
          const placed = flatRows(treeOf(rows)).map(({ at, row }) => ({ at, name: row.name }))
          const isInOrder = placed.every((one, place) => one.at === place)
          if (isInOrder && rows.length > 0) store.change((source) => arrangeRows(source, path, 'field', placed))
        }
        expect(store.get().text).toBe(page.text)
        return { ...page, text: store.get().text }
      })
      expect(written(frameOf(plan), saved).value).toEqual(written(frameOf(plan), pages).value)
    }
    expect(count).toBeGreaterThan(40)
  })

  test.each(Object.entries(edits))('an edit of one field changes that field alone: %s', (_, edit) => {
    let count = 0
    for (let seed = 1; seed <= 9; seed += 1) {
      const random = randomFrom(seed)
      const plan = imported(documentOf(seed))
      const pages = pagesOf(plan)
      const before = written(frameOf(plan), pages).value
      for (const [at, page] of pages.entries()) {
        const source = readApi(page.text)
        if (isFault(source)) continue
        const path = tables.find((one) => parseRows(valueAt(source.value, one)).length > 1)
        if (!path) continue
        const roots = treeOf(shownRows(source.value, path))
        const all = flatRows(roots).filter(({ row }) => row.name !== '')
        const node = all[Math.floor(random() * all.length)]
        const text = node && edit(source, path, roots, node)
        if (!node || text === undefined) continue
        count += 1
        const changed = pages.with(at, { ...page, text })
        const after = written(frameOf(plan), changed).value
        const found = differences(before, after, [before, after])
        // in one operation, and there in one object of one schema: the field itself, or what it is in
        const operations = new Set(found.map((one) => one.split('/').slice(0, 4).join('/')))
        expect([seed, page.title, node.row.name, operations.size <= 1, found]).toEqual([
          seed,
          page.title,
          node.row.name,
          true,
          found,
        ])
        const schemas = new Set(found.map((one) => one.replace(/\/schema\/.*$/, '/schema')))
        expect(
          [...schemas].every((one) => one.endsWith('/schema')),
          `${seed} ${node.row.name}: ${found.join(' ')}`,
        ).toBe(true)
        expect(schemas.size, `${seed} ${node.row.name}: ${found.join(' ')}`).toBeLessThanOrEqual(1)
        const keyword = ['*', '/'].includes(node.label[0] ?? '') ? 'ropertie' : `/${node.label}`
        const isNear = (one: string) =>
          /\/required(?:\/\d+)?$/.test(one) ||
          one.includes(keyword) ||
          one.includes('fresh') ||
          one.endsWith('/properties') ||
          node.kind !== 'field'
        expect(
          found.filter((one) => !isNear(one)),
          `${seed} ${node.row.name}`,
        ).toEqual([])
      }
    }
    expect(count).toBeGreaterThan(9)
  })
})
