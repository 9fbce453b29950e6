import { atom } from 'jotai'
import type { MarkdownBlock } from '#shared/markdown/blocks.ts'
import { persistedAtom } from '#web/features/account/preferences/index.tsx'
import { createChangeTimer } from '#web/lib/idle.ts'
import { startWorker } from '#web/lib/worker.ts'
import { applyChange, PreviewEngine, type PreviewRequest, type PreviewResponse } from './preview-engine.ts'
import { isNearEdge, type PreviewSection, wholeSection } from './preview-range.ts'

/** Whether the preview stays on for long pages too; stored in this browser. */
export const alwaysPreviewAtom = persistedAtom<boolean>('docstead.editor.preview-on', false)

/** Above this many characters the preview pauses, unless it was set to stay on. Source: specification 9. */
const pauseAbove = 4000

// without a preview the text is read only to count its words
const idleMs = 500

/** How long typing has to pause before the preview updates, and the longest delay before it updates anyway, in ms. */
function pausesOf(length: number, isFollowed: boolean): { rest: number; latest: number } {
  if (!isFollowed) return { rest: 600, latest: 5000 } // only the words are counted
  if (length <= 20_000) return { rest: 60, latest: 300 }
  if (length <= 700_000) return { rest: 100, latest: 500 }
  return { rest: 500, latest: 3000 }
}

/** What the preview shows. */
interface Preview {
  blocks: readonly MarkdownBlock[]
  /** The number of its characters. */
  length: number
  part: Omit<PreviewSection, 'text'>
}

const nothing: Preview = { blocks: [], length: 0, part: wholeSection('') }

const shownPreviewAtom = atom(nothing)

/** What the preview shows. */
export const previewAtom = atom((get) => get(shownPreviewAtom))

/** The line in the middle of the source editor. */
const lineInViewAtom = atom(1)

/** The current length of the text, in characters; as up to date as the preview would be. */
const lengthAtom = atom(0)

/** Whether the preview is paused because the page is long. */
export const isPausedAtom = atom((get) => !get(alwaysPreviewAtom) && get(lengthAtom) > pauseAbove)

/** Whether the preview shows an older text. */
export const isBehindAtom = atom(false)

/** Whether the preview is visible at all. */
export const isShownAtom = atom(false)

/** The number of words of the text. */
export const wordCountAtom = atom(0)

const timer = createChangeTimer()

type Requested = Omit<PreviewRequest, 'id'>

/** Parses texts for the preview in a worker, where the browser supports one; responds to the newest request. */
class PreviewWorkerClient {
  readonly #onAnswer: (answer: PreviewResponse) => void
  #worker: Worker | undefined
  #engine: PreviewEngine | undefined
  #isReady = false
  #isBusy = false
  #isEnded = false
  #waiting: Requested | undefined
  #last = 0

  constructor(onAnswer: (answer: PreviewResponse) => void) {
    this.#onAnswer = onAnswer
    void this.#start()
  }

  request(question: Requested): void {
    // a waiting text is not lost when only the line is requested again
    const text = question.text ?? this.#waiting?.text
    this.#waiting = { line: question.line, shown: question.shown, ...(text !== undefined && { text }) }
    this.#next()
  }

  end(): void {
    this.#isEnded = true
    this.#worker?.terminate()
  }

  async #start() {
    try {
      const { default: address } = await import('./preview-worker.ts?thread')
      if (this.#isEnded) return
      this.#worker = startWorker(address)
      this.#worker.onmessage = ({ data }: MessageEvent<PreviewResponse>) => this.#take(data)
      this.#worker.onerror = () => this.#fallBack()
    } catch {
      this.#engine = new PreviewEngine() // a browser that cannot start a worker
    }
    this.#isReady = true
    this.#next()
  }

  /** Continues in the window, from scratch: repeats the last request. */
  #fallBack() {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#engine = new PreviewEngine()
    this.#isBusy = false
    this.#onAnswer({ id: 0, length: 0, words: 0, shownLength: 0, change: { head: 0, tail: 0, blocks: [], lines: [] } })
    this.#next()
  }

  #take(answer: PreviewResponse) {
    if (answer.id === this.#last) this.#isBusy = false
    this.#onAnswer(answer)
    this.#next()
  }

  #next() {
    const question = this.#waiting
    if (!question || !this.#isReady || this.#isBusy || this.#isEnded) return
    this.#waiting = undefined
    this.#isBusy = true
    this.#last += 1
    const pending = { ...question, id: this.#last }
    if (this.#worker) return this.#worker.postMessage(pending)
    const answer = this.#engine?.handle(pending)
    if (answer) this.#take(answer)
  }
}

const threadAtom = atom<PreviewWorkerClient>()

const takeAtom = atom(null, (get, set, { words, length, change, part, shownLength }: PreviewResponse) => {
  set(wordCountAtom, words)
  set(lengthAtom, length)
  if (!change) return
  const { blocks, part: former } = get(shownPreviewAtom)
  set(shownPreviewAtom, { blocks: applyChange(blocks, change), length: shownLength, part: part ?? former })
})

/** Returns the worker that parses the texts; starts it when first needed. */
const threadOfAtom = atom(null, (get, set): PreviewWorkerClient => {
  const running = get(threadAtom)
  if (running) return running
  const thread = new PreviewWorkerClient((answer) => set(takeAtom, answer))
  set(threadAtom, thread)
  return thread
})

/** Ends the worker when the editor is closed. */
export const endPreviewAtom = atom(null, (get, set) => {
  set(timer.stopAtom)
  get(threadAtom)?.end()
  set(threadAtom, undefined)
  set(shownPreviewAtom, nothing)
})

/** Shows the text that `read` returns, paused or not. */
export const showPreviewAtom = atom(null, (get, set, read: () => string): void => {
  set(timer.stopAtom)
  const text = read()
  const shown = get(isShownAtom)
  set(lengthAtom, text.length)
  set(isBehindAtom, !shown)
  set(threadOfAtom).request({ text, line: get(lineInViewAtom), shown })
})

const followAtom = atom(null, (get, set, read: () => string): void => {
  const text = read()
  set(lengthAtom, text.length)
  if (!get(isPausedAtom)) return set(showPreviewAtom, () => text)
  set(isBehindAtom, true)
  set(threadOfAtom).request({ text, line: get(lineInViewAtom), shown: false })
})

/** Called at each change: schedules an update of the preview. Must stay cheap, because it runs on every keystroke. */
export const schedulePreviewAtom = atom(null, (get, set, length: number, read: () => string): void => {
  const isFollowed = get(isShownAtom) && !get(isPausedAtom)
  const { rest, latest } = pausesOf(length, isFollowed)
  set(timer.changeAtom, () => set(followAtom, read), rest, latest, isFollowed ? 0 : idleMs)
})

/** Sets the line that the source editor shows; the preview of a very long text shows the section around it. */
export const setLineInViewAtom = atom(null, (get, set, line: number): void => {
  set(lineInViewAtom, line)
  const { part, length } = get(shownPreviewAtom)
  if (!get(isShownAtom) || length === 0 || !isNearEdge(part, line)) return
  set(threadOfAtom).request({ line, shown: true })
})
