import { expect, test } from 'vitest'
import { joinSentences } from '#web/lib/join-sentences.ts'

test('joins Chinese sentences without a space, English ones with one', () => {
  expect(joinSentences(['One.', '', false, undefined, 'Two.'], 'en')).toBe('One. Two.')
  expect(joinSentences(['第一句。', '第二句。'], 'zh')).toBe('第一句。第二句。')
})
