import { expect, test } from 'vitest'
import { treeMove } from '#web/lib/tree-move.ts'

// 0 leaf, 1 open parent, 2 leaf in it, 3 closed parent in it, 4 leaf
const rows = [
  { level: 1, isOpen: false, isParent: false },
  { level: 1, isOpen: true, isParent: true },
  { level: 2, isOpen: false, isParent: false },
  { level: 2, isOpen: false, isParent: true },
  { level: 1, isOpen: false, isParent: false },
]
const move = (at: number, key: string) => treeMove(rows, at, key, ({ isParent }) => isParent)

test('arrows, Home and End move and stop at the ends', () => {
  expect(move(0, 'ArrowDown')).toEqual({ to: 1 })
  expect(move(4, 'ArrowDown')).toEqual({ to: 4 })
  expect(move(0, 'ArrowUp')).toEqual({ to: 0 })
  expect(move(2, 'Home')).toEqual({ to: 0 })
  expect(move(2, 'End')).toEqual({ to: 4 })
})

test('right opens a parent, then enters it; on a leaf it does nothing', () => {
  expect(move(3, 'ArrowRight')).toEqual({ toggle: true })
  expect(move(1, 'ArrowRight')).toEqual({ to: 2 })
  expect(move(2, 'ArrowRight')).toBeUndefined()
})

test('left closes a parent, else goes to the parent of the row', () => {
  expect(move(1, 'ArrowLeft')).toEqual({ toggle: false })
  expect(move(3, 'ArrowLeft')).toEqual({ to: 1 })
  expect(move(0, 'ArrowLeft')).toBeUndefined()
})

test('ignores other keys, and all keys in an empty tree', () => {
  expect(move(0, 'PageDown')).toBeUndefined()
  expect(treeMove([], 0, 'ArrowDown', () => true)).toBeUndefined()
})
