import { answerTo, type CompareQuestion } from './merge-answer.ts'

// runs in a thread of its own; see merge-tools.ts
self.addEventListener('message', ({ data }: MessageEvent<CompareQuestion>) => self.postMessage(answerTo(data)))
