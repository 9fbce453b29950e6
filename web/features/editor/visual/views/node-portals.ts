import type { EditorView } from '@milkdown/kit/prose/view'
import type { ReactNode } from 'react'

/** A part of a node's view that React renders: the language of a code block, the tools of an image. */
interface NodePortal {
  id: number
  at: HTMLElement
  node: ReactNode
}

/** The React parts of one editor, for the component that renders them. */
class Parts {
  readonly #listeners = new Set<() => void>()
  #shown: readonly NodePortal[] = []
  #last = 0

  /**
   * Renders `node` into an element.
   *
   * @returns functions that replace it and remove it
   */
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

/** Returns the parts that React renders inside this editor. */
export function getNodePortals(view: EditorView): Parts {
  const known = ofView.get(view)
  if (known) return known
  const made = new Parts()
  ofView.set(view, made)
  return made
}
