import { cliText } from '#src/core/i18n.ts'
import { createLog } from '#src/core/log.ts'
import { webFolder } from '#src/core/paths.ts'
import type { TrialAnswer } from '#src/features/update/index.ts'
import { type Command, print } from './command.ts'
import { startTrial } from './start-server.ts'

/**
 * Starts the server on a data folder for the version that wants to know whether this one works: it prints where it
 * answers, and ends when its standard input does. Other versions call it: what it prints must stay.
 */
export const trialCommand: Command = {
  usage: 'trial',
  about: {
    en: 'Start the site for this machine alone, until standard input ends',
    zh: '仅供本机试运行站点，直至标准输入结束',
  },
  async run({ lang, readConfig }) {
    const config = readConfig()
    const log = createLog(config)
    const { app, address, stop } = await startTrial(config, log, webFolder())
    const answer: TrialAnswer = { address, version: app.installation.version }
    print(JSON.stringify(answer))
    await new Promise<void>((resolve) => {
      process.stdin.once('end', resolve).once('error', resolve).resume()
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
    })
    log.info(cliText(lang, 'stopping'))
    await stop()
  },
}
