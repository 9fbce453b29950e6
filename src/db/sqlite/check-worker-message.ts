/** What the worker that checks a database's structure starts with. */
export interface CheckWorkerData {
  docsteadWorker: 'check'
  /** The path of the database. */
  path: string
}

/** Says that the thread has opened the database: it may be ended from now on. */
export interface CheckWorkerReady {
  isOpen: true
}

/** Its response: the first thing that is wrong, in SQLite's words; undefined when the structure is intact. */
export interface CheckWorkerResponse {
  problem: string | undefined
}
