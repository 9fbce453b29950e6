import { createContext, use, useState } from 'react'
import { localized } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'
import type { ApiSource } from './api-source.ts'
import type { ApiStore } from './api-store.ts'
import type { Path, Source } from './json-source-edit.ts'

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

/** A document that can be changed. */
export interface EditedDocument {
  source: Source
  store: {
    /** Changes the document. Changes with the same key in quick succession are one undo step. */
    change: (make: (source: Source) => string, key?: string) => void
    /** Replaces the text. */
    write: (text: string) => void
  }
}

/** Changes a document and offers to undo that; `message` returns what has changed, in the current language. */
export function changeWithUndo(
  { source, store }: EditedDocument,
  make: (source: Source) => string,
  message: () => string,
): void {
  store.change(make)
  toast.ok(localized(message), { undo: () => store.write(source.text), isOfScreen: true })
}

/** The context shared by all parts of the form. */
interface ApiEdit extends EditedDocument {
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

/** Calls `show` with the path of each part that is to be shown and focused, while rendering. */
export function useAim(show: (path: Path) => void): void {
  const { aim } = useApiEdit()
  const [followed, setFollowed] = useState(aim)
  if (aim === followed) return
  setFollowed(aim)
  if (aim) show(aim.path)
}

/** Converts a path to the attribute of the control that edits it. */
export const pathMark = (path: Path): string => path.join('.')
