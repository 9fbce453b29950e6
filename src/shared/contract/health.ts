import { z } from 'zod'
import { described } from './fields.ts'

/** The checks of an installation, in the order in which the command line lists them. */
const healthCheckNames = [
  'data',
  'rights',
  'database',
  'disk',
  'clock',
  'files',
  'storage',
  'backups',
  'standby',
  'outbound',
  'server',
  'address',
  'base_path',
  'certificate',
  'proxy',
  'body_limit',
  'live_updates',
  'search',
  'audit',
  'administrators',
  'captcha',
  'registration',
  'passwords',
  'directory',
  'oauth',
  'scim',
  'mail',
  'ai',
] as const

/** A check of an installation. */
export type HealthCheckName = (typeof healthCheckNames)[number]

/** How a check ended, from well to broken; `info` is good to know and needs no action. */
const healthStatuses = ['ok', 'info', 'warning', 'error'] as const

/** How a check ended. */
export type HealthStatus = (typeof healthStatuses)[number]

/** The result of one check. */
export const HealthFinding = z.object({
  name: described(z.enum(healthCheckNames), ['Check', '检查项']),
  status: described(z.enum(healthStatuses), ['How it ended', '结果']),
  title: described(z.string(), ['Its name in the caller’s language', '检查项的名称，按调用者的语言']),
  finding: described(z.string(), ['What was found', '发现的情况']),
  advice: described(z.string(), ['What to do; empty for nothing', '处理办法；无需处理时为空']),
  paste: described(z.string(), [
    'Lines to paste into a terminal or a configuration; may be empty',
    '可粘贴到终端或配置中的内容；可能为空',
  ]),
})
