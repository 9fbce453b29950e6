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
