import { EditorState } from '@milkdown/kit/prose/state'
import { expect, test } from 'vitest'
import { openLossless } from '#web/features/editor/visual/document/lossless.ts'
import { taskPlugin } from '#web/features/editor/visual/views/task-plugin.ts'
import { testSchema } from './schema.ts'

const schema = await testSchema()

test('task checkboxes stay while text is typed, and appear and disappear with their tasks', () => {
  const { doc } = openLossless(schema, 'before\n\n- [ ] one\n- [x] two\n')
  let state = EditorState.create({ doc, plugins: [taskPlugin] })
  const boxes = () => (taskPlugin.getState(state)?.find() ?? []).map(({ from }) => from).sort((a, b) => a - b)
  expect(boxes()).toEqual([9, 10, 16, 17])
  state = state.apply(state.tr.insertText('words ', 1))
  expect(boxes()).toEqual([15, 16, 22, 23])
  state = state.apply(state.tr.setNodeAttribute(22, 'checked', null))
  expect(boxes()).toEqual([15, 16])
  state = state.apply(state.tr.delete(15, 22))
  expect(boxes()).toEqual([])
})
