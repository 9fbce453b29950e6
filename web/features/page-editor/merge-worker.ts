import { type CompareRequest, computeComparison } from './compare.ts'

// runs in a thread of its own; see merge-tools.ts
self.addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => self.postMessage(computeComparison(data)))
