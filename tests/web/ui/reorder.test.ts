import { expect, test } from 'vitest'
import { arrayMove, gapInColumn, gapInGrid, getIndexByKey, getIndexOfGap } from '#web/ui/reorder.ts'

const box = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 50 })

test('moves an entry to an index that is counted after its removal', () => {
  expect(arrayMove(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(arrayMove(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(getIndexOfGap(0, 3)).toBe(2)
  expect(getIndexOfGap(3, 0)).toBe(0)
  expect(getIndexOfGap(1, 1)).toBe(1)
  expect(getIndexOfGap(1, 2)).toBe(1)
})

test('uses the gap between the centers of the boxes in a column', () => {
  const boxes = [box(0, 0), box(0, 50), box(0, 100)]
  expect(gapInColumn(boxes, -20)).toBe(0)
  expect(gapInColumn(boxes, 30)).toBe(1)
  expect(gapInColumn(boxes, 124)).toBe(2)
  expect(gapInColumn(boxes, 500)).toBe(3)
})

test('uses the gap on the line of the pointer in a grid, also after the last box of the line', () => {
  const boxes = [box(0, 0), box(110, 0), box(220, 0), box(0, 60), box(110, 60)]
  expect(gapInGrid(boxes, 20, 10)).toBe(0)
  expect(gapInGrid(boxes, 120, 10)).toBe(1)
  expect(gapInGrid(boxes, 310, 10)).toBe(3)
  expect(gapInGrid(boxes, 20, 70)).toBe(3)
  expect(gapInGrid(boxes, 300, 70)).toBe(5)
  expect(gapInGrid(boxes, 0, 900)).toBe(5)
})

test('keys move over the edge of a page in a paginated list, but not past its ends', () => {
  const at = (index: number) => (key: string) => getIndexByKey(key, { index, count: 120, pageSize: 50 })
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map(at(49))).toEqual([48, 50, 0, 99, 0, 119])
  expect(['PageUp', 'PageDown'].map(at(100))).toEqual([50, 119])
  expect(['Enter', 'constructor'].map(at(0))).toEqual([undefined, undefined])
})
