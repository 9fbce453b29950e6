import type { LocalizedText } from '#web/lib/lazy-text.ts'

/** A short message at the foot of the window. */
export interface Toast extends LocalizedText {
  id: number
  tone: 'ok' | 'info' | 'error'
  action?: { label: LocalizedText; run: () => void } | undefined
  /** Undo: its button takes the message away and calls this. */
  undo?: (() => void) | undefined
  /** Whether the undo works on the screen itself, such as a form: it goes with that. */
  isOfScreen?: boolean | undefined
  /** Names the failed request, to copy. */
  requestId?: string | undefined
  /** When it goes by itself, in ms; never for errors. */
  lifeMs: number | undefined
  /** When it was said, in ms of the page's clock. */
  at: number
}

type Options = Partial<Pick<Toast, 'action' | 'undo' | 'isOfScreen' | 'requestId' | 'lifeMs'>>

const most = 3
/** What is said this shortly before a screen is left is said of the next one, in ms. */
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

/** The messages on show and how to follow them; for the `Toaster`. */
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => shown,
}

/**
 * Short messages: what was done stays 5 s, with Undo 10 s; errors stay until closed; three at most. Each is told in the
 * language of the moment for as long as it stands there.
 */
export const toast = {
  /** Names a result: «Moved to API / Users». */
  ok: (words: LocalizedText, options?: Options) => add('ok', words, options),
  info: (words: LocalizedText, options?: Options) => add('info', words, options),
  /** What happened, what is safe, what to do. */
  error: (words: LocalizedText, options?: Options) => add('error', words, options),
  /** Takes away what was said of a screen that one leaves now. Errors stay until they are read, and what can be undone from anywhere. */
  leave: () => {
    const since = performance.now() - leavingMs
    const kept = shown.filter(({ tone, action, undo, isOfScreen, at }) => {
      if (tone === 'error' || at > since) return true
      return !isOfScreen && (action || undo)
    })
    if (kept.length < shown.length) change(kept)
  },
  /** Takes all away: what they say belongs to a session that has ended. */
  clear: () => change([]),
  close: (id: number) => change(shown.filter((one) => one.id !== id)),
}
