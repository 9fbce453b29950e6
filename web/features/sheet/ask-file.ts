import { startThread } from '#web/lib/thread.ts'
import type { FileQuestion, FileWord } from './file-answer.ts'
import { type Refusal, RefusedFile } from './xlsx-limits.ts'

/** The last word of the thread. */
export type FileAnswer = Exclude<FileWord, { kind: 'progress' | 'refused' }>

/**
 * Reads or writes a file in a thread of its own, which `signal` ends at once.
 *
 * @throws {RefusedFile} for a file that cannot be taken
 * @throws {DOMException} AbortError when `signal` says so
 */
export async function askFile(
  question: FileQuestion,
  onProgress: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const { default: address } = await import('./file-thread.ts?thread').catch(() => {
    throw new RefusedFile('noReader')
  })
  signal.throwIfAborted()
  const worker = startThread(address)
  return new Promise<FileAnswer>((resolve, reject) => {
    const refuse = (reason: Refusal) => reject(new RefusedFile(reason))
    worker.onmessage = ({ data }: MessageEvent<FileWord>) => {
      if (data.kind === 'progress') return onProgress(data.done, data.of)
      if (data.kind === 'refused') refuse(data.reason)
      else resolve(data)
    }
    // its script did not come; or it ran out of memory, most likely
    worker.onerror = (event) => refuse(event instanceof ErrorEvent ? 'broken' : 'noReader')
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.postMessage(question)
  }).finally(() => worker.terminate())
}
