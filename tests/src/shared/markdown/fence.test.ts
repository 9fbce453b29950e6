import { expect, test } from 'vitest'
import { fenced } from '#shared/markdown/fence.ts'

test('a code block has a fence longer than any run of backticks in it', () => {
  expect(fenced('a')).toBe('```\na\n```')
  expect(fenced('```\na\n````', 'md')).toBe('`````md\n```\na\n````\n`````')
})
