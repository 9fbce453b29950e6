import { type CompareRequest, computeComparison } from './compare.ts'

// runs in a worker; see merge-tools.ts
self.addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => self.postMessage(computeComparison(data)))
