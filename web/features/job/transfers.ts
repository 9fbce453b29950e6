import { atom } from 'jotai'

/** A file that this window fetches from the server. */
export interface Transfer {
  id: string
  /** What it is of. */
  title: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** Bytes that have come; 0 while the server makes the file. */
  received: number
  /** Bytes of the whole; 0 while this is not known. */
  size: number
  /** What the file is called; empty until the server has said. */
  file_name: string
  /** Why it failed. */
  reason: string
  /** When it began, Unix seconds. */
  addtime: number
  cancel: () => void
  /** Hands the file over once more; there once it is whole. */
  save?: () => void
}

/** Files kept to be saved once more; older ones make room. */
const most = 5

const listAtom = atom<readonly Transfer[]>([])

/** The files that this window has fetched or is fetching, newest first. */
export const transfersAtom = atom((get) => get(listAtom))

/** Makes a file known that is being fetched from now on. */
export const beginTransferAtom = atom(null, (_get, set, transfer: Transfer) => {
  set(listAtom, (list) => {
    const ended = list.filter((one) => one.state !== 'running').slice(0, most - 1)
    return [transfer, ...list.filter((one) => one.state === 'running' || ended.includes(one))]
  })
})

/** Tells how far a file has come, or how it ended. */
export const changeTransferAtom = atom(null, (_get, set, id: string, change: Partial<Transfer>) => {
  set(listAtom, (list) => list.map((one) => (one.id === id ? { ...one, ...change } : one)))
})

/** Stops all and forgets them. */
export const dropTransfersAtom = atom(null, (get, set) => {
  for (const transfer of get(listAtom)) if (transfer.state === 'running') transfer.cancel()
  set(listAtom, [])
})
