import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { builtInAtom, reloadTemplatesAtom } from '#web/features/editor/templates/atoms.ts'

const load = vi.hoisted(() => vi.fn())
vi.mock('#web/features/editor/templates/built-in/built-in.ts', () => ({ loadBuiltIn: load }))

test('retries built-in templates that failed to load', async () => {
  const store = createStore()
  const templates = builtInAtom('en')
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  store.sub(templates, () => undefined)
  await vi.waitFor(() => expect(store.get(templates)).toMatchObject({ error: {} }))
  load.mockResolvedValueOnce([])
  store.set(reloadTemplatesAtom)
  await vi.waitFor(() => expect(store.get(templates)).toEqual({ value: [] }))
})
