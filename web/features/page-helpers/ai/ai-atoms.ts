import { atom } from 'jotai'
import { editorHandleAtom } from '#web/features/writing/index.tsx'
import { api } from '#web/lib/api.ts'
import { type AiRequest, buildPrompt, stripFence } from './prompts.ts'
import { fetchStreaming } from './streaming-fetch.ts'

/** How far the AI is with what it was asked last. */
export interface AiState {
  /** What has come so far. */
  text: string
  isBusy: boolean
  /** It was stopped by the person. */
  isStopped: boolean
  error: unknown
}

const nothing: AiState = { text: '', isBusy: false, isStopped: false, error: undefined }

/** What the AI has written, or is writing. */
export const aiAtom = atom<AiState>(nothing)

/** How long one answer may take, in ms: the service's own silence is ended by the server much earlier. */
const answerMs = 10 * 60_000

let asking: AbortController | undefined

/** Asks the AI. What comes is there as it comes. */
export const requestAiAtom = atom(null, async (get, set, request: AiRequest) => {
  asking?.abort()
  const mine = new AbortController()
  asking = mine
  set(aiAtom, { ...nothing, isBusy: true })
  const isMine = () => asking === mine
  try {
    const { choices } = await api.ai.create(
      { content: buildPrompt(request) },
      {
        signal: mine.signal,
        timeoutMs: answerMs,
        fetch: fetchStreaming((text) => isMine() && set(aiAtom, { ...nothing, text, isBusy: true })),
      },
    )
    if (isMine()) set(aiAtom, { ...nothing, text: stripFence(choices[0]?.message.content ?? '') })
  } catch (error) {
    if (!isMine()) return
    const isStopped = mine.signal.aborted
    set(aiAtom, { ...get(aiAtom), isBusy: false, isStopped, error: isStopped ? undefined : error })
  }
})

/** Stops the AI; what has come stays. */
export const stopAiAtom = atom(null, () => asking?.abort())

/** Forgets what the AI has written. */
export const clearAiAtom = atom(null, (_get, set) => {
  asking?.abort()
  asking = undefined
  set(aiAtom, nothing)
})

/** What the AI can be told of the text that is being written. */
export interface AiSources {
  selection: string
  page: string
  /** The page up to the line of the cursor. */
  before: string
}

/** What is in the text now: what is selected, the whole, and what stands before the cursor. */
export const sourcesAtom = atom(null, (get): AiSources => {
  const surface = get(editorHandleAtom)
  if (!surface) return { selection: '', page: '', before: '' }
  const page = surface.read()
  const before = page
    .split(/\r\n|\r|\n/)
    .slice(0, surface.line())
    .join('\n')
  return { selection: surface.selected(), page, before }
})
