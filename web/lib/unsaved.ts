/** A text that would be lost if the page went away now. */
export interface UnsavedText {
  title: string
  text: string
}

const readers = new Map<string, () => UnsavedText | undefined>()

/**
 * Makes a text known as possibly unsaved, so that leaving asks first and the error screen can offer it.
 *
 * @param read gives the text, or undefined while nothing is unsaved; called only when needed
 * @returns a function that takes it off the list
 */
export function registerUnsaved(id: string, read: () => UnsavedText | undefined): () => void {
  readers.set(id, read)
  return () => {
    if (readers.get(id) === read) readers.delete(id)
  }
}

/** All texts that are unsaved at this moment. */
export function listUnsaved(): UnsavedText[] {
  return [...readers.values()].flatMap((read) => {
    try {
      return read() ?? []
    } catch {
      return [] // a reader of a broken screen must not take the others with it
    }
  })
}

/** Asks before the window closes while a text is unsaved. Call once, at the start. */
export function guardUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (listUnsaved().length > 0) event.preventDefault()
  })
}
