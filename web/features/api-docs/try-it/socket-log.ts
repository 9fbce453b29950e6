import { isLoopbackHost } from '#shared/loopback.ts'

/** One line of what happens on a connection. */
export interface SocketEntry {
  id: number
  kind: 'sent' | 'received' | 'opened' | 'closed'
  /** Unix ms. */
  time: number
  text: string
  /** The whole message, also when only its beginning is shown. */
  size_bytes: number
  isCut: boolean
  isBinary: boolean
}

/** What is shown of a connection: the newest entries, within a limit. */
export interface SocketLog {
  entries: readonly SocketEntry[]
  /** How many earlier entries are no longer shown. */
  dropped: number
  /** Characters of all entries. */
  length: number
}

/** An empty log. */
export const emptyLog: SocketLog = { entries: [], dropped: 0, length: 0 }

const entriesMost = 500
const charactersMost = 2_000_000
/** How much of one message is shown, in characters. */
const messageMax = 100_000

/** Adds an entry; the oldest ones make room for it. */
export function addEntry(log: SocketLog, entry: Omit<SocketEntry, 'id' | 'isCut'>): SocketLog {
  const isCut = entry.text.length > messageMax
  const last = log.entries.at(-1)
  const added: SocketEntry = { ...entry, text: entry.text.slice(0, messageMax), isCut, id: (last?.id ?? 0) + 1 }
  const entries = [...log.entries, added]
  let { dropped } = log
  let length = log.length + added.text.length
  while (entries.length > entriesMost || (length > charactersMost && entries.length > 1)) {
    length -= entries.shift()?.text.length ?? 0
    dropped += 1
  }
  return { entries, dropped, length }
}

/** Why a browser would not connect to an address; undefined when it would. */
export function socketProblem(url: string, origin: string): 'address' | 'mixed' | undefined {
  if (!/^wss?:\/\/[^/\s]/i.test(url) || !URL.canParse(url)) return 'address'
  const { protocol, hostname } = new URL(url)
  return origin.startsWith('https:') && protocol === 'ws:' && !isLoopbackHost(hostname) ? 'mixed' : undefined
}

/** Returns the address of a WebSocket for one that begins with `http`, as base URLs of environments do. */
export const toSocketUrl = (url: string): string => url.replace(/^http(s?):\/\//i, 'ws$1://')
