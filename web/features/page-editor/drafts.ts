/** A text kept in this browser until it is saved. */
export interface Draft {
  page_title: string
  cat_id: number
  text: string
  /** The version of the page that the text was made from; 0 for a new page. */
  base_version: number
  /** When it was written, ms since 1970. */
  at: number
  /** The draft found on entry, while it is not decided what becomes of it. */
  older?: Draft | undefined
}

/** Whose draft of which page. */
export interface DraftPlace {
  uid: string
  item_id: number
  page_id: number
}

const databaseName = 'docstead-drafts'
const storeName = 'draft'

const keyOf = ({ uid, item_id, page_id }: DraftPlace) => `${uid}/${item_id}/${page_id}`

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
  /** The draft at a place; undefined when there is none or the browser keeps none. */
  find: async (place: DraftPlace): Promise<Draft | undefined> => {
    try {
      return (await run('readonly', (store) => store.get(keyOf(place)))) as Draft | undefined
    } catch {
      return undefined
    }
  },
  /** Keeps a draft. @returns whether the browser has it; false when it is full or forbidden to keep anything */
  keep: async (place: DraftPlace, draft: Draft): Promise<boolean> => {
    try {
      await run('readwrite', (store) => store.put(draft, keyOf(place)))
      return true
    } catch {
      return false
    }
  },
  remove: async (place: DraftPlace): Promise<void> => {
    try {
      await run('readwrite', (store) => store.delete(keyOf(place)))
    } catch {
      // nothing was kept either
    }
  },
}
