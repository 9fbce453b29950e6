import { startWorker } from '#web/lib/worker.ts'
import type { CompareRequest, Comparison } from './compare.ts'
import type { MarkerLabels } from './merge.ts'

/** The functions that find, describe and relabel the conflicts of a merged text. */
export type MergeTools = Pick<
  typeof import('./merge.ts'),
  'findConflictBlocks' | 'hasConflictMarkers' | 'relabelingChanges'
>

/** Loads the functions that work on the conflicts of a merged text. */
export const loadMergeTools = (): Promise<MergeTools> => import('./merge.ts')

/** The names of both sides in a merged text. */
export type { MarkerLabels }

/**
 * Compares two texts, and merges them when their common base is known, in a worker: the window stays responsive however
 * long they are.
 *
 * @throws {DOMException} AbortError when `signal` is aborted
 */
export async function compareTexts(question: CompareRequest, signal?: AbortSignal): Promise<Comparison> {
  const [{ computeComparison: answerTo }, { default: address }] = await Promise.all([
    import('./compare.ts'),
    import('./merge-worker.ts?thread'),
  ])
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const inWindow = () => {
      try {
        resolve(answerTo(question))
      } catch (error) {
        reject(error)
      }
    }
    let worker: Worker
    try {
      worker = startWorker(address)
    } catch {
      return inWindow() // a browser that cannot start a worker still shows both texts
    }
    worker.onmessage = ({ data }: MessageEvent<Comparison>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = () => {
      worker.terminate()
      inWindow()
    }
    signal?.addEventListener('abort', () => {
      worker.terminate()
      reject(signal.reason)
    })
    worker.postMessage(question)
  })
}
