import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { ImportError } from './import-error.ts'
import { readImport } from './plan.ts'
import type { ImportPlan } from './plan-types.ts'
import type { ImportWorkerData, ImportWorkerResponse } from './worker-message.ts'

/** Returns the plan with empty texts: enough for a check, without copying 50 MB between threads. */
function withoutTexts<P extends Pick<ImportPlan, 'pages' | 'catalogs'>>(plan: P): P {
  const pages = plan.pages.map(({ packed: _, ...page }) => ({ ...page, page_content: '' }))
  return { ...plan, pages, catalogs: plan.catalogs.map(withoutTexts) }
}

const keepIn = (folder: string) => (bytes: Uint8Array) => {
  const path = join(folder, randomBytes(16).toString('hex'))
  writeFileSync(path, bytes, { mode: 0o600 })
  return path
}

/** Runs the worker: reads one file and responds once. */
function answer(file: ImportWorkerData): ImportWorkerResponse {
  try {
    const keep = file.filesFolder === '' ? undefined : keepIn(file.filesFolder)
    const { forApiClient, lang, ownHosts } = file
    const plan = readImport({ name: file.name, bytes: readFileSync(file.path) }, { forApiClient, lang, keep, ownHosts })
    return { plan: file.withTexts ? plan : withoutTexts(plan) }
  } catch (error) {
    if (error instanceof ImportError) return { refused: error.reason, detail: error.detail, values: error.values }
    throw error
  }
}

const data = workerData as ImportWorkerData
if (data.docsteadWorker === 'import') parentPort?.postMessage(answer(data))
