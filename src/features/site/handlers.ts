import type { contract } from '#shared/contract/index.ts'
import { versionText } from '#src/core/version.ts'
import { attachment } from '#src/features/attachment/index.ts'
import { getCaptchaImage, newCaptcha, switchToQuestion } from '#src/features/captcha/index.ts'
import { signIn } from '#src/features/user/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { renderQrcode } from './qrcode.ts'
import { requireSetupCode, setUp, siteInfo } from './service.ts'

/** Implements the calls that need no account. */
export const common: Handlers<typeof contract.common> = {
  homePageSetting: ({ app }) => siteInfo(app),
  createCaptcha: async ({ app, request }) => ({ captcha_id: await newCaptcha(app, request.ip) }),
  showCaptcha: ({ app, input, request }) => getCaptchaImage(app, request.ip, input.captcha_id),
  captchaQuestion: async ({ app, input, request }) => ({
    question: await switchToQuestion(app, input.captcha_id, request.lang),
  }),
  qrcode: ({ app, input, request }) => renderQrcode(app, request.ip, input.url, input.size),
  visitFile: attachment.visitFile,
  version: () => ({ version: versionText }),
}

/** Implements the calls of the setup page. */
export const setup: Handlers<typeof contract.setup> = {
  async check({ app, input, request }) {
    await requireSetupCode(app, request.ip, input.setup_code)
    return []
  },

  create: async ({ app, input, request }) => {
    const uid = await setUp(app, request.ip, input)
    request.log.info({ uid, ip: request.ip }, 'the first administrator was made')
    return signIn(app, uid, request, { action: 'setup' })
  },
}
