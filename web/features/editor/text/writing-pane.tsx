import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { ApiPane } from '#web/features/api-docs/form/index.tsx'
import {
  type EditorHandle,
  type EditorHandleProps,
  editorHandleAtom,
  type InsertEntry,
} from '#web/features/editor/core/index.tsx'
import { SourcePane } from '#web/features/editor/source/index.tsx'
import { pasteAtom } from '#web/features/editor/tools/index.tsx'
import { loadStyles } from '#web/lib/styles.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { changedAtom } from './draft-atoms.ts'
import { openStateAtom } from './open-page.ts'
import { startPositionAtom, visualModeErrorAtom } from './pane-atoms.ts'
import styles from './panes.module.css'
import { schedulePreviewAtom } from './preview.ts'
import { editingSessionAtom } from './session.ts'
import { useInserts } from './use-inserts.ts'

interface VisualProps extends EditorHandleProps {
  entries: readonly InsertEntry[]
  /** Called when the text cannot be edited in this mode. */
  onRefused: (why: 'tooLong') => void
}

const VisualWay = lazyComponent(async () => {
  const [{ VisualPane, getVisualModeBlocker: whyNotVisual }] = await Promise.all([
    import('#web/features/editor/visual/index.tsx'),
    loadStyles('visual-editor'),
  ])
  return function VisualWay({ onRefused, ...props }: VisualProps) {
    const [why] = useState(() => whyNotVisual(props.text))
    useEffect(() => {
      if (why) onRefused(why)
    }, [why, onRefused])
    return why ? null : <VisualPane {...props} />
  }
})

/** Reports changes; the source reports its length itself, for the others the words are counted when typing pauses. */
function useChanges(): () => void {
  const store = useStore()
  const changed = useSetAtom(changedAtom)
  const soon = useSetAtom(schedulePreviewAtom)
  return useCallback(() => {
    changed()
    const surface = store.get(editorHandleAtom)
    if (surface && surface.kind !== 'source') soon(0, surface.read)
  }, [store, changed, soon])
}

/** The editing surface of the page. Use its kind as `key`: each surface begins with the text of the former one. */
export function WritingPane({ kind, hidden }: { kind: EditorHandle['kind']; hidden: boolean }) {
  const store = useStore()
  const desk = useAtomValue(editingSessionAtom)
  const entry = useAtomValue(openStateAtom)
  const setSurface = useSetAtom(editorHandleAtom)
  const setRefused = useSetAtom(visualModeErrorAtom)
  const soon = useSetAtom(schedulePreviewAtom)
  const paste = useSetAtom(pasteAtom)
  const onChange = useChanges()
  const inserts = useInserts()
  const [start] = useState(() => {
    const former = store.get(editorHandleAtom)
    const place = former ? store.get(startPositionAtom) : { line: 1, letters: 0 }
    return { ...place, text: former?.read() ?? desk?.saved.text ?? '', focused: former !== undefined || !desk?.is_new }
  })
  if (!desk) return null
  const { item_id, page_id } = desk
  const props = { ...start, item_id, page_id, onSurface: setSurface, onChange }
  if (kind === 'source') {
    return (
      <SourcePane
        {...props}
        hidden={hidden}
        session={entry.state === 'open' ? entry.id : undefined}
        entries={inserts}
        onText={(view) => soon(view.state.doc.length, () => view.state.doc.toString())}
        onPaste={paste}
      />
    )
  }
  return (
    <div className={styles.source} hidden={hidden}>
      <LazyBoundary fallback={<Loading />}>
        {kind === 'api' ? <ApiPane {...props} /> : <VisualWay {...props} entries={inserts} onRefused={setRefused} />}
      </LazyBoundary>
    </div>
  )
}
