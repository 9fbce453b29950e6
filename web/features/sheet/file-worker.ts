import { type FileRequest, handleFileRequest } from './file-request.ts'

// runs in a thread of its own; see file-worker-client.ts
self.addEventListener('message', ({ data }: MessageEvent<FileRequest>) =>
  handleFileRequest(data, (word) => self.postMessage(word)),
)
