import { z } from 'zod'
import { about, endpoint, query, upload } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { described, EmptyList, Text } from './fields.ts'
import { outputs, texts } from './shared-fields.ts'

/** The steps of an update, in their order; empty when none is running. */
const updateSteps = ['', 'download', 'verify', 'stage', 'try', 'backup', 'restart'] as const

/** What the calls that read a release may reject. */
const releaseErrors = [
  'updateBusy',
  'updateNoKey',
  'updateClock',
  'updateCut',
  'updateUnsigned',
  'updateOtherKey',
  'updateDamaged',
  'updateUnknownForm',
  'updateNotNewer',
  'updateStepMissing',
  'updateSchema',
  'updatePlatform',
  'updateNoSpace',
] as const satisfies ErrorName[]

/** What the calls that ask the update address may reject. */
const addressErrors = [
  'updateNotConfigured',
  'updateUnreachable',
  'updateNotAllowed',
  'updateNotFound',
  'updateCertificateDate',
] as const satisfies ErrorName[]

/** Calls for newer versions of the program. */
export const adminUpdate = {
  ...about({
    title: ['Updates', '程序更新'],
    text: [
      'Newer versions of the program, for administrators. `checkUpdate`, `download`, `updateFiles` and `update/checkDb` are called in this order. None of them takes an address or a version.',
      '程序的新版本，由管理员管理。依次调用 `checkUpdate`、`download`、`updateFiles`、`update/checkDb`，均不接受地址或版本。',
    ],
  }),
  checkUpdate: query({
    summary: [
      'Ask the configured address for the newest version; without one, both versions are the same',
      '向已配置的地址查询最新版本；未配置时两个版本号相同',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        version: outputs.version,
        new_version: described(z.string(), ['Newest version', '最新版本']),
        url: described(z.string().optional(), ['The configured address, if any', '已配置的地址，未配置时没有']),
      }),
    errors: [
      ...addressErrors,
      'updateNoKey',
      'updateClock',
      'updateUnsigned',
      'updateOtherKey',
      'updateDamaged',
      'updateUnknownForm',
    ],
  }),
  state: query({
    summary: [
      'Get what is known about updates without asking the address, and how far a running one is',
      '更新的当前状态及进度，不访问更新地址',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        version: outputs.version,
        platform: described(z.string(), ['System and processor, such as `linux-x64`', '系统与处理器，如 `linux-x64`']),
        new_version: described(z.string(), [
          'Newest version that is known; the running one when there is no newer one',
          '已知的最新版本；没有更新时为当前版本',
        ]),
        notes: described(z.string(), ['What is new in it, in Markdown', '新版本的说明，Markdown 格式']),
        date: described(z.string(), ['When it was made', '新版本的日期']),
        is_configured: described(z.boolean(), ['Whether there is an update address', '是否已配置更新地址']),
        is_checked: described(z.boolean(), [
          'Whether the address has answered since the server started',
          '服务器启动后更新地址是否答复过',
        ]),
        is_from_sources: described(z.boolean(), [
          'Whether the server runs from its sources and can’t replace itself',
          '是否由源代码运行，无法自行替换',
        ]),
        has_key: described(z.boolean(), ['Whether this build trusts a release key', '程序是否内置发布密钥']),
        is_prepared: described(z.boolean(), [
          'Whether a newer version is downloaded and verified',
          '新版本是否已下载并通过校验',
        ]),
        step: described(z.enum(updateSteps), [
          'Running step; empty when none is running',
          '正在进行的步骤；没有时为空',
        ]),
        received: described(z.number(), ['Bytes received so far', '已接收的字节数']),
        total: described(z.number(), ['Bytes to receive', '总字节数']),
        error: described(z.string(), [
          'Why the last attempt since the start of the server failed; empty otherwise',
          '服务器启动后最近一次尝试失败的原因，否则为空',
        ]),
        last: described(
          z
            .object({
              from: described(z.string(), ['Version before', '更新前的版本']),
              to: described(z.string(), ['Version of the update', '更新的版本']),
              outcome: described(z.enum(['installed', 'rolledBack', 'undone', 'rejected']), [
                '`installed`, `rolledBack` because it failed, `undone` because it was interrupted, `rejected` before anything was changed',
                '`installed` 已安装，`rolledBack` 失败后恢复，`undone` 中断后撤销，`rejected` 未作改动即被拒绝',
              ]),
              time: described(z.number(), ['When it ended, Unix seconds', '结束时间，Unix 秒']),
              error: described(z.string(), ['Why it failed', '失败原因']),
            })
            .optional(),
          ['How the last update ended, if there was one', '最近一次更新的结果'],
        ),
        lines: described(z.array(z.string()), [
          'Shell lines that install the downloaded version by hand',
          '手动安装已下载版本的命令',
        ]),
      }),
  }),
  download: endpoint({
    summary: [
      'Download the newest version from the configured address and verify it',
      '从已配置的地址下载最新版本并校验',
    ],
    access: 'admin',
    input: () =>
      z.object({
        new_version: described(Text(50).optional(), texts.ignored),
        file_url: described(Text(2000).optional(), texts.ignored),
      }),
    output: EmptyList,
    errors: [...addressErrors, ...releaseErrors],
  }),
  upload: upload({
    summary: [
      'Upload a `.docstead-update` file instead of downloading it, and verify it',
      '上传 `.docstead-update` 文件代替下载，并校验',
    ],
    access: 'admin',
    file: 'file',
    uploadKind: 'update',
    input: () => z.object({}),
    output: EmptyList,
    errors: [...releaseErrors, 'updateNoBundle', 'updateOtherPlatform'],
  }),
  updateFiles: endpoint({
    summary: [
      'Install the downloaded version: try it on a copy of the database, back up, then restart; the former version returns by itself when the new one fails',
      '安装已下载的版本：在数据库副本上试运行，备份，随后重启；新版本失败时自动恢复原版本',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: EmptyList,
    errors: [
      ...releaseErrors,
      'updateFromSources',
      'updateNotPrepared',
      'updateNotWritable',
      'updateBroken',
      'updateBackupFailed',
      'updateBackupRunning',
    ],
  }),
}

/** Calls for the database after an update. */
export const update = {
  ...about({
    title: ['Database', '数据库'],
    text: ['Schema of the database, for administrators.', '数据库结构，由管理员管理。'],
  }),
  checkDb: query({
    summary: ['Check whether the database has the schema of this program', '数据库结构是否与程序一致'],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        schema: described(z.number(), ['Schema version of the database', '数据库的结构版本']),
        known: described(z.number(), ['Schema version that the program uses', '程序所用的结构版本']),
        is_current: described(z.boolean(), ['Whether both are the same', '两者是否一致']),
      }),
  }),
}
