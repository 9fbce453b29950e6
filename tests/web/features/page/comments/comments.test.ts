import { expect, test } from 'vitest'
import {
  type Comment,
  type Comments,
  commentAuthor,
  mergeComments,
  splitLinks,
} from '#web/features/page/comments/comments.ts'

const comment = (comment_id: string) => ({ comment_id, replies: [] as Comment['replies'] }) as Comment
const part = (ids: string[], total = 5): Comments => ({ total, comment_count: total + 2, list: ids.map(comment) })
const idsOf = ({ list }: Comments) => list.map(({ comment_id }) => comment_id)

test('appends the parts of a list and drops entries that moved into the next part', () => {
  const all = mergeComments([part(['9', '8']), part(['8', '7'], 6), part(['5'], 6)])
  expect(idsOf(all)).toEqual(['9', '8', '7', '5'])
  expect(all).toMatchObject({ total: 6, comment_count: 8 })
})

test('a page without comments has an empty list', () => {
  const none = { total: 0, comment_count: 0, list: [] }
  expect(mergeComments([none])).toEqual(none)
})

test('shows a name, or the username without one', () => {
  expect(commentAuthor({ name: '李伟', username: 'liwei' })).toBe('李伟')
  expect(commentAuthor({ name: '', username: 'liwei' })).toBe('liwei')
})

test.each([
  ['no URL', ['no URL']],
  ['', []],
  ['See https://example.com/a?b=1#c.', ['See ', '<https://example.com/a?b=1#c>', '.']],
  ['见（https://例子.com/页面）。', ['见（', '<https://例子.com/页面>', '）。']],
  ['http://a.example, http://b.example', ['<http://a.example>', ', ', '<http://b.example>']],
  ['javascript:alert(1) https:// ftp://x', ['javascript:alert(1) https:// ftp://x']],
])('finds the links in %j', (text, pieces) => {
  expect(splitLinks(text).map((one) => (one.isLink ? `<${one.text}>` : one.text))).toEqual(pieces)
})
