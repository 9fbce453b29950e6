import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '#src/core/errors.ts'
import { importSite } from './import-site.ts'
import type { ShowdocWorkerData, ShowdocWorkerResponse } from './worker-message.ts'

const send = (message: ShowdocWorkerResponse) => parentPort?.postMessage(message)

class Stopped extends Error {}

async function answer({ task, stopped }: ShowdocWorkerData): Promise<void> {
  let sent = -1
  try {
    const report = await importSite(task, (share) => {
      if (Atomics.load(stopped, 0) !== 0) throw new Stopped()
      const percent = Math.floor(share)
      if (percent > sent) send({ percent })
      sent = Math.max(sent, percent)
    })
    send({ report })
  } catch (error) {
    if (error instanceof Stopped) send({ stopped: true })
    else if (error instanceof AppError) send({ failure: { name: error.errorName, values: error.values } })
    else send({ bug: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

const data = workerData as ShowdocWorkerData
if (data.docsteadWorker === 'showdoc') {
  // Requests come first. Only on Linux does a priority belong to a thread; elsewhere it is the whole server's.
  if (process.platform === 'linux') setPriority(10)
  void answer(data)
}
