import { expect, test } from 'vitest'
import type { CatalogRow } from '#src/access/queries.ts'
import { catalogTree, findRestorePosition, getDepths, pathTo, rebaseBranch } from '#src/features/catalog/tree.ts'

const row = (cat_id: number, parent_cat_id = 0): CatalogRow => ({
  cat_id,
  parent_cat_id,
  cat_name: `c${cat_id}`,
  item_id: 1,
  s_number: 99,
  level: 2,
  addtime: 0,
})

test('counts the depth from the top, and returns infinity for a cycle', () => {
  expect([...getDepths([row(1), row(2, 1), row(3, 2), row(4, 77)])]).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 1],
  ])
  const circle = getDepths([row(1, 2), row(2, 1), row(3, 2), row(4, 4)])
  expect([...circle.values()].every((depth) => depth === Number.POSITIVE_INFINITY)).toBe(true)
})

test('returns the path from the top to the catalog', () => {
  const rows = [row(3, 2), row(2, 1), row(1)]
  expect(pathTo(rows, 3).map((one) => one.cat_id)).toEqual([1, 2, 3])
  expect(pathTo(rows, 0)).toEqual([])
  expect(pathTo([row(1, 2), row(2, 1)], 1)).toHaveLength(2)
})

test('levels of a moved branch follow its new position', () => {
  const [branch] = catalogTree([row(1), row(2, 1)])
  if (!branch) throw new Error('no tree')
  expect(rebaseBranch(branch, 9, 3)).toMatchObject([
    { cat_id: 1, parent_cat_id: 9, level: 3 },
    { cat_id: 2, parent_cat_id: 1, level: 4 },
  ])
})

test('restores a branch to its position, or to the root if that is gone or too deep', () => {
  const [branch] = catalogTree([row(5, 2), row(6, 5)])
  if (!branch) throw new Error('no tree')
  expect(findRestorePosition(catalogTree([row(2)]), branch)).toEqual({ parent_cat_id: 2, level: 3 })
  expect(findRestorePosition(catalogTree([row(1), row(2, 1)]), branch)).toEqual({ parent_cat_id: 0, level: 2 })
  expect(findRestorePosition(catalogTree([row(1)]), branch)).toEqual({ parent_cat_id: 0, level: 2 })
})
