/** A text kept until it is saved. */
export interface Draft {
  page_title: string
  cat_id: number
  s_number: number
  text: string
  /** The version of the page that the text was made from; 0 for a new page. */
  base_version: number
  /** When it was written, ms since 1970. */
  at: number
  /** When the server was given a copy of it, Unix seconds as it told them. */
  copied?: string | undefined
}

/** A draft with the name that it is kept under. */
export interface StoredDraft extends Draft {
  key: string
}

/** Whose draft of which page. */
export interface DraftKey {
  uid: string
  item_id: number
  page_id: number
}

const databaseName = 'docstead-drafts'
const storeName = 'draft'

const placeKey = ({ uid, item_id, page_id }: DraftKey) => `${uid}/${item_id}/${page_id}`

// Each load of a window writes a draft of its own: two windows of one person must not write over one another.
const windowName = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`

const ownKey = (place: DraftKey) => `${placeKey(place)}/${windowName}`

let opening: Promise<IDBDatabase> | undefined

const open = (): Promise<IDBDatabase> => {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onerror = () => reject(request.error ?? new Error('no database'))
    request.onblocked = () => reject(new Error('the database is blocked'))
    request.onsuccess = () => {
      const database = request.result
      database.onversionchange = () => database.close()
      database.onclose = () => {
        opening = undefined
      }
      resolve(database)
    }
  })
  opening.catch(() => {
    opening = undefined // so that a later call tries again
  })
  return opening
}

/** Runs one deed on the store; done when it is on the disk. */
async function run<T>(mode: IDBTransactionMode, deed: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(storeName, mode)
    const request = deed(transaction.objectStore(storeName))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    transaction.onerror = () => reject(transaction.error ?? new Error('failed'))
  })
}

/** The drafts in this browser. They lie in IndexedDB: a page may be larger than all that localStorage holds. */
export const drafts = {
  /** The drafts at a place, of every window, the newest first; none when the browser keeps nothing. */
  list: async (place: DraftKey): Promise<StoredDraft[]> => {
    const first = placeKey(place)
    const range = IDBKeyRange.bound(first, `${first}/\uffff`)
    try {
      const keys = await run('readonly', (store) => store.getAllKeys(range))
      const found = (await run('readonly', (store) => store.getAll(range))) as Draft[]
      return found
        .map((draft, at) => ({ ...draft, key: String(keys[at]) }))
        .filter(({ text }) => typeof text === 'string')
        .sort((a, b) => b.at - a.at)
    } catch {
      return []
    }
  },
  /** Keeps the draft of this window. @returns whether the browser has it; false when it is full or forbidden to keep anything */
  keep: async (place: DraftKey, draft: Draft): Promise<boolean> => {
    try {
      await run('readwrite', (store) => store.put(draft, ownKey(place)))
      return true
    } catch {
      return false
    }
  },
  /** Throws the draft of this window away. */
  remove: (place: DraftKey): Promise<void> => drafts.drop([ownKey(place)]),
  /** Throws drafts away by their keys. */
  drop: async (keys: readonly string[]): Promise<void> => {
    try {
      for (const key of keys) await run('readwrite', (store) => store.delete(key))
    } catch {
      // nothing was kept either
    }
  },
}
