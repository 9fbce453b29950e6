import { expect, test } from 'vitest'
import { type MarkUp, markUp } from '#web/features/admin/announcements/mark-up.ts'

/** The text with its selection between brackets. */
const done = (marked: string, how: MarkUp) => {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const { text, ...chosen } = markUp({ text: marked.replace(/[[\]]/g, ''), start, end }, how)
  return `${text.slice(0, chosen.start)}[${text.slice(chosen.start, chosen.end)}]${text.slice(chosen.end)}`
}

test('wraps the selection in a tag and keeps it selected', () => {
  expect(done('one [two] three', 'bold')).toBe('one <strong>[two]</strong> three')
  expect(done('one []', 'heading')).toBe('one <h3>[]</h3>')
})

test('selects the address of a new link', () => {
  expect(done('see [here].', 'link')).toBe('see <a href="[https://]">here</a>.')
})

test('turns each selected line into a list item', () => {
  expect(done('[a\nb]', 'list')).toBe('<ul>\n<li>[a</li>\n<li>b]</li>\n</ul>')
  expect(done('[]', 'list')).toBe('<ul>\n<li>[]</li>\n</ul>')
})
