import { parentPort, workerData } from 'node:worker_threads'
import { TooManyCells } from './docx/chunk-blocks.ts'
import { WordDocument } from './docx/document.ts'
import { MarkdownArchive } from './markdown-archive.ts'
import type { ExportParts, ExportWorkerData, ExportWorkerResponse, MarkdownPart, WordPart } from './worker-message.ts'
import { ZipWriter, zipLimits } from './zip-writer.ts'

interface Writer {
  add(part: WordPart | MarkdownPart): void
  finish(): void
}

/** Runs the worker: requests parts until there are none, and writes one file. */
function write({ path, frame }: ExportWorkerData): void {
  const zip = new ZipWriter(path)
  const writer = (frame.kind === 'word' ? new WordDocument(zip, frame) : new MarkdownArchive(zip, frame)) as Writer
  const say = (word: ExportWorkerResponse) => parentPort?.postMessage(word)
  parentPort?.on('message', (parts: ExportParts) => {
    try {
      for (const part of parts) writer.add(part)
    } catch (error) {
      if (error instanceof TooManyCells) return say({ tooManyCells: error.title })
      throw error
    }
    if (parts.length > 0) return say(zip.sizeBytes > zipLimits.bytes ? 'tooLarge' : 'more')
    writer.finish()
    say('done')
  })
  say('more')
}

const data = workerData as ExportWorkerData
if (data.docsteadWorker === 'export') write(data)
