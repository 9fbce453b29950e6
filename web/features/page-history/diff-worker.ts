import { countChanges, diffLines, linesOf } from '#web/lib/diff/lines.ts'
import { compareLines, packed } from './compare.ts'

/** What the thread is asked. */
export type DiffQuestion =
  | { kind: 'compare'; old: string; new: string; ignoreSpace: boolean }
  /** Texts from the newest to the oldest: how each differs from the one after it. */
  | { kind: 'count'; texts: string[] }

/** What it answers to each. */
export interface DiffAnswers {
  compare: Int32Array<ArrayBuffer>
  count: { added: number; removed: number }[]
}

/** Answers a question; in the thread, or in the window where there can be no thread. */
export function answerTo(question: DiffQuestion): DiffAnswers[DiffQuestion['kind']] {
  if (question.kind === 'compare') {
    const { old, new: next, ignoreSpace } = question
    return packed(compareLines(linesOf(old), linesOf(next), { ignoreSpace }))
  }
  const texts = question.texts.map(linesOf)
  return texts.slice(0, -1).map((lines, at) => countChanges(diffLines(texts[at + 1] ?? [], lines)))
}

/** Where this very file lies: what a thread is started with. */
export const workerAddress = import.meta.url

// The same file is read in the window, for its address, and in the thread, where it answers.
if (typeof document === 'undefined' && typeof self !== 'undefined' && 'postMessage' in self) {
  self.addEventListener('message', ({ data }: MessageEvent<DiffQuestion>) => {
    const answer = answerTo(data)
    self.postMessage(answer, answer instanceof Int32Array ? { transfer: [answer.buffer] } : {})
  })
}
