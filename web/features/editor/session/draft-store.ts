const storeName = 'draft'

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onerror = () => reject(request.error ?? new Error('no database'))
    request.onblocked = () => reject(new Error('the database is blocked'))
    request.onsuccess = () => resolve(request.result)
  })
}

/** Drafts in this browser by their keys. Where the browser stores nothing, none is found. */
interface DraftStore<Key, Draft> {
  /** Returns the draft of `key`; undefined when there is none. */
  find: (key: Key) => Promise<Draft | undefined>
  /** Returns the drafts whose stored keys begin with `prefix` and a slash, each with its stored key. */
  list: (prefix: string) => Promise<(Draft & { key: string })[]>
  /** Stores a draft. @returns whether the browser has stored it; false when storage is full or forbidden */
  keep: (key: Key, draft: Draft) => Promise<boolean>
  /** Deletes the draft of `key`. */
  remove: (key: Key) => Promise<void>
  /** Deletes drafts by their stored keys. */
  drop: (keys: readonly string[]) => Promise<void>
}

/** Creates a store of drafts. It is in IndexedDB: a page may be larger than everything localStorage can hold. */
export function createDraftStore<Key, Draft>(
  databaseName: string,
  storedKey: (key: Key) => string,
): DraftStore<Key, Draft> {
  let opening: Promise<IDBDatabase> | undefined
  const forget = () => {
    opening = undefined // lets a later call open it again
  }
  const open = () => {
    opening ??= openDatabase(databaseName).then((database) => {
      database.onversionchange = () => database.close()
      database.onclose = forget
      return database
    })
    opening.catch(forget)
    return opening
  }
  /** Runs one operation on the store; resolves when it is on disk. */
  const run = async <T>(mode: IDBTransactionMode, operate: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const transaction = (await open()).transaction(storeName, mode)
    return new Promise<T>((resolve, reject) => {
      const request = operate(transaction.objectStore(storeName))
      transaction.commit() // at once: a closing window loses transactions that are still pending
      // A long value may arrive after the transaction has ended: Chromium 150 reads it later.
      const read = new Promise<T>((arrive) => {
        request.onsuccess = () => arrive(request.result)
      })
      transaction.oncomplete = () => resolve(read)
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
      transaction.onerror = () => reject(transaction.error ?? new Error('failed'))
    })
  }
  const done = (running: Promise<unknown>): Promise<boolean> =>
    running.then(
      () => true,
      () => false,
    )
  const drop = async (keys: readonly string[]) => {
    for (const key of keys) await done(run('readwrite', (store) => store.delete(key)))
  }
  return {
    find: (key) => run<Draft | undefined>('readonly', (store) => store.get(storedKey(key))).catch(() => undefined),
    list: async (prefix) => {
      try {
        const range = IDBKeyRange.bound(prefix, `${prefix}/\uffff`)
        const keys = await run('readonly', (store) => store.getAllKeys(range))
        const found = await run<Draft[]>('readonly', (store) => store.getAll(range))
        return found.map((draft, at) => ({ ...draft, key: String(keys[at]) }))
      } catch {
        return []
      }
    },
    keep: (key, draft) => done(run('readwrite', (store) => store.put(draft, storedKey(key)))),
    remove: (key) => drop([storedKey(key)]),
    drop,
  }
}
