import { z } from 'zod'
import { attachment } from './attachment.ts'
import { download, endpoint, query } from './endpoint.ts'
import { Flag, Int, Text } from './fields.ts'

/** What anyone may know about the site before signing in. */
export const SiteInfo = z.object({
  home_page: z.string(),
  home_item: z.string(),
  beian: z.string(),
  is_show_ai: z.number(),
  register_open: z.number(),
  site_name: z.string(),
  /** The public address of the site, with which shared addresses begin; empty: the one in the browser. */
  site_url: z.string(),
  /** 1 when people must sign in to read items. */
  force_login: z.number(),
  setup_needed: z.boolean(),
  /** How many former versions of a page are kept. */
  history_version_count: z.number(),
  /** When a captcha is required: `always`, after `failures`, or `off`. */
  captcha: z.enum(['always', 'failures', 'off']),
  version: z.string(),
})

/** Calls that need no account: the site itself, captchas, the version. */
export const common = {
  homePageSetting: query({
    summary: ['Get the public settings of the site', '站点的公开设置'],
    access: 'anyone',
    input: z.object({}),
    output: SiteInfo,
  }),
  createCaptcha: endpoint({
    summary: ['Create a captcha, valid for one try within five minutes', '新建一个验证码，五分钟内可用一次'],
    access: 'anyone',
    input: z.object({}),
    output: z.object({ captcha_id: z.string() }),
    errors: ['tooManyRequests'],
    isSafe: true,
  }),
  showCaptcha: download({
    summary: ['Get the image of a captcha (PNG)', '验证码图片（PNG）'],
    access: 'anyone',
    input: z.object({ captcha_id: Text(40) }),
    errors: ['captchaWrong', 'tooManyRequests'],
  }),
  captchaQuestion: endpoint({
    summary: [
      'Get a question in words instead of the captcha image; its answer replaces the characters',
      '用文字问题代替图片，答案取代原来的字母',
    ],
    access: 'anyone',
    input: z.object({ captcha_id: Text(40) }),
    output: z.object({ question: z.string() }),
    errors: ['captchaWrong'],
  }),
  qrcode: download({
    summary: ['Get a QR code for a URL (PNG)', '网址的二维码（PNG）'],
    access: 'anyone',
    input: z.object({ url: Text(4000), size: Int(1, 20).optional() }),
    errors: ['qrcodeBad', 'tooManyRequests'],
  }),
  visitFile: attachment.visitFile,
  version: query({
    summary: ['Get the version of the server', '服务器版本'],
    access: 'anyone',
    input: z.object({ detail: Flag }),
    output: z.object({ version: z.string() }),
  }),
}
