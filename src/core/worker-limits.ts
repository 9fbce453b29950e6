import { setFlagsFromString } from 'node:v8'
import type { ResourceLimits } from 'node:worker_threads'

/**
 * Returns the memory limits of a worker thread, in MB. V8 would put the option `--max-semi-space-size`, with which the
 * executable starts, before the limit of a thread's young generation. It is taken back here: threads that run have read
 * it. Without a limit of its own, a thread has as much as that option gives.
 */
export function workerLimits(maxOldGenerationSizeMb: number, maxYoungGenerationSizeMb = 24): ResourceLimits {
  setFlagsFromString('--max-semi-space-size=0')
  return { maxOldGenerationSizeMb, maxYoungGenerationSizeMb }
}
