import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// How often to look whether the process is idle, and the share of that time that it may work and still be so.
const checkEveryMs = 10_000
// Until the first release, which gives back what the start took.
const firstCheckEveryMs = 2500
const idleShare = 0.02

type CollectGarbage = (options: { type: 'major'; flavor?: 'last-resort' }) => void

/** Returns V8's own function, which Node exposes only with an option. */
function findCollector(): CollectGarbage {
  for (;;) {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('globalThis.gc') as CollectGarbage | undefined
    // no other context gets it
    setFlagsFromString('--no-expose-gc')
    // the option is one for all threads: another one may have taken it back in the meantime
    if (collect) return collect
  }
}

/** Returns what this thread's heap holds, and what its buffers take outside of it, in bytes. */
function heldBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

/**
 * Returns a function to be called between the steps of a long work in a thread of its own. It collects garbage when the
 * thread holds `mostBytes` more than after the last time: by itself, V8 waits for twice as much, or for 64 MB of buffers.
 */
export function createGarbageLimit(mostBytes: number): () => void {
  const collect = findCollector()
  let least = heldBytes()
  return () => {
    if (heldBytes() - least < mostBytes) return
    collect({ type: 'major' })
    least = heldBytes()
  }
}

/**
 * Gives memory back to the system once the process is idle after some work. Without it, V8 keeps what it took under load
 * until there is load again.
 *
 * @param shrink releases further memory, such as caches of the database
 * @param everyMs how often to look whether it is idle
 * @returns a function that ends it
 */
export function startReleasingMemory(shrink: () => void, everyMs = checkEveryMs): () => void {
  let last = performance.eventLoopUtilization()
  let isReleased = false
  let collect: CollectGarbage | undefined
  let waitMs = Math.min(firstCheckEveryMs, everyMs)
  const check = () => {
    const { utilization } = performance.eventLoopUtilization(last)
    last = performance.eventLoopUtilization()
    if (utilization > idleShare) isReleased = false
    else if (!isReleased) {
      isReleased = true
      collect ??= findCollector()
      collect({ type: 'major', flavor: 'last-resort' })
      shrink()
      last = performance.eventLoopUtilization() // the collection itself is no work
      waitMs = everyMs
    }
    timer = setTimeout(check, waitMs).unref()
  }
  let timer = setTimeout(check, waitMs).unref()
  return () => clearTimeout(timer)
}
