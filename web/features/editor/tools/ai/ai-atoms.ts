import { atom } from 'jotai'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { api } from '#web/lib/api.ts'
import { type AiRequest, buildPrompt, stripFence } from './prompts.ts'
import { fetchStreaming } from './streaming-fetch.ts'

/** The state of the last AI request. */
export interface AiState {
  /** The text received so far. */
  text: string
  isBusy: boolean
  /** Whether the user stopped it. */
  isStopped: boolean
  error: unknown
}

const nothing: AiState = { text: '', isBusy: false, isStopped: false, error: undefined }

/** The text that the AI has written, or is writing. */
export const aiAtom = atom<AiState>(nothing)

/** The longest duration of one response, in ms: if the service itself goes silent, the server ends it much earlier. */
const answerMs = 10 * 60_000

let asking: AbortController | undefined

/** Sends a request to the AI. The response streams in. */
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

/** Stops the AI; the text received so far stays. */
export const stopAiAtom = atom(null, () => asking?.abort())

/** Clears the AI's text. */
export const clearAiAtom = atom(null, (_get, set) => {
  asking?.abort()
  asking = undefined
  set(aiAtom, nothing)
})

/** The parts of the current text that can be sent to the AI. */
export interface AiSources {
  selection: string
  page: string
  /** The page up to the line of the cursor. */
  before: string
}

/** Returns the parts of the current text: the selection, the whole, and what is before the cursor. */
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
