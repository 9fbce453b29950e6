import { type CompareRequest, computeComparison } from './merge.ts'

// runs in a worker; see comparison.ts
self.addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => self.postMessage(computeComparison(data)))
