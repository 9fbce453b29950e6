import { createContext, useContext } from 'react'
import { idPrefix } from '#shared/markdown/slug.ts'

/** What the rows of a reference need to know about the whole. */
interface TreeContext {
  /** The id of the element that the address leads to; empty for none. */
  target: string
  /** Increases each time that the address leads somewhere: what was closed before opens again. */
  turn: number
  isPrinting: boolean
  /** Whether rows have anchors. A view inside another one has none. */
  hasAnchors: boolean
  /** Opens a model; undefined where models cannot be opened. */
  onModel: ((name: string) => void) | undefined
  /** The chosen examples of parameters, by the anchors of these. */
  examples: Readonly<Record<string, number>>
  /** Chooses an example of a parameter; undefined where nothing is sent. */
  onExample: ((anchor: string, at: number) => void) | undefined
  /** Returns where a model has a page of its own; undefined where it has none. */
  modelPath: ((name: string) => string) | undefined
}

const Context = createContext<TreeContext>({
  target: '',
  turn: 0,
  isPrinting: false,
  hasAnchors: false,
  onModel: undefined,
  examples: {},
  onExample: undefined,
  modelPath: undefined,
})

/** Gives the rows of a reference what they need to know. */
export const TreeProvider = Context.Provider

/** Returns what a row needs to know about the whole reference. */
export const useTree = (): TreeContext => useContext(Context)

/** What every anchor of a reference begins with: no heading of a text has a dot in its anchor. */
export const anchorRoot = 'api.'

/** Returns the id of the element with an anchor. */
export const idOf = (anchor: string): string => idPrefix + anchor

/** Whether the address leads to what is at an anchor, or below it. */
export const isOnWay = (target: string, anchor: string): boolean =>
  target === idOf(anchor) || target.startsWith(`${idOf(anchor)}.`)
