import type { EditorState } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { useSyncExternalStore } from 'react'

/** Tells React that an editor changed: its text, its selection, where it scrolled, who has the focus. */
export class Signal {
  readonly #listeners = new Set<() => void>()
  #version = 0
  #frame = 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): number => this.#version

  /** Tells it before the next frame, once for many changes. */
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

/** What every menu of the visual mode is given. */
export interface MenuProps {
  view: EditorView
  signal: Signal
}

/**
 * Draws the component anew when the editor changes, as long as the change `concerns` it. Drawing stands on the way of a
 * keystroke: beside its own time, React walks through the whole text at each.
 *
 * @returns the editor's state
 */
export function useEditor({ view, signal }: MenuProps, concerns: (state: EditorState) => boolean): EditorState {
  useSyncExternalStore(signal.subscribe, () => (concerns(view.state) ? signal.read() : -1))
  return view.state
}
