import { startThread } from '#web/lib/thread.ts'
import type { MergeMarks } from './merge.ts'
import type { CompareQuestion, Comparison } from './merge-answer.ts'

/** What finds, tells and renames the marked places of a merged text. */
export type MergeTools = Pick<typeof import('./merge.ts'), 'markedPlaces' | 'hasMergeMarks' | 'marksRenamed'>

/** Loads what finds the marked places of a merged text. */
export const loadMergeTools = (): Promise<MergeTools> => import('./merge.ts')

/** Names what came from whom in a merged text. */
export type { MergeMarks }

/**
 * Compares two texts, and merges them when their common origin is known, in a thread of its own: the window stays free however
 * long they are.
 *
 * @throws {DOMException} AbortError when `signal` says so
 */
export async function compareTexts(question: CompareQuestion, signal?: AbortSignal): Promise<Comparison> {
  const [{ answerTo }, { default: address }] = await Promise.all([
    import('./merge-answer.ts'),
    import('./merge-thread.ts?thread'),
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
      worker = startThread(address)
    } catch {
      return inWindow() // a browser that lets no thread be started still shows both texts
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
