import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Menu } from '#web/ui/menu.tsx'
import styles from './menus.module.css'
import type { MenuProps } from './signal.ts'
import { type TablePosition, tableAt } from './table-commands.ts'
import { tableEntries } from './table-entries.tsx'

/**
 * The menu of a cell: right click, Shift+F10 or a long press in a table. With Shift held the browser's own menu opens.
 */
export function TableMenu({ view }: MenuProps) {
  const { t } = useTranslation('visual-editor')
  const [opened, setOpened] = useState<{ place: TablePosition; left: number; top: number }>()
  useEffect(() => {
    const onMenu = (event: MouseEvent) => {
      if (event.shiftKey && event.button === 2) return
      const cell = event.target instanceof Element ? event.target.closest('td,th') : null
      const isByKey = event.button !== 2
      const at = isByKey || !cell ? view.state.selection.from : view.posAtDOM(cell, 0)
      const place = cell || isByKey ? tableAt(view.state, at) : undefined
      if (!place) return
      event.preventDefault()
      const caret = view.coordsAtPos(at)
      setOpened({ place, left: isByKey ? caret.left : event.clientX, top: isByKey ? caret.bottom : event.clientY })
    }
    view.dom.addEventListener('contextmenu', onMenu)
    return () => view.dom.removeEventListener('contextmenu', onMenu)
  }, [view])
  if (!opened) return null
  const { place, left, top } = opened
  return (
    <Menu
      key={`${left},${top}`}
      open
      onOpenChange={(open) => !open && setOpened(undefined)}
      trigger={
        <button type="button" tabIndex={-1} aria-hidden="true" className={styles.fixedPoint} style={{ left, top }} />
      }
      entries={tableEntries(view, place, t)}
      onCloseFocus={() => {
        view.focus()
        return true
      }}
    />
  )
}
