import { startWorker } from '#web/lib/worker.ts'
import type { CompareRequest, Comparison } from './merge.ts'

/** The functions that find, describe and relabel the conflicts of a merged text. */
export type MergeTools = Pick<
  typeof import('./merge.ts'),
  'findConflictBlocks' | 'hasConflictMarkers' | 'relabelingChanges'
>

/** A comparison together with the functions that work on its result. */
export interface Compared extends Comparison {
  tools: MergeTools
}

/**
 * Compares two texts, and merges them when their common base is known, in a worker: the window stays responsive however
 * long they are.
 *
 * @throws {DOMException} AbortError when `signal` is aborted
 */
export async function readComparison(request: CompareRequest, signal: AbortSignal): Promise<Compared> {
  const [tools, { default: address }] = await Promise.all([import('./merge.ts'), import('./merge-worker.ts?thread')])
  signal.throwIfAborted()
  let worker: Worker
  try {
    worker = startWorker(address)
  } catch {
    return { ...tools.computeComparison(request), tools } // a browser that cannot start a worker still shows both texts
  }
  const compared = new Promise<Comparison>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Comparison>) => resolve(data)
    worker.onerror = () => resolve(Promise.resolve(request).then(tools.computeComparison))
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.postMessage(request)
  })
  return { ...(await compared.finally(() => worker.terminate())), tools }
}
