import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { EditorHandleProps } from '#web/features/editor/core/index.tsx'
import { createEditorHandle, FormCursor } from './api-editor-handle.ts'
import { ApiForm } from './api-form.tsx'
import { ApiStore } from './api-store.ts'
import { ApiEditProvider } from './edit-context.ts'
import { FaultView } from './fault-view.tsx'
import styles from './form.module.css'
import { isFault } from './json-edit.ts'
import { undoKeys } from './undo-keys.ts'

/** Edits the API JSON of a page as a form; as source while it cannot be parsed. */
export function ApiPane(props: EditorHandleProps) {
  const { text, item_id, page_id } = props
  const [store] = useState(() => new ApiStore(text))
  const { read } = useSyncExternalStore(store.subscribe, store.get)
  const pane = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [cursor] = useState(() => new FormCursor())
  const aim = useSyncExternalStore(cursor.subscribe, cursor.aim)
  // keep showing the source while the user fixes it, even when it becomes valid
  const [staysSource, setStaysSource] = useState(false)
  useEffect(() => {
    const unsubscribe = store.subscribe(() => latest.current.onChange())
    const surface = createEditorHandle(store, cursor, () => pane.current)
    latest.current.onSurface(surface)
    if (latest.current.line > 1) surface.goToLine(latest.current.line)
    else if (latest.current.page_id > 0) surface.focus() // on a new page the title has the focus
    return unsubscribe
  }, [store, cursor])
  const isSource = isFault(read) || staysSource
  return (
    <div ref={pane} className={styles.pane} onKeyDown={(event) => undoKeys(event, store)}>
      {isSource ? (
        <FaultView
          text={store.get().text}
          fault={isFault(read) ? read : undefined}
          onText={(next) => {
            setStaysSource(true)
            store.write(next, 'source')
          }}
          onForm={() => setStaysSource(false)}
        />
      ) : (
        <ApiEditProvider value={{ store, source: read, item_id, page_id, noteCursor: cursor.note, aim }}>
          <ApiForm />
        </ApiEditProvider>
      )}
    </div>
  )
}
