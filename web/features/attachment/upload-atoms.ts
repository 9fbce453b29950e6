import { atom } from 'jotai'
import { uidAtom } from '#web/features/session/index.tsx'
import { api, isApiError } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { fetchWithProgress } from '#web/lib/upload.ts'
import { reloadFilesAtom } from './atoms.ts'
import { newUpload, nextToSend, removeEnded, type Upload, type UploadTarget, updateUpload } from './upload-queue.ts'

const mostBytes = boot.upload_max_mb * 1024 * 1024
// Half an hour: a large file over a slow line, and yet not for ever.
const longestMs = 30 * 60_000
// How long a file that has arrived stays on show.
const doneMs = 4000

// The files of one person are nothing for the next at this browser.
const ownAtom = atom((get) => {
  get(uidAtom)
  return atom<readonly Upload[]>([])
})
const listAtom = atom(
  (get) => get(get(ownAtom)),
  (get, set, change: (list: readonly Upload[]) => readonly Upload[]) => set(get(ownAtom), change),
)

/** All files on their way, and those that have come to an end. */
export const uploadsAtom = atom((get) => get(listAtom))

const senders = new Map<number, AbortController>()
let lastId = 0

// What the file itself is the reason of will not go away by sending it again.
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
      {
        signal: sender.signal,
        timeoutMs: longestMs,
        fetch: fetchWithProgress((share) => change({ sentBytes: share * upload.sizeBytes })),
      },
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

/** Sends files to a place, two at a time. */
export const uploadFilesAtom = atom(null, (_get, set, files: readonly File[], place: UploadTarget) => {
  const added = files.map((file) => {
    lastId += 1
    return newUpload(lastId, file, place, mostBytes)
  })
  set(listAtom, (list) => [...list, ...added])
  set(pumpAtom)
})

/** Stops an upload; what has gone of it is forgotten. */
export const cancelUploadAtom = atom(null, (_get, set, id: number) => {
  senders.get(id)?.abort()
  set(clearUploadAtom, id)
  set(pumpAtom)
})

/** Sends a file once more. */
export const retryUploadAtom = atom(null, (_get, set, id: number) => {
  set(listAtom, (list) => updateUpload(list, id, { state: 'waiting', sentBytes: 0, error: undefined }))
  set(pumpAtom)
})

/** Takes an upload off the list. */
export const clearUploadAtom = atom(null, (_get, set, id: number) => {
  set(listAtom, (list) => list.filter((upload) => upload.id !== id))
})

/** Takes off the list what has come to an end at a place. */
export const clearEndedAtom = atom(null, (_get, set, place: UploadTarget) => {
  set(listAtom, (list) => removeEnded(list, place))
})
