import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { ApiPane } from '#web/features/api-page/index.tsx'
import { pasteAtom } from '#web/features/page-helpers/index.tsx'
import { SourcePane } from '#web/features/source-editor/index.tsx'
import { type InsertEntry, type Surface, type SurfaceProps, surfaceAtom } from '#web/features/writing/index.tsx'
import { loadStyles } from '#web/lib/styles.ts'
import { later } from '#web/ui/later.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { deskAtom } from './desk.ts'
import { changedAtom } from './draft-atoms.ts'
import { entryAtom } from './entering.ts'
import { notVisualAtom, startAtom } from './pane-atoms.ts'
import styles from './panes.module.css'
import { previewSoonAtom } from './preview.ts'
import { useInserts } from './use-inserts.ts'

interface VisualProps extends SurfaceProps {
  entries: readonly InsertEntry[]
  /** Called when the text cannot be written so. */
  onRefused: (why: 'tooLong') => void
}

const VisualWay = later(async () => {
  const [{ VisualPane, whyNotVisual }] = await Promise.all([
    import('#web/features/visual-editor/index.tsx'),
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

/** Tells of a change; the source tells its length itself, of others the words are counted when writing rests. */
function useChanges(): () => void {
  const store = useStore()
  const changed = useSetAtom(changedAtom)
  const soon = useSetAtom(previewSoonAtom)
  return useCallback(() => {
    changed()
    const surface = store.get(surfaceAtom)
    if (surface && surface.kind !== 'source') soon(0, surface.read)
  }, [store, changed, soon])
}

/** The surface that the page is written on. Put it under a `key` of its kind: each begins with the text of the one before. */
export function WritingPane({ kind, hidden }: { kind: Surface['kind']; hidden: boolean }) {
  const store = useStore()
  const desk = useAtomValue(deskAtom)
  const entry = useAtomValue(entryAtom)
  const setSurface = useSetAtom(surfaceAtom)
  const setRefused = useSetAtom(notVisualAtom)
  const soon = useSetAtom(previewSoonAtom)
  const paste = useSetAtom(pasteAtom)
  const onChange = useChanges()
  const inserts = useInserts()
  const [start] = useState(() => {
    const former = store.get(surfaceAtom)
    const place = former ? store.get(startAtom) : { line: 1, letters: 0 }
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
      <OnDemand fallback={<Loading />}>
        {kind === 'api' ? <ApiPane {...props} /> : <VisualWay {...props} entries={inserts} onRefused={setRefused} />}
      </OnDemand>
    </div>
  )
}
