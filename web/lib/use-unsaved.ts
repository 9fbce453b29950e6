import { useEffect, useId } from 'react'
import { registerUnsaved } from './unsaved.ts'

/**
 * Registers form input as unsaved, so that leaving asks for confirmation and the text survives the end of the session.
 *
 * @param title what the text is for
 * @param text undefined while nothing is unsaved
 */
export function useUnsaved(title: string, text: string | undefined): void {
  const id = useId()
  useEffect(() => registerUnsaved(id, () => (text === undefined ? undefined : { title, text })), [id, title, text])
}
