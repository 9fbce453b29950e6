import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { quickCheck } from './check.ts'
import type { CheckWorkerData, CheckWorkerReady, CheckWorkerResponse } from './check-worker-message.ts'
import { isDamaged } from './errors.ts'

// The check reads each page once, in the order of the tables: a larger cache would not make it faster.
const cacheKib = 2048

/** Checks one database, which is all that the worker does. */
function answer({ path }: CheckWorkerData): CheckWorkerResponse {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 })
  parentPort?.postMessage({ isOpen: true } satisfies CheckWorkerReady)
  try {
    sqlite.pragma('trusted_schema = OFF')
    sqlite.pragma('cell_size_check = ON')
    sqlite.pragma(`cache_size = -${cacheKib}`)
    return { problem: quickCheck({ sqlite })[0] }
  } catch (error) {
    if (isDamaged(error)) return { problem: (error as { code: string }).code }
    throw error
  } finally {
    sqlite.close()
  }
}

const data = workerData as CheckWorkerData
if (data.docsteadWorker === 'check') {
  // Requests come first. Only on Linux does a priority belong to a thread; elsewhere it is the whole server's.
  if (process.platform === 'linux') setPriority(10)
  parentPort?.postMessage(answer(data))
}
