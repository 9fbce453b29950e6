import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startReleasingMemory } from '#src/core/idle-memory.ts'

/** Occupies the event loop, as requests do. */
function work(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

test('releases memory when the process becomes idle, and again after more work', async () => {
  const shrink = vi.fn()
  onTestFinished(startReleasingMemory(shrink, 20))
  await vi.waitFor(() => expect(shrink).toHaveBeenCalled(), { timeout: 10_000 })
  const before = shrink.mock.calls.length
  work(100)
  await vi.waitFor(() => expect(shrink.mock.calls.length).toBeGreaterThan(before), { timeout: 10_000 })
})

test('threads that begin at the same time each find the collector', async () => {
  const module = JSON.stringify(new URL('../../../src/core/idle-memory.ts', import.meta.url).href)
  const code = `import(${module}).then(({ createGarbageLimit }) => {
    for (let n = 0; n < 40; n += 1) createGarbageLimit(0)()
  })`
  const workers = Array.from({ length: 4 }, () => new Worker(code, { eval: true }))
  const ends = await Promise.all(workers.map((worker) => once(worker, 'exit')))
  expect(ends).toEqual([[0], [0], [0], [0]])
})
