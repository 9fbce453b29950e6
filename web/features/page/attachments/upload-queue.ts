import type { LocalizedText } from '#web/lib/lazy-text.ts'
import { checkFile, type UploadTarget } from '#web/lib/upload.ts'
import type { UploadRow } from '#web/ui/upload-list.tsx'

/** An upload of one file. */
export interface Upload extends Omit<UploadRow, 'reason'> {
  file: File
  target: UploadTarget
  /** Why the file cannot be sent. */
  fault?: 'empty' | 'tooLarge'
  /** The error message of the server. */
  error?: LocalizedText | undefined
}

const atOnce = 2 // the server's limit per user

/** Creates an upload: waiting, or failed when the file cannot be sent. */
export function newUpload(id: number, file: File, target: UploadTarget, mostBytes: number): Upload {
  const fault = checkFile(file, mostBytes)
  const base = { id, file, target, name: file.name, sizeBytes: file.size, sentBytes: 0 }
  return fault ? { ...base, state: 'failed', fault } : { ...base, state: 'waiting' }
}

/** Returns the ids of the uploads to start next, so that two run at a time. */
export function nextToSend(uploads: readonly Upload[]): number[] {
  const free = atOnce - uploads.filter((upload) => upload.state === 'sending').length
  return uploads
    .filter((upload) => upload.state === 'waiting')
    .slice(0, Math.max(0, free))
    .map((upload) => upload.id)
}

/** Returns the list with one upload changed. */
export const updateUpload = (uploads: readonly Upload[], id: number, change: Partial<Upload>): Upload[] =>
  uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload))

/** Returns the list without the finished uploads of a target. */
export const removeEnded = (uploads: readonly Upload[], place: UploadTarget): Upload[] =>
  uploads.filter((upload) => !isForTarget(place)(upload) || upload.state === 'waiting' || upload.state === 'sending')

/** Whether an upload belongs to a target. */
export const isForTarget = (place: UploadTarget) => (upload: Upload) =>
  upload.target.page_id === place.page_id && upload.target.item_id === place.item_id
