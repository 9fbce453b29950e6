import { expect, test } from 'vitest'
import { fileLinkMarkdown, imageMarkdown } from '#web/lib/file-markdown.ts'

test('turns a file into a link with its name, an image into an image without its extension', () => {
  expect(fileLinkMarkdown('users.xlsx', '/a?sign=1')).toBe('[users.xlsx](/a?sign=1)')
  expect(imageMarkdown('schema.png', '/a?sign=1')).toBe('![schema](/a?sign=1)')
})

test('a name cannot break out of the link', () => {
  expect(fileLinkMarkdown('a](evil) `b`\n*c*.txt', '/x')).toBe('[a (evil) b c .txt](/x)')
  expect(fileLinkMarkdown('[]', '/x y')).toBe('[/x y](</x y>)')
})
