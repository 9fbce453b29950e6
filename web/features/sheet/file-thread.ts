import { answerFile, type FileQuestion } from './file-answer.ts'

// runs in a thread of its own; see ask-file.ts
self.addEventListener('message', ({ data }: MessageEvent<FileQuestion>) =>
  answerFile(data, (word) => self.postMessage(word)),
)
