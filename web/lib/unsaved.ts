/** A text that would be lost if the page closed now. */
export interface UnsavedText {
  title: string
  text: string
}

const readers = new Map<string, () => UnsavedText | undefined>()

/**
 * Registers a possibly unsaved text, so that leaving asks for confirmation and the error screen can offer the text.
 *
 * @param read returns the text, or undefined while nothing is unsaved; called only when needed
 * @returns a function that unregisters it
 */
export function registerUnsaved(id: string, read: () => UnsavedText | undefined): () => void {
  readers.set(id, read)
  return () => {
    if (readers.get(id) === read) readers.delete(id)
  }
}

/** Returns all texts that are unsaved now. */
export function listUnsaved(): UnsavedText[] {
  return [...readers.values()].flatMap((read) => {
    try {
      return read() ?? []
    } catch {
      return [] // one broken screen must not lose the texts of the others
    }
  })
}

/** Asks for confirmation before the window closes while a text is unsaved. Call once, at startup. */
export function guardUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (listUnsaved().length > 0) event.preventDefault()
  })
}
