import { atom } from 'jotai'

/** A file that this window downloads from the server. */
export interface Transfer {
  id: string
  /** The title of what is exported. */
  title: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** Bytes received; 0 while the server creates the file. */
  received: number
  /** Total bytes; 0 while unknown. */
  size: number
  /** The file name; empty until the server has sent it. */
  file_name: string
  /** The error message. */
  reason: string
  /** Start time, in Unix seconds. */
  addtime: number
  cancel: () => void
  /** Saves the file again; present once the download is complete. */
  save?: () => void
}

/** The number of files kept for saving again; older ones are dropped. */
const most = 5

const listAtom = atom<readonly Transfer[]>([])

/** The finished and running downloads of this window, newest first. */
export const transfersAtom = atom((get) => get(listAtom))

/** Adds a download that starts now. */
export const beginTransferAtom = atom(null, (_get, set, transfer: Transfer) => {
  set(listAtom, (list) => {
    const ended = list.filter((one) => one.state !== 'running').slice(0, most - 1)
    return [transfer, ...list.filter((one) => one.state === 'running' || ended.includes(one))]
  })
})

/** Updates the progress or outcome of a download. */
export const changeTransferAtom = atom(null, (_get, set, id: string, change: Partial<Transfer>) => {
  set(listAtom, (list) => list.map((one) => (one.id === id ? { ...one, ...change } : one)))
})

/** Cancels and clears all downloads. */
export const dropTransfersAtom = atom(null, (get, set) => {
  for (const transfer of get(listAtom)) if (transfer.state === 'running') transfer.cancel()
  set(listAtom, [])
})
