import { z } from 'zod'
import { attachment } from './attachment.ts'
import { about, download, endpoint, query } from './endpoint.ts'
import { described, Flag, Int, Text } from './fields.ts'
import { outputs, texts } from './shared-fields.ts'

/** What anyone may know about the site before signing in. */
export const SiteInfo = z.object({
  home_page: described(z.string(), texts.home_page),
  home_item: described(z.string(), texts.home_item),
  beian: described(z.string(), texts.beian),
  is_show_ai: described(z.number(), ['1 if an AI service is set up', '已配置 AI 服务时为 1']),
  register_open: described(z.number(), texts.register_open),
  site_name: described(z.string(), texts.site_name),
  /** The public address of the site, with which shared addresses begin; empty: the one in the browser. */
  site_url: described(z.string(), texts.site_url),
  force_login: described(z.number(), texts.force_login),
  setup_needed: described(z.boolean(), ['Whether there’s no administrator yet', '尚未创建管理员']),
  history_version_count: described(z.number(), texts.history_version_count),
  captcha: described(z.enum(['always', 'failures', 'off']), [
    'When sign-in asks for a captcha: always, after failures or never',
    '登录何时需要验证码：每次、失败后、从不',
  ]),
  reset_by_mail: described(z.boolean(), [
    'Whether people can set a new password by a link in a mail',
    '是否可通过邮件中的链接设置新密码',
  ]),
  version: outputs.version,
})

/** Calls that need no account: the site itself, captchas, the version. */
export const common = {
  ...about({
    title: ['Site', '站点'],
    text: [
      'Everything that doesn’t need an account: public site settings, captchas, QR codes, files and the version.',
      '与账号无关的功能：站点公开设置、验证码、二维码、文件和版本。',
    ],
  }),
  homePageSetting: query({
    summary: ['Get the public settings of the site', '站点的公开设置'],
    access: 'anyone',
    input: () => z.object({}),
    output: SiteInfo,
  }),
  createCaptcha: endpoint({
    summary: ['Create a captcha, valid for one try within five minutes', '新建一个验证码，五分钟内可用一次'],
    access: 'anyone',
    input: () => z.object({}),
    output: () => z.object({ captcha_id: described(z.string(), texts.captcha_id) }),
    errors: ['tooManyRequests'],
    isSafe: true,
  }),
  showCaptcha: download({
    summary: ['Get the image of a captcha (PNG)', '验证码图片（PNG）'],
    access: 'anyone',
    input: () => z.object({ captcha_id: described(Text(40), texts.captcha_id) }),
    errors: ['captchaWrong', 'tooManyRequests'],
  }),
  captchaQuestion: endpoint({
    summary: [
      'Get a question in words instead of the captcha image; its answer replaces the characters',
      '用文字问题代替图片，答案取代原来的字母',
    ],
    access: 'anyone',
    input: () => z.object({ captcha_id: described(Text(40), texts.captcha_id) }),
    output: () => z.object({ question: described(z.string(), ['Question', '问题']) }),
    errors: ['captchaWrong'],
  }),
  qrcode: download({
    summary: ['Get a QR code for a URL (PNG)', '网址的二维码（PNG）'],
    access: 'anyone',
    input: () =>
      z.object({
        url: described(Text(4000), ['URL for the QR code', '二维码的网址']),
        size: described(Int(1, 20).optional(), ['Size of one module of the QR code, in pixels', '每个方块的像素数']),
      }),
    errors: ['qrcodeBad', 'tooManyRequests'],
  }),
  visitFile: attachment.visitFile,
  version: query({
    summary: ['Get the version of the server', '服务器版本'],
    access: 'anyone',
    input: () => z.object({ detail: described(Flag, texts.ignored) }),
    output: () => z.object({ version: outputs.version }),
  }),
}
