import { expect, test } from 'vitest'
import { sentences } from '#web/lib/sentences.ts'

test('Chinese sentences stand without a blank between them, English ones with one', () => {
  expect(sentences(['One.', '', false, undefined, 'Two.'], 'en')).toBe('One. Two.')
  expect(sentences(['第一句。', '第二句。'], 'zh')).toBe('第一句。第二句。')
})
