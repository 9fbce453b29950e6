import { expect, test } from 'vitest'
import { parseEvents, stoppedAnswer } from '#web/features/api-docs/try-it/live-stream.ts'
import { addEntry, emptyLog, socketProblem, toSocketUrl } from '#web/features/api-docs/try-it/socket-log.ts'

test('reads the complete events of a stream', () => {
  expect(parseEvents(': hello\n\nevent: price\nid: 7\ndata: 1\ndata: 2\n\ndata:x\r\n\r\ndata: cut off')).toEqual([
    { id: '7', name: 'price', data: '1\n2' },
    { id: '7', name: '', data: 'x' },
  ])
  expect(parseEvents('')).toEqual([])
  const head = { status: 200, status_text: 'OK', url: 'http://a.test/', redirects: [], headers: [] }
  expect(stoppedAnswer({ head, text: 'é' }, 5)).toMatchObject({ content: 'é', size_bytes: 2, is_truncated: true })
})

test('keeps the newest messages of a connection within its limits', () => {
  const add = (log: typeof emptyLog, text: string) =>
    addEntry(log, { kind: 'received', text, time: 0, size_bytes: text.length, isBinary: false })
  let log = emptyLog
  for (let at = 0; at < 700; at += 1) log = add(log, `m${at}`)
  expect(log.entries).toHaveLength(500)
  expect(log.dropped).toBe(200)
  expect(log.entries.at(-1)).toMatchObject({ text: 'm699', isCut: false })
  for (let at = 0; at < 60; at += 1) log = add(log, 'x'.repeat(150_000))
  expect(log.length).toBeLessThanOrEqual(2_000_000)
  expect(log.entries.at(-1)?.text).toHaveLength(100_000)
  expect(log.entries.at(-1)).toMatchObject({ isCut: true, size_bytes: 150_000 })
})

test('knows what a browser would not connect to', () => {
  expect(toSocketUrl('https://shop.test/live')).toBe('wss://shop.test/live')
  expect(socketProblem('ws://shop.test/live', 'http://docs.test')).toBeUndefined()
  expect(socketProblem('ws://shop.test/live', 'https://docs.test')).toBe('mixed')
  expect(socketProblem('ws://localhost:1/', 'https://docs.test')).toBeUndefined()
  expect(socketProblem('/live', 'https://docs.test')).toBe('address')
  expect(socketProblem('javascript://x', 'https://docs.test')).toBe('address')
})
