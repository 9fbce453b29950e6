import { expect, test } from 'vitest'
import { parseOptionForm } from '#src/features/options/queries.ts'

test('treats a form that cannot be parsed as empty', () => {
  for (const stored of [undefined, '', '[]', 'null', '{', '&quot;']) expect(parseOptionForm(stored)).toEqual({})
  expect(parseOptionForm('{"host":"a","port":389}')).toEqual({ host: 'a', port: '389' })
})
