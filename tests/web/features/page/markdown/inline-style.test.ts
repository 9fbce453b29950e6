import { expect, test } from 'vitest'
import { isTextStyle, withoutStyleSheets } from '#web/features/page/markdown/inline-style.ts'

test.each([
  'color',
  'background-color',
  'font-weight',
  'font-size',
  'text-align',
  'text-decoration-line',
  'vertical-align',
  'border-top-color',
  'width',
])('keeps %s, which styles text', (property) => {
  expect(isTextStyle(property)).toBe(true)
})

test.each([
  'position',
  'top',
  'inset-block-start',
  'z-index',
  'transform',
  'background-image',
  'border-image-source',
  'list-style-image',
  'cursor',
  'content',
  'filter',
  'mask-image',
  'animation-name',
  'display',
  '--own',
])('drops %s, which moves, covers or loads', (property) => {
  expect(isTextStyle(property)).toBe(false)
})

test('drops style elements, and handles many unclosed ones quickly', () => {
  expect(withoutStyleSheets('a<STYLE type="x">p{}</style >b<style>c</style>d<style>e')).toBe('abd<style>e')
  const hostile = '<style'.repeat(500_000)
  expect(withoutStyleSheets(hostile)).toBe(hostile)
})
