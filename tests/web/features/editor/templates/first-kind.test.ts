import { expect, test } from 'vitest'
import { firstKind } from '#web/features/editor/templates/templates.ts'

test.each([
  ['one’s own templates', { own: 2, shared: 3 }, 'own'],
  ['shared ones, for who has none', { own: 0, shared: 3 }, 'shared'],
  ['those of the product, for who has neither', { own: 0, shared: 0 }, 'builtIn'],
  ['nothing yet, until it is known', { own: undefined, shared: 3 }, undefined],
  ['nothing yet, until the shared ones are known', { own: 0, shared: undefined }, undefined],
  ['what could not be read, to try again', { own: 'failed', shared: 3 }, 'own'],
] as const)('the list starts with %s', (_, lengths, kind) => {
  expect(firstKind(lengths)).toBe(kind)
})
