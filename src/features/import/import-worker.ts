import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { fetchRemoteFilesOf } from './api/read-description.ts'
import { compareWithFormer } from './compare-with-former.ts'
import { ImportError } from './import-error.ts'
import { readAnyImport } from './plan.ts'
import type { ImportPlan } from './plan-types.ts'
import type { ImportWorkerData, ImportWorkerResponse } from './worker-message.ts'

/** Returns the plan with empty texts: enough for a check, without copying 50 MB between threads. */
function withoutTexts<P extends Pick<ImportPlan, 'pages' | 'catalogs'>>(plan: P): P {
  const pages = plan.pages.map((page) => {
    const { packed: _, origin, ...rest } = page
    const { source: __, ...found } = origin ?? {}
    return { ...rest, page_content: '', ...(origin && { origin: found as typeof origin }) }
  })
  return { ...plan, pages, catalogs: plan.catalogs.map(withoutTexts) }
}

/** Stores files in a folder, which the caller deletes. */
const keepIn = (folder: string) => (bytes: Uint8Array) => {
  const path = join(folder, randomBytes(16).toString('hex'))
  writeFileSync(path, bytes, { mode: 0o600 })
  return path
}

/** Runs the worker: reads one file and responds once. */
async function answer(file: ImportWorkerData): Promise<ImportWorkerResponse> {
  try {
    const keep = file.filesFolder === '' ? undefined : keepIn(file.filesFolder)
    const { forApiClient, lang, ownHosts, format, intoSheets, under } = file
    const choice = { forApiClient, lang, keep, ownHosts, format, intoSheets, under }
    const given = { name: file.name, bytes: readFileSync(file.path) }
    const remote = await fetchRemoteFilesOf(given, file.outbound)
    const compared = file.synchronised && compareWithFormer(given, file.synchronised, remote)
    const plan = { ...(await readAnyImport(given, { ...choice, remote })), ...(compared && { compared }) }
    return { plan: file.withTexts ? plan : withoutTexts(plan) }
  } catch (error) {
    if (error instanceof ImportError) return { refused: error.reason, detail: error.detail, values: error.values }
    // a library went deeper into the file than its checks foresaw
    if (error instanceof RangeError && /call stack/i.test(error.message))
      return { refused: 'treeTooDeep', detail: file.name, values: {} }
    throw error
  }
}

const data = workerData as ImportWorkerData
// a rejection that nothing handles ends the thread with its error
if (data.docsteadWorker === 'import') void answer(data).then((message) => parentPort?.postMessage(message))
