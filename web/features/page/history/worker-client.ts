import type { DiffRequest, DiffResponses } from './diff-worker.ts'

type Answer<Q extends DiffRequest> = DiffResponses[Q['kind']]

/**
 * Compares texts in a worker, so that the window stays responsive however long they are.
 *
 * @throws {DOMException} AbortError when `signal` is aborted
 */
export async function runInWorker<Q extends DiffRequest>(question: Q, signal?: AbortSignal): Promise<Answer<Q>> {
  const { handleRequest: answerTo, workerAddress } = await import('./diff-worker.ts')
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    // the kind of the request determines the type of its response
    const give = (answer: DiffResponses[DiffRequest['kind']]) => resolve(answer as Answer<Q>)
    const inWindow = () => {
      try {
        give(answerTo(question))
      } catch (error) {
        reject(error)
      }
    }
    let worker: Worker
    try {
      worker = new Worker(workerAddress, { type: 'module' })
    } catch {
      return inWindow() // a browser that cannot start a worker still shows the comparison
    }
    const end = () => worker.terminate()
    worker.onmessage = ({ data }: MessageEvent<DiffResponses[DiffRequest['kind']]>) => {
      end()
      give(data)
    }
    worker.onerror = () => {
      end()
      inWindow()
    }
    signal?.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    worker.postMessage(question)
  })
}
