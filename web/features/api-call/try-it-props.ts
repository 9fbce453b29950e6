/** What trying a page out takes. */
export interface TryItProps {
  /** The API JSON of the page. */
  text: string
  item_id: string
  page_id: string
  /** Whether examples may be saved and environments changed. */
  canEdit: boolean
  /** Takes the text with an example in it, where an editor holds the page; otherwise the page is saved. */
  onText?: (text: string) => void
  /** Called when an example was saved: the page is to be read again. */
  onSaved?: () => void
  /** Without a heading of its own. */
  isPlain?: boolean
}
