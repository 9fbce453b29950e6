import { FileError, type FileErrorReason } from '#shared/spreadsheet/xlsx/xlsx-limits.ts'
import { startWorker } from '#web/lib/worker.ts'
import type { FileMessage, FileRequest } from './file-request.ts'
// The address alone: a browser may not try an import again that has failed, but it loads a worker again.
// oxlint-disable-next-line import/default -- the build makes the address the default export
import address from './file-worker.ts?thread'

/** The final message of the worker. */
type FileResult = Exclude<FileMessage, { kind: 'progress' | 'refused' }>

/**
 * Reads or writes a file in a worker of its own, which `signal` terminates at once.
 *
 * @throws {FileError} for a file that cannot be imported
 * @throws {DOMException} AbortError when `signal` is aborted
 */
export async function runFileWorker(
  question: FileRequest,
  onProgress: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<FileResult> {
  signal.throwIfAborted()
  const worker = startWorker(address)
  return new Promise<FileResult>((resolve, reject) => {
    const fail = (reason: FileErrorReason) => reject(new FileError(reason))
    worker.onmessage = ({ data }: MessageEvent<FileMessage>) => {
      if (data.kind === 'progress') return onProgress(data.done, data.of)
      if (data.kind === 'refused') fail(data.reason)
      else resolve(data)
    }
    // its script did not load; otherwise it most likely ran out of memory
    worker.onerror = (event) => fail(event instanceof ErrorEvent ? 'broken' : 'noReader')
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.postMessage(question)
  }).finally(() => worker.terminate())
}
