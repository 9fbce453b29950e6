import { createContext, use } from 'react'
import type { ApiSource } from './api-source.ts'
import type { ApiStore } from './api-store.ts'
import type { Path } from './json-source-edit.ts'

/** The last cursor position in a Markdown text. */
export interface TextCursor {
  path: Path
  from: number
  to: number
}

/** A part of the document to show and focus; two requests for the same part are two objects. */
export interface FocusTarget {
  path: Path
}

/** The context shared by all parts of the form. */
export interface ApiEdit {
  store: ApiStore
  source: ApiSource
  item_id: number
  /** 0 until a new page is saved. */
  page_id: number
  /** Records the cursor position in a Markdown text. */
  noteCursor: (cursor: TextCursor) => void
  aim: FocusTarget | undefined
}

const Context = createContext<ApiEdit | undefined>(undefined)

/** Provides the document to the parts of the form. */
export const ApiEditProvider = Context.Provider

/** Returns the document in the form. */
export function useApiEdit(): ApiEdit {
  const edit = use(Context)
  if (!edit) throw new Error('outside of the form')
  return edit
}

/** Converts a path to the attribute of the control that edits it. */
export const pathMark = (path: Path): string => path.join('.')
