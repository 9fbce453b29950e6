import { expect, test } from 'vitest'
import { fileLinkMarkdown, imageMarkdown } from '#web/lib/file-markdown.ts'

test('a file becomes a link under its name, a picture a picture without its ending', () => {
  expect(fileLinkMarkdown('users.xlsx', '/a?sign=1')).toBe('[users.xlsx](/a?sign=1)')
  expect(imageMarkdown('schema.png', '/a?sign=1')).toBe('![schema](/a?sign=1)')
})

test('a name cannot break out of the link', () => {
  expect(fileLinkMarkdown('a](evil) `b`\n*c*.txt', '/x')).toBe('[a (evil) b c .txt](/x)')
  expect(fileLinkMarkdown('[]', '/x y')).toBe('[/x y](</x y>)')
})
