import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { editorHandleAtom, initialTextAtom } from '#web/features/editor/core/index.tsx'
import { editingSessionAtom } from './session.ts'

/** Puts the text that waits for this page into the editor, once. */
export function useInitialText(): void {
  const desk = useAtomValue(editingSessionAtom)
  const surface = useAtomValue(editorHandleAtom)
  const [waiting, setWaiting] = useAtom(initialTextAtom)
  useEffect(() => {
    if (!desk || !surface || !waiting) return
    setWaiting(undefined)
    if (waiting.page_id === desk.page_id) surface.write(waiting.text)
  }, [desk, surface, waiting, setWaiting])
}
