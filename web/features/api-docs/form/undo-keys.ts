import type { KeyboardEvent } from 'react'
import type { ApiStore } from './api-store.ts'

/** Handles the undo and redo keys wherever the focus is; a code box has its own undo history. */
export function undoKeys(event: KeyboardEvent<HTMLElement>, store: ApiStore): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.nativeEvent.isComposing) return
  if (event.target instanceof Element && event.target.closest('.cm-editor, [role=dialog]')) return
  const key = event.key.toLowerCase()
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
  if (key !== 'z' && !isRedo) return
  event.preventDefault()
  if (isRedo) store.redo()
  else store.undo()
}
