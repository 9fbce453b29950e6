import type { LocalizedText } from '#web/lib/lazy-text.ts'

/** A short message at the bottom of the window. */
export interface Toast extends LocalizedText {
  id: number
  tone: 'ok' | 'info' | 'error'
  action?: { label: LocalizedText; run: () => void } | undefined
  /** Undoes the action: its button closes the message and calls this. */
  undo?: (() => void) | undefined
  /** Whether the undo acts on the screen itself, such as a form: the message closes with the screen. */
  isOfScreen?: boolean | undefined
  /** The id of the failed request, to copy. */
  requestId?: string | undefined
  /** When the message closes by itself, in ms; undefined for errors, which stay. */
  lifeMs: number | undefined
  /** When it was shown, in ms of the page's clock. */
  at: number
}

type Options = Partial<Pick<Toast, 'action' | 'undo' | 'isOfScreen' | 'requestId' | 'lifeMs'>>

const most = 3
/** A message shown this shortly before leaving a screen belongs to the next one. In ms. */
const leavingMs = 1000
let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const change = (next: readonly Toast[]) => {
  shown = next
  for (const listener of listeners) listener()
}

const add = (tone: Toast['tone'], said: LocalizedText, options: Options = {}): number => {
  lastId += 1
  const lifeMs = tone === 'error' ? undefined : options.undo ? 10_000 : 5000
  const others = shown.filter((one) => one.text !== said.text || one.tone !== tone)
  const next: Toast = {
    id: lastId,
    tone,
    lifeMs,
    at: performance.now(),
    ...options,
    get text() {
      return said.text
    },
  }
  change([...others, next].slice(-most))
  return lastId
}

/** The messages on screen and a subscription to them; for the `Toaster`. */
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => shown,
}

/**
 * Short messages: results stay for 5 s, those with Undo for 10 s, errors until closed; at most three at a time. Each is
 * shown in the current interface language, even if that changes.
 */
export const toast = {
  /** Reports a result: "Moved to API / Users". */
  ok: (words: LocalizedText, options?: Options) => add('ok', words, options),
  info: (words: LocalizedText, options?: Options) => add('info', words, options),
  /** Reports an error: what happened, what is safe, what to do. */
  error: (words: LocalizedText, options?: Options) => add('error', words, options),
  /**
   * Closes the messages about the screen the user is leaving. Keeps errors until they are closed, and actions that can
   * be undone from anywhere.
   */
  leave: () => {
    const since = performance.now() - leavingMs
    const remaining = shown.filter(({ tone, action, undo, isOfScreen, at }) => {
      if (tone === 'error' || at > since) return true
      return !isOfScreen && (action || undo)
    })
    if (remaining.length < shown.length) change(remaining)
  },
  /** Closes all messages: they belong to a session that has ended. */
  clear: () => change([]),
  close: (id: number) => change(shown.filter((one) => one.id !== id)),
}
