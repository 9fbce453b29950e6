import { expect, test } from 'vitest'
import { visibleOutline } from '#web/features/page/outline/visible-outline.ts'

const heading = (level: number, at: number) => ({ level, text: `${at}`, id: `user-content-${at}`, line: at })

test('shows h1 to h4', () => {
  const entries = [1, 2, 3, 4, 5, 6].map((level) => heading(level, level))
  expect(visibleOutline(entries).map(({ level }) => level)).toEqual([1, 2, 3, 4])
})

test('leaves the lower levels out of a very long outline', () => {
  const entries = Array.from({ length: 2000 }, (_, at) => heading(at % 10 === 0 ? 2 : 3, at))
  expect(visibleOutline(entries)).toHaveLength(200)
})

test('shows the first 600 when all have one level', () => {
  const entries = Array.from({ length: 200_000 }, (_, at) => heading(2, at))
  expect(visibleOutline(entries)).toHaveLength(600)
})
