import type { EditorView } from '@milkdown/kit/prose/view'
import type { ReactNode } from 'react'

/** A part of a node's drawing that React draws: the language of a code block, the tools of a picture. */
export interface NodePortal {
  id: number
  at: HTMLElement
  node: ReactNode
}

/** The parts of one editor, for the component that draws them. */
class Parts {
  readonly #listeners = new Set<() => void>()
  #shown: readonly NodePortal[] = []
  #last = 0

  /** Draws `node` into an element. @returns what draws another in its place, and what takes it away */
  add(at: HTMLElement, node: ReactNode): { show: (next: ReactNode) => void; remove: () => void } {
    this.#last += 1
    const id = this.#last
    this.#set([...this.#shown, { id, at, node }])
    return {
      show: (next) => this.#set(this.#shown.map((part) => (part.id === id ? { id, at, node: next } : part))),
      remove: () => this.#set(this.#shown.filter((part) => part.id !== id)),
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): readonly NodePortal[] => this.#shown

  #set(next: readonly NodePortal[]) {
    this.#shown = next
    for (const listener of this.#listeners) listener()
  }
}

const ofView = new WeakMap<EditorView, Parts>()

/** The parts that React draws inside this editor. */
export function getNodePortals(view: EditorView): Parts {
  const known = ofView.get(view)
  if (known) return known
  const made = new Parts()
  ofView.set(view, made)
  return made
}
