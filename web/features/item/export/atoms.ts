import { atom } from 'jotai'
import { beginTransferAtom, changeTransferAtom, type Transfer } from '#web/features/jobs/index.tsx'
import { ApiError, api, getErrorMessage } from '#web/lib/api.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { type ExportChoice, parseFileName, toExportInput } from './scope.ts'

/** The time limit for creating and downloading a file, in ms: the server itself gives up after five minutes. */
const longestMs = 30 * 60_000

/** The item to export. */
export interface ExportedItem {
  item_id: string
  item_name: string
  item_domain: string
  item_type: string
}

/** The outcome of an export. */
export type Ended = 'done' | 'failed' | 'cancelled'

/** Returns the error for a connection lost during the download. */
const brokenOff = () => new ApiError({ error_code: -1, error_name: 'offline', error_message: '', request_id: '' })

async function receive(response: Response, onBytes: (received: number) => void): Promise<Blob> {
  const reader = response.body?.getReader()
  if (!reader) return response.blob()
  const chunks: BlobPart[] = []
  let received = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    received += value.byteLength
    onBytes(received)
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
}

/** Update interval of the progress during the download, in ms. */
const reportMs = 100

/**
 * Requests a file, downloads it and saves it; the dialog shows the progress throughout.
 *
 * @returns the outcome
 */
export const exportAtom = atom(
  null,
  async (_get, set, id: string, title: string, item: ExportedItem, choice: ExportChoice): Promise<Ended> => {
    const stop = new AbortController()
    const change = (next: Partial<Transfer>) => set(changeTransferAtom, id, next)
    set(beginTransferAtom, {
      id,
      title,
      state: 'running',
      received: 0,
      size: 0,
      file_name: '',
      reason: '',
      addtime: Math.floor(Date.now() / 1000),
      cancel: () => stop.abort(),
    })
    const options = { signal: stop.signal, timeoutMs: longestMs }
    try {
      await api.export.checkMarkdownLimit({ export_format: choice.format }, options)
      const input = toExportInput(item.item_id, choice)
      const response = await (choice.format === 'word'
        ? api.export.word(input, options)
        : api.export.markdown(input, options))
      const file_name = parseFileName(response.headers.get('content-disposition')) ?? item.item_name
      change({ size: Number(response.headers.get('content-length') ?? 0), file_name })
      let reportedAt = 0
      const content = await receive(response, (received) => {
        if (performance.now() - reportedAt < reportMs) return
        reportedAt = performance.now()
        change({ received })
      })
      const save = () => saveFile(content, file_name)
      change({ state: 'done', received: content.size, size: content.size, save })
      save()
      return 'done'
    } catch (error) {
      if (stop.signal.aborted) {
        change({ state: 'cancelled' })
        return 'cancelled'
      }
      change({ state: 'failed', reason: getErrorMessage(error instanceof ApiError ? error : brokenOff()) })
      return 'failed'
    }
  },
)
