import { StartError } from '#src/core/config.ts'
import { findCaptcha } from '#src/features/captcha/index.ts'
import { type Command, print, withDatabase } from './command.ts'

/** Prints the solution of a pending captcha, for scripts on the server itself. */
export const captchaCommand: Command = {
  usage: 'captcha ID',
  about: { en: 'Show the code of a captcha, for tests', zh: '显示验证码内容，供测试使用' },
  async run({ argument: id, json, readConfig }) {
    const row = await withDatabase(readConfig(), false, ({ db, now }) =>
      findCaptcha(db, id, Math.floor(now().getTime() / 1000)),
    )
    if (!row) throw new StartError('noSuchCaptcha', { id })
    print(json ? JSON.stringify({ captcha: row.captcha }) : row.captcha)
  },
}
