import type { EditorState } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { useSyncExternalStore } from 'react'

/** Notifies React of changes of an editor: its text, its selection, its scroll position, its focus. */
export class Signal {
  readonly #listeners = new Set<() => void>()
  #version = 0
  #frame = 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): number => this.#version

  /** Notifies before the next frame, once for many changes. */
  readonly emit = (): void => {
    if (this.#frame !== 0) return
    this.#frame = window.requestAnimationFrame(() => {
      this.#frame = 0
      this.#version += 1
      for (const listener of this.#listeners) listener()
    })
  }

  stop(): void {
    window.cancelAnimationFrame(this.#frame)
    this.#listeners.clear()
  }
}

/** The props of every menu of visual mode. */
export interface MenuProps {
  view: EditorView
  signal: Signal
}

/**
 * Renders the component again when the editor changes, as long as the change `concerns` it. Rendering delays a
 * keystroke: besides its own time, React walks through the whole text each time.
 *
 * @returns the editor's state
 */
export function useEditor({ view, signal }: MenuProps, concerns: (state: EditorState) => boolean): EditorState {
  useSyncExternalStore(signal.subscribe, () => (concerns(view.state) ? signal.read() : -1))
  return view.state
}
