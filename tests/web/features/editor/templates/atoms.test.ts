import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { builtInAtom } from '#web/features/editor/templates/atoms.ts'

const load = vi.hoisted(() => vi.fn())
vi.mock('#web/features/editor/templates/built-in/built-in.ts', () => ({ loadBuiltIn: load }))

test('retries built-in templates that failed to load', async () => {
  const store = createStore()
  const templates = store.get(builtInAtom).of('en')
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  store.sub(templates, () => undefined)
  await vi.waitFor(() => expect(store.get(templates)).toMatchObject({ error: {} }))
  load.mockResolvedValueOnce([])
  void store.set(templates)
  await vi.waitFor(() => expect(store.get(templates)).toMatchObject({ value: [] }))
})
