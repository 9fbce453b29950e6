import { StartError } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import { cliText, errorText } from '#src/core/i18n.ts'
import { S3Error } from '#src/core/s3-client.ts'
import { commandLineActor } from '#src/features/audit/index.ts'
import {
  checkStorage,
  completeForm,
  explainStorage,
  listStores,
  moveFiles,
  parseStorageForm,
  readStorageStatus,
  readWish,
  recordMove,
  type StoreSettings,
  testStorage,
} from '#src/features/storage/index.ts'
import { type Command, type Invocation, print, say, withDatabase } from './command.ts'
import { commandLineApp } from './command-line-app.ts'

const reportIntervalMs = 1000

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e5) / 10

/** Runs an operation on the files of a site. What a bucket says is explained. */
async function withFiles<T>(
  { lang, readConfig }: Invocation,
  operation: (app: ReturnType<typeof commandLineApp>) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  try {
    return await withDatabase(config, false, async ({ db }) => {
      const app = commandLineApp(config, db)
      try {
        return await operation(app)
      } catch (error) {
        if (!(error instanceof S3Error)) throw error
        const row = (await listStores(db)).toSorted((a, b) => b.is_current - a.is_current)[0]
        if (!row) throw error
        const { errorName, values } = explainStorage(error, JSON.parse(row.settings) as StoreSettings)
        throw new StartError('refused', { message: errorText(lang, errorName, values) })
      }
    })
  } finally {
    giveToOwner(config.data)
  }
}

const statusCommand: Command = {
  usage: 'storage status',
  about: { en: 'Show where the uploaded files are', zh: '显示上传文件的存放位置' },
  async run(call) {
    const { lang, json } = call
    await withFiles(call, async (app) => {
      const { is_open, target, places, elsewhere, leftovers } = await readStorageStatus(app)
      if (json) return print(JSON.stringify({ is_open, target, places, elsewhere, leftovers }))
      say(cliText(lang, is_open ? 'storageBucket' : 'storageLocal', { name: target }))
      for (const { name, files, bytes } of places)
        say(cliText(lang, 'storagePlace', { name: name || app.files.name, files, mb: megabytes(bytes) }))
      if (elsewhere.files > 0) say(cliText(lang, 'storageElsewhere', { files: elsewhere.files }))
    })
  },
}

const moveCommand: Command = {
  usage: 'storage move',
  about: {
    en: 'Move all uploaded files to where new ones go, comparing each; an interrupted move continues',
    zh: '把全部上传文件迁移到新文件的存放处，逐个校验；中断后可继续',
  },
  async run(call) {
    const { lang, json } = call
    const stopping = new AbortController()
    const stop = () => stopping.abort(new StartError('storageMoveStopped'))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    try {
      return await withFiles(call, async (app) => {
        const startedMs = performance.now()
        let reportedMs = startedMs
        const report = await moveFiles(app, {
          signal: stopping.signal,
          onProgress(done, total) {
            if (json || performance.now() - reportedMs < reportIntervalMs) return
            reportedMs = performance.now()
            say(cliText(lang, 'storageMoving', { done, total }))
          },
        })
        await recordMove(app, commandLineActor, report)
        const seconds = Math.round((performance.now() - startedMs) / 100) / 10
        const { moved, bytes, problems, problem_count } = report
        if (json) print(JSON.stringify({ moved, bytes, problems, problem_count, seconds }))
        else {
          say(cliText(lang, 'storageMoved', { moved, mb: megabytes(bytes), seconds }))
          for (const { stored_name, reason } of problems)
            say(cliText(lang, 'storageProblem', { name: stored_name, reason: cliText(lang, `storage_${reason}`) }))
        }
        return problem_count === 0 ? 0 : 1
      })
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
    }
  },
}

const checkCommand: Command = {
  usage: 'storage check',
  about: {
    en: 'Check that every uploaded file is where it should be, with its size',
    zh: '检查每个上传文件是否都在，且大小正确',
  },
  async run(call) {
    const { lang, json } = call
    return withFiles(call, async (app) => {
      const { files, bad, bad_count } = await checkStorage(app)
      if (json) print(JSON.stringify({ files, bad, bad_count }))
      else {
        say(cliText(lang, bad_count === 0 ? 'storageWhole' : 'storageNotWhole', { files, count: bad_count }))
        for (const { stored_name, display_name, reason } of bad)
          say(
            cliText(lang, 'storageProblem', {
              name: `${display_name} (${stored_name})`,
              reason: cliText(lang, `storage_${reason}`),
            }),
          )
      }
      return bad_count === 0 ? 0 : 1
    })
  },
}

const testCommand: Command = {
  usage: 'storage test',
  about: {
    en: 'Try the object storage of the settings step by step',
    zh: '逐步测试设置中的对象存储',
  },
  async run(call) {
    const { lang, json } = call
    return withFiles(call, async (app) => {
      const { form, isOpen } = await readWish(app)
      if (!isOpen) throw new AppError('storageOff')
      const steps = await testStorage(app, await parseStorageForm(completeForm(form), app.config.outbound_allow), lang)
      if (json) print(JSON.stringify({ steps }))
      else
        for (const { step, outcome, error_message } of steps)
          say(`${outcome === 'ok' ? '✓' : '✗'} ${step}${error_message === '' ? '' : `: ${error_message}`}`)
      return steps.every(({ outcome }) => outcome === 'ok') ? 0 : 1
    })
  },
}

/** The commands for where uploaded files are. They work whether a server runs or not. */
export const storageCommands: readonly Command[] = [statusCommand, moveCommand, checkCommand, testCommand]
