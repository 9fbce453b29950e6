import { useEffect, useRef } from 'react'
import type { EditorHandleProps, InsertEntry } from '#web/features/writing/index.tsx'
import { createVisualEditor, type VisualEditor } from './create-editor.ts'
import { createVisualHandle } from './visual-handle.ts'
import styles from './visual-pane.module.css'

/** What the visual editor takes beside what every surface does. */
export interface VisualPaneProps extends EditorHandleProps {
  /** What else `/` offers. */
  entries: readonly InsertEntry[]
}

const busyElsewhere = 'input, textarea, [role=dialog], [role=alertdialog]'

/** The text of a page, written as its readers see it. */
export function VisualPane(props: VisualPaneProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const root = box.current
    if (!root) return
    let editor: VisualEditor | undefined
    let isGone = false
    const { text, line, letters, focused, item_id, page_id } = latest.current
    const open = async () => {
      const made = await createVisualEditor(root, {
        text,
        item_id,
        page_id,
        entries: () => latest.current.entries,
        onChange: () => latest.current.onChange(),
      })
      if (isGone) return made.destroy()
      editor = made
      const surface = createVisualHandle(made)
      if (line > 1 || letters > 0) surface.goToLine(line, letters)
      latest.current.onSurface(surface)
      // by then one may be writing the title, or be asked something
      if (focused && !document.activeElement?.closest(busyElsewhere)) surface.focus()
    }
    void open()
    return () => {
      isGone = true
      editor?.destroy()
    }
  }, [])

  return (
    <div className={styles.pane}>
      <div ref={box} className={styles.scroller} />
    </div>
  )
}
