import { expect, test } from 'vitest'
import { changed } from '#web/features/page-feedback/votes.ts'

test('a vote is counted at once where the counts are known', () => {
  const none = { my_feedback: 0, helpful_count: 3, unhelpful_count: 1 }
  const yes = changed(none, 1)
  expect(yes).toEqual({ my_feedback: 1, helpful_count: 4, unhelpful_count: 1 })
  expect(changed(yes, 2)).toEqual({ my_feedback: 2, helpful_count: 3, unhelpful_count: 2 })
  expect(changed(yes, 0)).toEqual(none)
  expect(changed(yes, 1)).toEqual(yes)
})

test('readers are told of no counts', () => {
  expect(changed({ my_feedback: 0 }, 2)).toEqual({ my_feedback: 2 })
})
