import { createDraftStore } from '#web/features/editor/session/index.ts'

/** Changes to a spreadsheet that are not on the server yet. */
export interface SheetDraft {
  text: string
  /** The text that the draft is based on, and its version. */
  base_text: string
  base_version: number
  /** When it was written, in ms since 1970. */
  at: number
}

/** The user and page of a draft; `offered` is a draft found on entry, until the user decides what to do with it. */
interface DraftKey {
  uid: string
  page_id: number
  offered?: boolean
}

/** The drafts of spreadsheets in this browser. */
export const drafts = createDraftStore<DraftKey, SheetDraft>(
  'docstead-sheets',
  ({ uid, page_id, offered }) => `${uid}/${page_id}${offered ? '/offered' : ''}`,
)
