import { createContext, use } from 'react'
import type { ApiSource } from './api-doc.ts'
import type { ApiStore } from './api-store.ts'
import type { Path } from './json-edit.ts'

/** Where in a text of Markdown the cursor was last. */
export interface TextCursor {
  path: Path
  from: number
  to: number
}

/** A part of the document that is to be shown and get the focus; the same place twice is two objects. */
export interface FocusTarget {
  path: Path
}

/** What all parts of the form share. */
export interface ApiEdit {
  store: ApiStore
  source: ApiSource
  item_id: number
  /** 0 until a new page was saved. */
  page_id: number
  /** Notes where the cursor is in a text of Markdown. */
  noteCursor: (cursor: TextCursor) => void
  aim: FocusTarget | undefined
}

const Context = createContext<ApiEdit | undefined>(undefined)

/** Gives the document to the parts of the form. */
export const ApiEditProvider = Context.Provider

/** The document in the form. */
export function useApiEdit(): ApiEdit {
  const edit = use(Context)
  if (!edit) throw new Error('outside of the form')
  return edit
}

/** A path as an attribute of the control that writes there. */
export const pathMark = (path: Path): string => path.join('.')
