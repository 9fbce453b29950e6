import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createGarbageLimit } from '#src/core/idle-memory.ts'
import { isNothingToExport } from './api/nothing.ts'
import { isTooManyCells } from './chunk-blocks.ts'
import { MarkdownArchive } from './markdown/archive.ts'
import type { ExportFrame, ExportPart, ExportWorkerData, ExportWorkerResponse } from './worker-message.ts'
import type { ExportWriter } from './writer.ts'
import { zipLimits } from './zip-writer.ts'

/** How much garbage an export may hold, in bytes. */
const garbageMost = 12_000_000

/** Opens the file at `path` for writing in the format of the frame. Only what that format needs is loaded. */
async function openExportWriter(path: string, frame: ExportFrame): Promise<ExportWriter<ExportPart>> {
  switch (frame.kind) {
    case 'docx': {
      const { WordDocument } = await import('./documents-part.ts')
      return new WordDocument(path, frame) as ExportWriter<ExportPart>
    }
    case 'markdown':
      return new MarkdownArchive(path, frame) as ExportWriter<ExportPart>
    case 'openapi':
    case 'openapi-yaml': {
      const { OpenApiDescription } = await import('./api-part.ts')
      return new OpenApiDescription(path, frame) as ExportWriter<ExportPart>
    }
    case 'postman': {
      const { PostmanCollection } = await import('./api-part.ts')
      return new PostmanCollection(path, frame) as ExportWriter<ExportPart>
    }
    case 'xlsx': {
      const { ExcelFile } = await import('./api-part.ts')
      return new ExcelFile(path, frame) as ExportWriter<ExportPart>
    }
    case 'pdf': {
      const { PdfFile } = await import('./documents-part.ts')
      return new PdfFile(path, frame) as ExportWriter<ExportPart>
    }
    case 'site': {
      const { SiteArchive } = await import('./site-part.ts')
      return new SiteArchive(path, frame) as ExportWriter<ExportPart>
    }
  }
}

/** Runs the worker: requests parts until there are none, and writes one file. */
async function write({ path, frame }: ExportWorkerData): Promise<void> {
  const writer = await openExportWriter(path, frame)
  const limitGarbage = createGarbageLimit(garbageMost)
  const respond = async (parts: ExportPart[]): Promise<ExportWorkerResponse> => {
    for (const part of parts) {
      await writer.add(part)
      limitGarbage()
    }
    if (parts.length > 0) return writer.sizeBytes > zipLimits.bytes ? 'tooLarge' : 'more'
    await writer.finish()
    return { done: [...(writer.notes ?? [])] }
  }
  const say = (word: ExportWorkerResponse) => parentPort?.postMessage(word)
  parentPort?.on('message', (parts: ExportPart[]) => {
    respond(parts).then(say, (error: unknown) => {
      if (isNothingToExport(error)) say('nothing')
      else if (isTooManyCells(error)) say({ tooManyCells: error.title })
      else queueMicrotask(() => Promise.reject(error)) // ends the worker with this error
    })
  })
  say('more')
}

const data = workerData as ExportWorkerData
if (data.docsteadWorker === 'export') {
  // requests have the processor first; only on Linux a thread has a priority of its own
  if (process.platform === 'linux') setPriority(10)
  write(data).catch((error: unknown) => queueMicrotask(() => Promise.reject(error)))
}
