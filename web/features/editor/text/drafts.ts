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

const databaseName = 'docstead-drafts'
const storeName = 'draft'

const placeKey = ({ uid, item_id, page_id }: DraftKey) => `${uid}/${item_id}/${page_id}`

// Each loaded window writes its own draft: two windows of one user must not overwrite each other.
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
    opening = undefined // lets a later call try again
  })
  return opening
}

/** Runs one operation on the store; resolves when it is on disk. */
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

/** The drafts in this browser. They are in IndexedDB: a page may be larger than everything localStorage can hold. */
export const drafts = {
  /** Returns the drafts of a page from every window, newest first; none when the browser stores nothing. */
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
  /** Saves the draft of this window. @returns whether the browser stored it; false when storage is full or forbidden */
  keep: async (place: DraftKey, draft: Draft): Promise<boolean> => {
    try {
      await run('readwrite', (store) => store.put(draft, ownKey(place)))
      return true
    } catch {
      return false
    }
  },
  /** Deletes the draft of this window. */
  remove: (place: DraftKey): Promise<void> => drafts.drop([ownKey(place)]),
  /** Deletes drafts by their keys. */
  drop: async (keys: readonly string[]): Promise<void> => {
    try {
      for (const key of keys) await run('readwrite', (store) => store.delete(key))
    } catch {
      // nothing was stored either
    }
  },
}
