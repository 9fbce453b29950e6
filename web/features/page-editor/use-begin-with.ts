import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { beginWithAtom, surfaceAtom } from '#web/features/writing/index.tsx'
import { deskAtom } from './desk.ts'

/** Puts the text that waits for this page into the editor, once. */
export function useBeginWith(): void {
  const desk = useAtomValue(deskAtom)
  const surface = useAtomValue(surfaceAtom)
  const [waiting, setWaiting] = useAtom(beginWithAtom)
  useEffect(() => {
    if (!desk || !surface || !waiting) return
    setWaiting(undefined)
    if (waiting.page_id === desk.page_id) surface.write(waiting.text)
  }, [desk, surface, waiting, setWaiting])
}
