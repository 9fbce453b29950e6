import { type FileRequest, handleFileRequest } from './file-request.ts'

// runs in its own worker; see file-worker-client.ts
self.addEventListener('message', ({ data }: MessageEvent<FileRequest>) =>
  handleFileRequest(data, (word) => self.postMessage(word)),
)
