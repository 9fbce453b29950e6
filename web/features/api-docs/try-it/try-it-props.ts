import type { RequestChoice } from './request-choice.ts'
import type { SampleAuth } from './with-auth.ts'

/** Props of the try-it components. */
export interface TryItProps {
  /** The API JSON of the page. */
  text: string
  /** How the page says who sends a request: variables stand where it has no value. */
  auth?: readonly SampleAuth[]
  /** The server and the examples that the reader has chosen. */
  choice?: RequestChoice
  item_id: string
  page_id: string
  /** Whether examples may be saved and environments changed. */
  canEdit: boolean
  /** Receives the text with an inserted example when an editor holds the page; otherwise the page is saved. */
  onText?: (text: string) => void
  /** Called after an example was saved: the page must be reloaded. */
  onSaved?: () => void
  /** Whether to omit the heading. */
  isPlain?: boolean
}
