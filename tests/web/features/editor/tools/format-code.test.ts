import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { formatCodeAtom } from '#web/features/editor/tools/format-code.ts'

const loaded = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('#web/features/editor/tools/json/json-format.ts', async (original) => {
  await loaded.promise
  return original()
})

test('keeps what is typed while the formatter loads', async () => {
  const store = createStore()
  const source = { text: '```json\n{"a":1}\n```\n', line: 2 }
  store.set(editorHandleAtom, {
    kind: 'source',
    read: () => source.text,
    write: (text) => void (source.text = text),
    insert: () => {},
    selected: () => '',
    replaceSelected: () => {},
    line: () => source.line,
    goToLine: () => {},
    focus: () => {},
  })
  const done = store.set(formatCodeAtom, 2)
  source.text = `typed\n\n${source.text}`
  source.line = 4
  loaded.resolve()
  expect(await done).toEqual({ isDone: true })
  expect(source.text).toBe('typed\n\n```json\n{\n  "a": 1\n}\n```\n')
})
