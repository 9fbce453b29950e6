import { expect, test } from 'vitest'
import { createSerialQueue } from '#web/lib/serial-queue.ts'

test('runs actions one after the other in order, also after a failure', async () => {
  const inTurn = createSerialQueue()
  const first = Promise.withResolvers<string>()
  const begun: string[] = []
  const deed = (name: string, answer: Promise<string> | string) =>
    inTurn(async () => {
      begun.push(name)
      return answer
    })
  const answers = [deed('a', first.promise), deed('b', 'b'), deed('c', 'c')]
  await Promise.resolve()
  expect(begun).toEqual(['a'])
  first.reject(new Error('a'))
  expect(await Promise.allSettled(answers)).toMatchObject([{ status: 'rejected' }, { value: 'b' }, { value: 'c' }])
  expect(begun).toEqual(['a', 'b', 'c'])
})
