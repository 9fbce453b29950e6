import { countChanges, diffLines, splitLines } from '#web/lib/diff/lines.ts'
import { compareLines, packRanges } from './compare.ts'

/** What the thread is asked. */
export type DiffRequest =
  | { kind: 'compare'; old: string; new: string; ignoreSpace: boolean }
  /** Texts from the newest to the oldest: how each differs from the one after it. */
  | { kind: 'count'; texts: string[] }

/** What it answers to each. */
export interface DiffResponses {
  compare: Int32Array<ArrayBuffer>
  count: { added: number; removed: number }[]
}

/** Answers a question; in the thread, or in the window where there can be no thread. */
export function handleRequest(question: DiffRequest): DiffResponses[DiffRequest['kind']] {
  if (question.kind === 'compare') {
    const { old, new: next, ignoreSpace } = question
    return packRanges(compareLines(splitLines(old), splitLines(next), { ignoreSpace }))
  }
  const texts = question.texts.map(splitLines)
  return texts.slice(0, -1).map((lines, at) => countChanges(diffLines(texts[at + 1] ?? [], lines)))
}

/** Where this very file lies: what a thread is started with. */
export const workerAddress = import.meta.url

// The same file is read in the window, for its address, and in the thread, where it answers.
if (typeof document === 'undefined' && typeof self !== 'undefined' && 'postMessage' in self) {
  self.addEventListener('message', ({ data }: MessageEvent<DiffRequest>) => {
    const answer = handleRequest(data)
    self.postMessage(answer, answer instanceof Int32Array ? { transfer: [answer.buffer] } : {})
  })
}
