import { expect, test } from 'vitest'
import { listUnsaved, registerUnsaved } from '#web/lib/unsaved.ts'

test('lists a text while it is unsaved and its screen is open', () => {
  let text: string | undefined = 'one'
  const leave = registerUnsaved('page', () => (text === undefined ? undefined : { title: 'Page', text }))
  expect(listUnsaved()).toEqual([{ title: 'Page', text: 'one' }])
  text = undefined
  expect(listUnsaved()).toEqual([])
  text = 'two'
  leave()
  expect(listUnsaved()).toEqual([])
})

test('a reader that throws does not hide the other texts', () => {
  const leaveBroken = registerUnsaved('broken', () => {
    throw new Error('gone')
  })
  const leave = registerUnsaved('whole', () => ({ title: 'T', text: 'kept' }))
  expect(listUnsaved()).toEqual([{ title: 'T', text: 'kept' }])
  leaveBroken()
  leave()
})
