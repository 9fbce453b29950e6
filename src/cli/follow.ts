import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '#src/core/config.ts'
import { lockDataFolder, prepareDataFolder, readRunning } from '#src/core/data-folder.ts'
import { isFollowing } from '#src/core/follow-record.ts'
import { cliText } from '#src/core/i18n.ts'
import { createLog } from '#src/core/log.ts'
import { webFolder } from '#src/core/paths.ts'
import { promoteCopy, requestPromotion } from '#src/features/standby/index.ts'
import { type Command, type Invocation, print, say } from './command.ts'
import { serve } from './serve.ts'
import { startFollower } from './start-follower.ts'

/** Copies another site, shows the copy read-only and keeps it current, until a signal comes or it is promoted. */
const followCommand: Command = {
  usage: 'follow URL [--discard]',
  about: {
    en: 'Keep a read-only copy of another site, ready to take its place; takes every setting that “docstead help” lists',
    zh: '保持另一站点的只读副本，随时可接替它；可带“docstead help”列出的全部设置',
  },
  async run(call) {
    const { lang, argument: url, switches } = call
    const config = call.readConfig()
    const log = createLog(config)
    const stopping = new AbortController()
    const isStopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
    const isDiscarding = switches.has('discard')
    const start = { config, log, folder: webFolder(), url, isDiscarding, signal: stopping.signal }
    const follower = await startFollower(start)
    if (!follower) return
    log.info(cliText(lang, 'followBegun', { url, address: follower.address }))
    const isPromoted = await Promise.race([follower.promotion.then(() => true), isStopped.then(() => false)])
    log.info(cliText(lang, 'stopping'))
    await follower.stop()
    if (!isPromoted) {
      log.info(cliText(lang, 'stopped'))
      return
    }
    const lock = lockDataFolder(config.data)
    try {
      await promoteCopy(config.data, new Date())
    } finally {
      lock.release()
    }
    log.info(cliText(lang, 'followPromoted', { url }))
    const settings = [...call.flags].flatMap(([name, value]) => [`--${name}`, value])
    return serve(call, ['serve', ...settings])
  },
}

const promotionMs = 60_000
const lookEveryMs = 200

/** Waits until the process that follows has become an ordinary server. @throws {StartError} promoteSlow */
async function waitForPromotion(data: string, before: string | undefined): Promise<void> {
  for (const endsMs = Date.now() + promotionMs; Date.now() < endsMs; await delay(lookEveryMs)) {
    const running = readRunning(data)
    if (!isFollowing(data) && running && running.since !== before) return
  }
  throw new StartError('promoteSlow')
}

const report = ({ lang, json }: Invocation, path: string): void => {
  if (json) print(JSON.stringify({ promoted: true, data: path }))
  else say(cliText(lang, 'promoteDone', { path }))
}

/** Makes a copy a site of its own, whether its process runs or not. */
const promoteCommand: Command = {
  usage: 'promote',
  about: {
    en: 'Turn the copy made by “follow” into a site of its own, whether it is running or not',
    zh: '将 follow 保持的副本提升为独立站点，无论是否正在运行',
  },
  async run(call) {
    const { data } = call.readConfig()
    if (!isFollowing(data)) throw new StartError('promoteNothing', { path: data })
    prepareDataFolder(data)
    const before = readRunning(data)?.since
    let lock: ReturnType<typeof lockDataFolder> | undefined
    try {
      lock = lockDataFolder(data)
    } catch (error) {
      if (!(error instanceof StartError) || error.text !== 'dataInUse') throw error
    }
    if (lock) {
      try {
        await promoteCopy(data, new Date())
      } finally {
        lock.release()
      }
    } else {
      requestPromotion(data)
      say(cliText(call.lang, 'promoteWaiting'))
      await waitForPromotion(data, before)
    }
    report(call, data)
  },
}

/** The commands of a second machine. */
export const standbyCommands: readonly Command[] = [followCommand, promoteCommand]
