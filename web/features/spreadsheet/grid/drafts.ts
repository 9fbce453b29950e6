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
export interface DraftKey {
  uid: string
  page_id: number
  offered?: boolean
}

const databaseName = 'docstead-sheets'
const storeName = 'draft'

const keyOf = ({ uid, page_id, offered }: DraftKey) => `${uid}/${page_id}${offered ? '/offered' : ''}`

let opening: Promise<IDBDatabase> | undefined

const open = (): Promise<IDBDatabase> => {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onerror = () => reject(request.error ?? new Error('no database'))
    request.onblocked = () => reject(new Error('the database is blocked'))
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close()
      request.result.onclose = () => {
        opening = undefined
      }
      resolve(request.result)
    }
  })
  opening.catch(() => {
    opening = undefined // so that a later call tries again
  })
  return opening
}

async function run<T>(mode: IDBTransactionMode, deed: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await open()).transaction(storeName, mode)
  return new Promise<T>((resolve, reject) => {
    const request = deed(transaction.objectStore(storeName))
    transaction.commit() // commit at once: a closing window loses transactions that are still pending
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    transaction.onerror = () => reject(transaction.error ?? new Error('failed'))
  })
}

/** The drafts of spreadsheets in this browser. */
export const drafts = {
  /** Returns the draft of a key; undefined when there is none or the browser stores none. */
  find: async (place: DraftKey): Promise<SheetDraft | undefined> => {
    try {
      return (await run('readonly', (store) => store.get(keyOf(place)))) as SheetDraft | undefined
    } catch {
      return undefined
    }
  },
  /**
   * Stores a draft.
   *
   * @returns whether the browser has stored it
   */
  keep: async (place: DraftKey, draft: SheetDraft): Promise<boolean> => {
    try {
      await run('readwrite', (store) => store.put(draft, keyOf(place)))
      return true
    } catch {
      return false
    }
  },
  remove: async (place: DraftKey): Promise<void> => {
    try {
      await run('readwrite', (store) => store.delete(keyOf(place)))
    } catch {
      // nothing was stored either
    }
  },
}
