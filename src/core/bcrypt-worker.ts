import { parentPort, workerData } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'

/** What the worker starts with. */
export interface BcryptWorkerData {
  docsteadWorker: 'bcrypt'
  hash: string
  password: string
}

const { docsteadWorker, hash, password } = workerData as BcryptWorkerData
if (docsteadWorker === 'bcrypt') parentPort?.postMessage(compareSync(password, hash))
