import { getErrorMessage } from '#web/lib/api.ts'

/** What is said to a person for as long as it stands there, in the language of the moment at which `text` is read. */
export interface LocalizedText {
  readonly text: string
}

/**
 * Keeps what is to be said, for a state: a text that is kept stays in the language that it was made in.
 *
 * @param say gives the words by `i18next.t`: the `t` of a component belongs to the language that it was drawn in
 */
export const localized = (say: () => string): LocalizedText => ({
  get text() {
    return say()
  },
})

/** Keeps why something has failed. */
export const errorText = (error: unknown): LocalizedText => localized(() => getErrorMessage(error))
