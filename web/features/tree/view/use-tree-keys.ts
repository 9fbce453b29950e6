import { type KeyboardEvent, useRef } from 'react'
import { singleKeysOn } from '#web/lib/shortcuts.ts'
import { treeMove } from '#web/lib/tree-move.ts'
import { typedRow } from './tree-keys.ts'
import type { TreeRow } from './tree-rows.ts'

const typeAheadMs = 700

const isCatalog = ({ node }: TreeRow) => node.kind === 'catalog'

/** The actions that keys trigger in a tree. */
interface TreeKeyActions {
  moveTo: (index: number) => void
  toggle: (row: TreeRow, isOpen: boolean, withAllBelow: boolean) => void
  /** Adds a page at the row. */
  addPage?: ((row: TreeRow) => void) | undefined
}

/**
 * Handles the keys of the tree: arrows, Home, End, Enter and Space, and characters that jump to the name they begin;
 * `n`, where no name begins with it, adds a page.
 */
export function useTreeKeys(rows: readonly TreeRow[], at: number, { moveTo, toggle, addPage }: TreeKeyActions) {
  const typed = useRef({ text: '', at: 0 })

  const typeAhead = (row: TreeRow, letter: string) => {
    const now = Date.now()
    const goesOn = now - typed.current.at < typeAheadMs
    const text = (goesOn ? typed.current.text : '') + letter.toLowerCase()
    typed.current = { text, at: now }
    const found = typedRow(rows, at, text)
    if (found >= 0) moveTo(found)
    else if (text === 'n' && singleKeysOn()) addPage?.(row)
  }

  return (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const row = rows[at]
    if (!row || ctrlKey || metaKey || !(event.target instanceof Element)) return
    if (event.target.getAttribute('role') !== 'treeitem') return
    const move = shiftKey ? undefined : treeMove(rows, at, key, isCatalog)
    const isWriting = typed.current.text !== '' && Date.now() - typed.current.at < typeAheadMs
    if (move && 'to' in move) moveTo(move.to)
    else if (move) toggle(row, move.toggle, altKey)
    else if (key === 'Enter' || (key === ' ' && !isWriting)) {
      if (row.node.kind === 'page' && key === 'Enter') return // the link navigates by itself
      if (row.node.kind === 'page')
        event.target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      else toggle(row, !row.isOpen, altKey)
    } else if (!altKey && /^[\p{L}\p{N} ]$/u.test(key)) typeAhead(row, key)
    else return
    event.preventDefault()
  }
}
