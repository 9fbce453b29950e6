import { countChanges, diffLines, splitLines } from '#shared/text-diff/lines.ts'
import { compareLines, packRanges } from './compare-lines.ts'

/** A request to the worker. */
export type DiffRequest =
  | { kind: 'compare'; old: string; new: string; ignoreSpace: boolean }
  /** Texts from the newest to the oldest: counts how each differs from the one after it. */
  | { kind: 'count'; texts: string[] }

/** The response to each request. */
export interface DiffResponses {
  compare: Int32Array<ArrayBuffer>
  count: { added: number; removed: number }[]
}

/** Handles a request; in the worker, or in the window where no worker can be started. */
export function handleRequest(question: DiffRequest): DiffResponses[DiffRequest['kind']] {
  if (question.kind === 'compare') {
    const { old, new: next, ignoreSpace } = question
    return packRanges(compareLines(splitLines(old), splitLines(next), { ignoreSpace }))
  }
  const texts = question.texts.map(splitLines)
  return texts.slice(0, -1).map((lines, at) => countChanges(diffLines(texts[at + 1] ?? [], lines)))
}

/** The address of this file, with which a worker is started. */
export const workerAddress = import.meta.url

// The same file is loaded in the window, for its address, and in the worker, where it handles requests.
if (typeof document === 'undefined' && typeof self !== 'undefined' && 'postMessage' in self) {
  self.addEventListener('message', ({ data }: MessageEvent<DiffRequest>) => {
    const answer = handleRequest(data)
    self.postMessage(answer, answer instanceof Int32Array ? { transfer: [answer.buffer] } : {})
  })
}
