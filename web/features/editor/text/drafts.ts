import { createDraftStore } from '#web/features/editor/session/index.ts'

/** A text that is stored until it is saved. */
export interface Draft {
  page_title: string
  cat_id: number
  s_number: number
  text: string
  /** The version of the page that the text is based on; 0 for a new page. */
  base_version: number
  /** When it was written, in ms since 1970. */
  at: number
  /** When the server received a copy of it, in Unix seconds as the server reported it. */
  copied?: string | undefined
}

/** A draft with the key it is stored under. */
export interface StoredDraft extends Draft {
  key: string
}

/** Identifies a user's draft of a page. */
export interface DraftKey {
  uid: string
  item_id: number
  page_id: number
}

const pageKey = ({ uid, item_id, page_id }: DraftKey) => `${uid}/${item_id}/${page_id}`

// Each loaded window writes its own draft: two windows of one user must not overwrite each other.
const windowName = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`

const store = createDraftStore<DraftKey, Draft>('docstead-drafts', (page) => `${pageKey(page)}/${windowName}`)

/** The drafts of pages in this browser. */
export const drafts = {
  ...store,
  /** Returns the drafts of a page from every window, newest first; none when the browser stores nothing. */
  list: async (page: DraftKey): Promise<StoredDraft[]> => {
    const found = await store.list(pageKey(page))
    return found.filter(({ text }) => typeof text === 'string').sort((a, b) => b.at - a.at)
  },
}
