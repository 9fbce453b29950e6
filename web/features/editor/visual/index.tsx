import { useEffect, useRef } from 'react'
import type { EditorHandleProps, InsertEntry } from '#web/features/editor/core/index.tsx'
import { createVisualEditor, type VisualEditor } from './create-editor.ts'
import { createVisualHandle } from './visual-handle.ts'
import styles from './visual-pane.module.css'

export { getVisualModeBlocker } from './can-open.ts'

/** The props of the visual editor beyond those of every editor. */
interface VisualPaneProps extends EditorHandleProps {
  /** Additional entries of the `/` menu. */
  entries: readonly InsertEntry[]
}

const busyElsewhere = 'input, textarea, [role=dialog], [role=alertdialog]'

/** The visual editor for the text of a page, as its readers see it. */
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
    const { text, line, letters: characters, focused, item_id, page_id } = latest.current
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
      if (line > 1 || characters > 0) surface.goToLine(line, characters)
      latest.current.onSurface(surface)
      // the user may be typing the title by then, or answering a dialog
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
