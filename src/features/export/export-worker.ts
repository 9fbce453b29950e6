import { parentPort, workerData } from 'node:worker_threads'
import { TooManyCells } from './docx/chunk-blocks.ts'
import { WordDocument } from './docx/document.ts'
import { MarkdownArchive } from './markdown/archive.ts'
import { SiteArchive } from './site/archive.ts'
import type { ExportFrame, ExportPart, ExportWorkerData, ExportWorkerResponse } from './worker-message.ts'
import type { ExportWriter } from './writer.ts'
import { zipLimits } from './zip-writer.ts'

/** Opens the file at `path` for writing in the format of the frame. */
function openExportWriter(path: string, frame: ExportFrame): ExportWriter<ExportPart> {
  switch (frame.kind) {
    case 'docx':
      return new WordDocument(path, frame) as ExportWriter<ExportPart>
    case 'markdown':
      return new MarkdownArchive(path, frame) as ExportWriter<ExportPart>
    case 'site':
      return new SiteArchive(path, frame) as ExportWriter<ExportPart>
  }
}

/** Runs the worker: requests parts until there are none, and writes one file. */
function write({ path, frame }: ExportWorkerData): void {
  const writer = openExportWriter(path, frame)
  const respond = async (parts: ExportPart[]): Promise<ExportWorkerResponse> => {
    for (const part of parts) await writer.add(part)
    if (parts.length > 0) return writer.sizeBytes > zipLimits.bytes ? 'tooLarge' : 'more'
    await writer.finish()
    return { done: [...(writer.notes ?? [])] }
  }
  const say = (word: ExportWorkerResponse) => parentPort?.postMessage(word)
  parentPort?.on('message', (parts: ExportPart[]) => {
    respond(parts).then(say, (error: unknown) => {
      if (error instanceof TooManyCells) say({ tooManyCells: error.title })
      else queueMicrotask(() => Promise.reject(error)) // ends the worker with this error
    })
  })
  say('more')
}

const data = workerData as ExportWorkerData
if (data.docsteadWorker === 'export') write(data)
