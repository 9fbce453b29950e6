import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { StartError } from '#src/core/config.ts'
import { DamagedUploads } from './archive.ts'
import { runTask } from './run-task.ts'
import type { BackupTask, BackupWorkerData, BackupWorkerResponse } from './worker-message.ts'

const send = (message: BackupWorkerResponse) => parentPort?.postMessage(message)

async function answer(task: BackupTask): Promise<void> {
  let sent = -1
  try {
    const result = await runTask(task, (done, total) => {
      const progress = Math.floor((done / total) * 100)
      if (progress > sent) send({ progress })
      sent = Math.max(sent, progress)
    })
    send({ result })
  } catch (error) {
    const uploads = error instanceof DamagedUploads ? error.stored : undefined
    if (error instanceof StartError) send({ failure: { text: error.text, values: error.values, uploads } })
    else send({ bug: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

const { docsteadWorker, task } = workerData as BackupWorkerData
if (docsteadWorker === 'backup') {
  // Requests come first. Only on Linux does a priority belong to a thread; elsewhere it is the whole server's.
  if (process.platform === 'linux') setPriority(10)
  void answer(task)
}
