import { parentPort, workerData } from 'node:worker_threads'
import { compareDescriptions } from '#shared/api-doc/diff/compare-descriptions.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { CompareWorkerData } from './compare-worker-client.ts'

const data = workerData as CompareWorkerData
// an error that nothing handles ends the thread with it
if (data.docsteadWorker === 'api-change') {
  const parse = (text: string) => JSON.parse(text) as UnknownObject
  parentPort?.postMessage(
    compareDescriptions({ old: parse(data.before), now: parse(data.after) }, { today: data.today }),
  )
}
