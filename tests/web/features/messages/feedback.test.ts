import { expect, test } from 'vitest'
import { parseFeedback } from '#web/features/messages/feedback.ts'

const picture = `/api/attachment/visitFile?sign=${'0f'.repeat(16)}`

test.each([
  ['one line', { text: 'one line', contact: '', picture: '' }],
  ['two\n\nparagraphs of\ntext', { text: 'two\n\nparagraphs of\ntext', contact: '', picture: '' }],
  ['text\n\nmo@here', { text: 'text', contact: 'mo@here', picture: '' }],
  [`text\n\n${picture}`, { text: 'text', contact: '', picture }],
  [`a\n\nb\n\n4711\n${picture}`, { text: 'a\n\nb', contact: '4711', picture }],
  ['text\n\njavascript:alert(1)?sign=0f', { text: 'text', contact: 'javascript:alert(1)?sign=0f', picture: '' }],
])('%j', (message, parts) => {
  expect(parseFeedback(message)).toEqual(parts)
})
