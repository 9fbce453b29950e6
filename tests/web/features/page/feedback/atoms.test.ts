import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { statAtom, voteAtom } from '#web/features/page/feedback/atoms.ts'

const calls = vi.hoisted(() => ({ submit: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: {
    pageFeedback: { getStat: async () => ({ my_feedback: 0 }), submit: calls.submit },
    user: { info: async () => ({ uid: '1' }) },
  },
}))

const asked = () => calls.submit.mock.calls.map(([{ feedback_type }]) => feedback_type)

beforeEach(() => void calls.submit.mockReset())

test('the last of two quick votes counts, whatever the server responds to the first', async () => {
  const store = createStore()
  const said = () => {
    const answer = store.get(store.get(statAtom).of('7'))
    return answer && 'value' in answer ? answer.value.my_feedback : undefined
  }
  const answers = [1, 2].map(() => Promise.withResolvers<object>())
  for (const { promise } of answers) calls.submit.mockReturnValueOnce(promise)
  const first = store.set(voteAtom, '7', 1)
  const last = store.set(voteAtom, '7', 2)
  expect(said()).toBe(2)
  await vi.waitFor(() => expect(asked()).toEqual([1]))
  answers[0]?.resolve({ my_feedback: 1 })
  await first
  expect(said()).toBe(2)
  await vi.waitFor(() => expect(asked()).toEqual([1, 2]))
  answers[1]?.resolve({ my_feedback: 2, helpful_count: 0, unhelpful_count: 1 })
  await last
  expect(said()).toBe(2)
})

test('reverts a rejected vote', async () => {
  const store = createStore()
  calls.submit.mockRejectedValueOnce(new Error('no'))
  await expect(store.set(voteAtom, '7', 1)).rejects.toThrow('no')
  expect(store.get(store.get(statAtom).of('7'))).toMatchObject({ value: { my_feedback: 0 } })
})
