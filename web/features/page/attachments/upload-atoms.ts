import { atom } from 'jotai'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { api, isApiError } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { type UploadTarget, uploadOptions } from '#web/lib/upload.ts'
import { reloadFilesAtom } from './atoms.ts'
import { newUpload, nextToSend, removeEnded, type Upload, updateUpload } from './upload-queue.ts'

const mostBytes = boot.upload_max_mb * 1024 * 1024
// How long a finished upload stays visible.
const doneMs = 4000

// The uploads belong to one user: another user in this browser does not see them.
const ownAtom = atom((get) => {
  get(uidAtom)
  return atom<readonly Upload[]>([])
})
const listAtom = atom(
  (get) => get(get(ownAtom)),
  (get, set, change: (list: readonly Upload[]) => readonly Upload[]) => set(get(ownAtom), change),
)

/** All running and finished uploads. */
export const uploadsAtom = atom((get) => get(listAtom))

const senders = new Map<number, AbortController>()
let lastId = 0

// Errors caused by the file itself, which sending it again cannot fix.
const lasting = [
  'fileMissing',
  'fileTooLarge',
  'fileNameBlocked',
  'fileTypeRefused',
  'fileContentWrong',
  'notAnImage',
  'imageTooLarge',
  'quotaReached',
  'noRight',
  'itemArchived',
  'pageGone',
] as const

const sendAtom = atom(null, async (get, set, id: number) => {
  const upload = get(listAtom).find((one) => one.id === id)
  if (!upload) return
  const change = (next: Partial<Upload>) => set(listAtom, (list) => updateUpload(list, id, next))
  const sender = new AbortController()
  senders.set(id, sender)
  change({ state: 'sending', sentBytes: 0 })
  try {
    await api.attachment.attachmentUpload(
      { ...upload.target, file: upload.file },
      uploadOptions({
        signal: sender.signal,
        onSent: (share) => change({ sentBytes: share * upload.sizeBytes }),
      }),
    )
    change({ state: 'done' })
    window.setTimeout(() => set(clearUploadAtom, id), doneMs)
    set(reloadFilesAtom)
  } catch (error) {
    if (!sender.signal.aborted)
      change({
        state: 'failed',
        error: errorText(error),
        mayRetry: !lasting.some((name) => isApiError(error, name)),
      })
  } finally {
    senders.delete(id)
    set(pumpAtom)
  }
})

const pumpAtom = atom(null, (get, set) => {
  for (const id of nextToSend(get(listAtom))) void set(sendAtom, id)
})

/** Uploads files to a target, two at a time. */
export const uploadFilesAtom = atom(null, (_get, set, files: readonly File[], place: UploadTarget) => {
  const added = files.map((file) => {
    lastId += 1
    return newUpload(lastId, file, place, mostBytes)
  })
  set(listAtom, (list) => [...list, ...added])
  set(pumpAtom)
})

/** Cancels an upload; the bytes already sent are discarded. */
export const cancelUploadAtom = atom(null, (_get, set, id: number) => {
  senders.get(id)?.abort()
  set(clearUploadAtom, id)
  set(pumpAtom)
})

/** Retries an upload. */
export const retryUploadAtom = atom(null, (_get, set, id: number) => {
  set(listAtom, (list) => updateUpload(list, id, { state: 'waiting', sentBytes: 0, error: undefined }))
  set(pumpAtom)
})

/** Removes an upload from the list. */
export const clearUploadAtom = atom(null, (_get, set, id: number) => {
  set(listAtom, (list) => list.filter((upload) => upload.id !== id))
})

/** Removes the finished uploads of a target from the list. */
export const clearEndedAtom = atom(null, (_get, set, place: UploadTarget) => {
  set(listAtom, (list) => removeEnded(list, place))
})
