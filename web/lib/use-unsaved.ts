import { useEffect, useId } from 'react'
import { registerUnsaved } from './unsaved.ts'

/**
 * Makes what is typed into a form known as unsaved, so that leaving asks first and the end of the session keeps it.
 *
 * @param title what the text is for
 * @param text undefined while nothing is unsaved
 */
export function useUnsaved(title: string, text: string | undefined): void {
  const id = useId()
  useEffect(() => registerUnsaved(id, () => (text === undefined ? undefined : { title, text })), [id, title, text])
}
