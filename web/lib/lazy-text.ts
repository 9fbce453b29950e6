import { getErrorMessage } from '#web/lib/api.ts'

/** A message that follows the interface language while it is on screen: `text` is evaluated at each read. */
export interface LocalizedText {
  readonly text: string
}

/**
 * Creates a localized text to store in a state; a stored plain string would stay in the language it was created in.
 *
 * @param say returns the text from `i18next.t`; the `t` of a component is bound to the language of its render
 */
export const localized = (say: () => string): LocalizedText => ({
  get text() {
    return say()
  },
})

/** Returns the message of an error as a localized text. */
export const errorText = (error: unknown): LocalizedText => localized(() => getErrorMessage(error))
