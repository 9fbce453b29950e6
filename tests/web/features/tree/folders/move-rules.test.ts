import { describe, expect, test } from 'vitest'
import type { Menu, MenuCatalog } from '#shared/contract/item.ts'
import { buildTree, deepestLevel, flattenTree, getDepth, type TreeNode } from '#web/features/item/tree/index.ts'
import { dropAt } from '#web/features/tree/folders/drop.ts'
import {
  type DropTarget,
  getMoveError,
  getPositionsAfterMove,
  renumber,
  type Step,
  stepTo,
} from '#web/features/tree/folders/move-rules.ts'
import { applyName, applyPositions, getCurrentPositions } from '#web/features/tree/folders/positions.ts'
import { buildTreeRows } from '#web/features/tree/view/tree-rows.ts'

const row = { author_uid: '1', addtime: '1', ext_info: '', is_draft: '0' }
const page = (id: number, cat_id: number, s_number: number): Menu['pages'][number] => {
  return { ...row, page_id: String(id), page_title: `P${id}`, cat_id: String(cat_id), s_number: String(s_number) }
}
const catalog = (id: number, parent: number, s_number: number, inside: Partial<Menu> = {}): MenuCatalog => {
  const ids = { cat_id: String(id), parent_cat_id: String(parent), cat_name: `C${id}` }
  const rest = { item_id: '1', addtime: '1', level: '2', s_number: String(s_number) }
  return { ...ids, ...rest, pages: inside.pages ?? [], catalogs: inside.catalogs ?? [] }
}

/** P1 · C1 (P2, C2 (C3 (P3), P4)) · C4 · P5 */
const menu: Menu = {
  pages: [page(1, 0, 99), page(5, 0, 100)],
  catalogs: [
    catalog(1, 0, 99, {
      pages: [page(2, 1, 1)],
      catalogs: [
        catalog(2, 1, 2, { pages: [page(4, 2, 99)], catalogs: [catalog(3, 2, 1, { pages: [page(3, 3, 99)] })] }),
      ],
    }),
    catalog(4, 0, 99),
  ],
}
const nodes = buildTree(menu)
const all = { nodes, isLimited: false }
const find = (key: string, among: readonly TreeNode[] = nodes): TreeNode => {
  const found = flattenTree(among).find((node) => node.key === key)
  if (!found) throw new Error(`no ${key}`)
  return found
}
const inCatalog = (key: string) => {
  const node = find(key)
  if (node.kind !== 'catalog') throw new Error(`${key} is a page`)
  return node
}
const outline = (among: readonly TreeNode[]): string =>
  among.map((node) => (node.kind === 'page' ? node.key : `${node.key}(${outline(node.children)})`)).join(' ')
const moved = (key: string, spot: DropTarget) =>
  outline(buildTree(applyPositions(menu, getPositionsAfterMove(find(key), spot, all))))

test('builds the tree of these tests', () => {
  expect(outline(nodes)).toBe('p1 c1(p2 c2(c3(p3) p4)) c4() p5')
})

describe('allowed targets', () => {
  const refusals: [node: string, parent: string | undefined, refusal: string | undefined][] = [
    ['p1', 'c3', undefined],
    ['c4', 'c2', undefined],
    ['c4', 'c3', 'tooDeep'],
    ['c2', undefined, undefined],
    ['c2', 'c4', undefined],
    ['c1', 'c4', 'tooDeep'],
    ['c1', 'c1', 'intoItself'],
    ['c1', 'c3', 'intoItself'],
  ]
  test.each(refusals)('%s into %s: %s', (node, parent, refusal) => {
    expect(getMoveError(find(node), parent === undefined ? undefined : inCatalog(parent), all)).toBe(refusal)
  })

  test('cannot change the top level when limited to catalogs', () => {
    const limited = { nodes, isLimited: true }
    expect(getMoveError(find('p2'), undefined, limited)).toBe('topClosed')
    expect(getMoveError(find('c1'), undefined, limited)).toBe('topClosed')
    expect(getMoveError(find('p4'), inCatalog('c1'), limited)).toBeUndefined()
  })
})

describe('moving', () => {
  test('to the start, to the end, into a catalog and out of it', () => {
    expect(moved('p5', { parent: undefined, before: find('p1') })).toBe('p5 p1 c1(p2 c2(c3(p3) p4)) c4()')
    expect(moved('c1', { parent: undefined, before: undefined })).toBe('p1 c4() p5 c1(p2 c2(c3(p3) p4))')
    expect(moved('p1', { parent: inCatalog('c2'), before: find('p4') })).toBe('c1(p2 c2(c3(p3) p1 p4)) c4() p5')
    expect(moved('c3', { parent: undefined, before: find('c4') })).toBe('p1 c1(p2 c2(p4)) c3(p3) c4() p5')
  })

  test('changes nothing at the same position', () => {
    expect(getPositionsAfterMove(find('p1'), { parent: undefined, before: find('c1') }, all)).toEqual([])
    expect(getPositionsAfterMove(find('p5'), { parent: undefined, before: undefined }, all)).toEqual([])
  })

  const steps: [node: string, step: Step, then: string | undefined][] = [
    ['c1', 'up', 'c1(p2 c2(c3(p3) p4)) p1 c4() p5'],
    ['p1', 'up', undefined],
    ['p1', 'down', 'c1(p2 c2(c3(p3) p4)) p1 c4() p5'],
    ['p5', 'down', undefined],
    ['p5', 'in', 'p1 c1(p2 c2(c3(p3) p4)) c4(p5)'],
    ['p1', 'in', undefined],
    ['c1', 'in', undefined],
    ['p4', 'out', 'p1 c1(p2 c2(c3(p3)) p4) c4() p5'],
    ['c2', 'out', 'p1 c1(p2) c2(c3(p3) p4) c4() p5'],
    ['p1', 'out', undefined],
  ]
  test.each(steps)('%s goes %s', (node, step, then) => {
    const spot = stepTo(find(node), step, all)
    expect(spot && moved(node, spot)).toBe(then)
  })

  test('has no step past the first or last sibling, nor into a page', () => {
    for (const [key, step] of [
      ['p2', 'up'],
      ['p4', 'down'],
      ['c4', 'in'],
    ] as const) {
      const spot = stepTo(find(key), step, all)
      expect(key === 'c4' ? spot?.parent?.key : spot).toBe(key === 'c4' ? 'c1' : undefined)
    }
  })

  test('renames a catalog at any depth', () => {
    expect(find('c3', buildTree(applyName(menu, '3', 'New'))).title).toBe('New')
  })
})

/** The same numbers for the same seed, below `end`. */
function numbersFrom(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
}

/** A tree of up to three levels, with any sort numbers. */
function anyMenu(random: (end: number) => number): Menu {
  const whole: Menu = { pages: [], catalogs: [] }
  const open: { id: number; level: number; into: Menu }[] = [{ id: 0, level: 0, into: whole }]
  for (let id = 1, last = 1 + random(30); id <= last; id++) {
    const parent = open[random(open.length)] ?? { id: 0, level: 0, into: whole }
    const s_number = random(107) - 3
    if (random(2) === 0) parent.into.pages.push(page(id, parent.id, s_number))
    else {
      const made = catalog(id, parent.id, s_number)
      parent.into.catalogs.push(made)
      if (parent.level + 1 < deepestLevel) open.push({ id, level: parent.level + 1, into: made })
    }
  }
  return whole
}

const keysIn = (parent: string, among: readonly TreeNode[]) =>
  flattenTree(among)
    .filter((node) => (node.parent?.key ?? '') === parent)
    .map(({ key }) => key)

const catalogsIn = (among: readonly TreeNode[]) => flattenTree(among).filter(({ kind }) => kind === 'catalog')

describe('any tree', () => {
  test.each(Array.from({ length: 400 }, (_, seed) => seed))(
    'moves a node to its target, keeps the order of the others, and undoes the move (%i)',
    (seed) => {
      const random = numbersFrom(seed)
      const some = anyMenu(random)
      const before = buildTree(some)
      const ground = { nodes: before, isLimited: false }
      const open = new Set(catalogsIn(before).flatMap(({ id }) => (random(4) === 0 ? [] : [id])))
      const rows = buildTreeRows(before, open)
      const dragged = rows[random(rows.length)]?.node
      const pointer = { rows: random(rows.length * 100) / 100, levels: random(9) - 4 }
      const drop = dragged && dropAt(rows, dragged, pointer, ground)
      if (!dragged || !drop) throw new Error('nothing dragged')
      expect(drop.level).toBe(getDepth(drop.target.parent) + 1)
      if (drop.error) return
      const places = getPositionsAfterMove(dragged, drop.target, ground)
      const after = buildTree(applyPositions(some, places))
      const order = keysIn(drop.target.parent?.key ?? '', after)
      expect(order).toContain(dragged.key)
      expect(order[order.indexOf(dragged.key) + 1]).toBe(drop.target.before?.key)
      for (const key of ['', ...catalogsIn(before).map((one) => one.key)]) {
        const rest = (among: readonly TreeNode[]) => keysIn(key, among).filter((one) => one !== dragged.key)
        expect(rest(after)).toEqual(rest(before))
      }
      for (const one of catalogsIn(after)) expect(getDepth(one.parent) + 1).toBeLessThanOrEqual(deepestLevel)
      const undone = applyPositions(applyPositions(some, places), getCurrentPositions(before, places))
      expect(outline(buildTree(undone))).toBe(outline(before))
    },
  )

  test.each([0, 1, 2, 97, 98, 99, 250])('%i numbers increase by one and stay below a new page', (count) => {
    const some = { pages: Array.from({ length: count }, (_, at) => page(at + 1, 0, 99)), catalogs: [] }
    const places = renumber(buildTree(some), 0)
    const sorted = buildTree(applyPositions(some, places))
    const numbers = sorted.map((node) => node.s_number)
    numbers.forEach((number, at) => at > 0 && expect(number - (numbers[at - 1] ?? 0)).toBe(1))
    expect(Math.max(0, ...numbers)).toBeLessThan(99)
    expect(renumber(sorted, 0)).toEqual([])
  })
})
