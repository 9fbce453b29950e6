import type { LocalizedText } from '#web/lib/lazy-text.ts'
import type { UploadRow } from '#web/ui/upload-list.tsx'

/** Where uploads belong: a page with its item, or 0 and 0 for the own files alone. */
export interface UploadTarget {
  item_id: number
  page_id: number
}

/** One file on its way. */
export interface Upload extends Omit<UploadRow, 'reason'> {
  file: File
  target: UploadTarget
  /** What is wrong with it before it is sent. */
  fault?: Fault
  /** Why the server refused it, in words. */
  error?: LocalizedText | undefined
}

/** Why a file need not be sent at all. */
export type Fault = 'empty' | 'tooLarge'

const atOnce = 2 // as many as the server takes of one person

/** What is wrong with a file before it is sent; undefined when nothing is. */
export function checkFile(file: { size: number }, mostBytes: number): Fault | undefined {
  if (file.size === 0) return 'empty'
  return file.size > mostBytes ? 'tooLarge' : undefined
}

/** A file as it enters the queue: waiting, or refused right away. */
export function newUpload(id: number, file: File, target: UploadTarget, mostBytes: number): Upload {
  const fault = checkFile(file, mostBytes)
  const base = { id, file, target, name: file.name, sizeBytes: file.size, sentBytes: 0 }
  return fault ? { ...base, state: 'failed', fault } : { ...base, state: 'waiting' }
}

/** Those whose turn it is, so that two are on their way at once. */
export function nextToSend(uploads: readonly Upload[]): number[] {
  const free = atOnce - uploads.filter((upload) => upload.state === 'sending').length
  return uploads
    .filter((upload) => upload.state === 'waiting')
    .slice(0, Math.max(0, free))
    .map((upload) => upload.id)
}

/** The list with one upload changed. */
export const updateUpload = (uploads: readonly Upload[], id: number, change: Partial<Upload>): Upload[] =>
  uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload))

/** The list without what has come to an end there. */
export const removeEnded = (uploads: readonly Upload[], place: UploadTarget): Upload[] =>
  uploads.filter((upload) => !isForTarget(place)(upload) || upload.state === 'waiting' || upload.state === 'sending')

/** Whether an upload belongs to a place. */
export const isForTarget = (place: UploadTarget) => (upload: Upload) =>
  upload.target.page_id === place.page_id && upload.target.item_id === place.item_id
