import { expect, test } from 'vitest'
import { createSerialQueue } from '#web/lib/serial-queue.ts'

test('runs actions one after the other in order, also after a failure', async () => {
  const inTurn = createSerialQueue()
  const first = Promise.withResolvers<string>()
  const begun: string[] = []
  const operation = (name: string, answer: Promise<string> | string) =>
    inTurn(async () => {
      begun.push(name)
      return answer
    })
  const answers = [operation('a', first.promise), operation('b', 'b'), operation('c', 'c')]
  await Promise.resolve()
  expect(begun).toEqual(['a'])
  first.reject(new Error('a'))
  expect(await Promise.allSettled(answers)).toMatchObject([{ status: 'rejected' }, { value: 'b' }, { value: 'c' }])
  expect(begun).toEqual(['a', 'b', 'c'])
})
