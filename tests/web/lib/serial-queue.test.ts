import { expect, test } from 'vitest'
import { createSerialQueue } from '#web/lib/serial-queue.ts'

test('deeds run one after the other in the order in which they were asked for, also after one that fails', async () => {
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
