import { expect, test } from 'vitest'
import { applyVote } from '#web/features/page/feedback/votes.ts'

test('counts a vote immediately where the counts are known', () => {
  const none = { my_feedback: 0, helpful_count: 3, unhelpful_count: 1 }
  const yes = applyVote(none, 1)
  expect(yes).toEqual({ my_feedback: 1, helpful_count: 4, unhelpful_count: 1 })
  expect(applyVote(yes, 2)).toEqual({ my_feedback: 2, helpful_count: 3, unhelpful_count: 2 })
  expect(applyVote(yes, 0)).toEqual(none)
  expect(applyVote(yes, 1)).toEqual(yes)
})

test('gives readers no counts', () => {
  expect(applyVote({ my_feedback: 0 }, 2)).toEqual({ my_feedback: 2 })
})
