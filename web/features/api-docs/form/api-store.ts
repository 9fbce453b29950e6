import { type ApiSource, readApi } from './api-source.ts'
import { type Fault, isFault, type Path, setAt } from './json-source-edit.ts'

/** A snapshot of what the form shows. */
interface ApiState {
  text: string
  read: ApiSource | Fault
  canUndo: boolean
  canRedo: boolean
}

/** A change: returns the whole new text of a document. */
type Change = (source: ApiSource) => string

const mostSteps = 200
const oneStepMs = 1500

/** The text of an API page during editing, with its undo history. It outlives the form that shows it. */
export class ApiStore {
  #state: ApiState
  #past: string[] = []
  #future: string[] = []
  #lastKey = ''
  #lastAt = 0
  readonly #listeners = new Set<() => void>()
  constructor(text: string) {
    this.#state = { text, read: readApi(text), canUndo: false, canRedo: false }
  }

  /** Returns the current state; the same object until something changes. */
  readonly get = (): ApiState => this.#state

  /** Calls `listener` after each change; returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes the document. Changes with the same `key` in quick succession are one undo step. */
  readonly change = (make: Change, key = ''): void => {
    const { read } = this.#state
    if (!isFault(read)) this.write(make(read), key)
  }

  /** Sets the value at a path. Changes of the same value in quick succession are one undo step. */
  readonly put = (path: Path, value: unknown): void =>
    this.change((source) => setAt(source, path, value), path.join('.'))

  /** Replaces the text. */
  readonly write = (text: string, key = ''): void => {
    if (text === this.#state.text) return
    const now = Date.now()
    const isSameStep = key !== '' && key === this.#lastKey && now - this.#lastAt < oneStepMs
    if (!isSameStep) this.#past = [...this.#past.slice(1 - mostSteps), this.#state.text]
    this.#lastKey = key
    this.#lastAt = now
    this.#future = []
    this.#show(text)
  }

  /** Undoes the last step. */
  readonly undo = (): void => this.#step(this.#past, this.#future)

  /** Redoes the last undone step. */
  readonly redo = (): void => this.#step(this.#future, this.#past)

  #step(from: string[], to: string[]): void {
    const text = from.pop()
    if (text === undefined) return
    to.push(this.#state.text)
    this.#lastKey = ''
    this.#show(text)
  }

  #show(text: string): void {
    this.#state = { text, read: readApi(text), canUndo: this.#past.length > 0, canRedo: this.#future.length > 0 }
    for (const listener of this.#listeners) listener()
  }
}
