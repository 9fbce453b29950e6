import { startWorker } from '#web/lib/worker.ts'
import { PreviewEngine, type PreviewRequest, type PreviewResponse } from './preview-engine.ts'

type Asked = Omit<PreviewRequest, 'id'>

/** Parses texts for the preview in a worker, where the browser supports one; responds to the newest request. */
export class PreviewWorkerClient {
  readonly #onAnswer: (answer: PreviewResponse) => void
  #worker: Worker | undefined
  #engine: PreviewEngine | undefined
  #isReady = false
  #isBusy = false
  #isEnded = false
  #waiting: Asked | undefined
  #last = 0

  constructor(onAnswer: (answer: PreviewResponse) => void) {
    this.#onAnswer = onAnswer
    void this.#start()
  }

  request(question: Asked): void {
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
    const asked = { ...question, id: this.#last }
    if (this.#worker) return this.#worker.postMessage(asked)
    const answer = this.#engine?.handle(asked)
    if (answer) this.#take(answer)
  }
}
