import { expect, test } from 'vitest'
import {
  isForTarget,
  newUpload,
  nextToSend,
  removeEnded,
  type Upload,
  updateUpload,
} from '#web/features/page/attachments/upload-queue.ts'
import { checkFile } from '#web/lib/upload.ts'

const here = { item_id: 1, page_id: 2 }
const mine = { item_id: 0, page_id: 0 }
const upload = (id: number, size = 3, place = here): Upload =>
  newUpload(id, new File(['x'.repeat(size)], `${id}.txt`), place, 4)

test('rejects an unacceptable file before sending it', () => {
  expect([0, 4, 5].map((size) => checkFile({ size }, 4))).toEqual(['empty', undefined, 'tooLarge'])
  expect(upload(1, 5)).toMatchObject({ state: 'failed', fault: 'tooLarge' })
  expect(upload(1, 5).mayRetry).toBeUndefined()
  expect(upload(1)).toMatchObject({ state: 'waiting', name: '1.txt', sizeBytes: 3 })
})

test('uploads two files at a time, in the order they were added', () => {
  let list: readonly Upload[] = [upload(1), upload(2, 9), upload(3), upload(4)]
  expect(nextToSend(list)).toEqual([1, 3])
  for (const id of nextToSend(list)) list = updateUpload(list, id, { state: 'sending' })
  expect(nextToSend(list)).toEqual([])
  list = updateUpload(list, 1, { state: 'done' })
  expect(nextToSend(list)).toEqual([4])
})

test('clears finished uploads of one target only', () => {
  const list = [
    { ...upload(1), state: 'done' as const },
    { ...upload(2, 3, mine), state: 'failed' as const },
    { ...upload(3), state: 'sending' as const },
  ]
  expect(removeEnded(list, here).map(({ id }) => id)).toEqual([2, 3])
  expect(list.filter(isForTarget(mine)).map(({ id }) => id)).toEqual([2])
})
