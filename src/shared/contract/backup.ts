import { z } from 'zod'
import { settingForms } from '../settings.ts'
import { asTexts, inputFields } from './admin-setting.ts'
import { about, download, endpoint, query } from './endpoint.ts'
import { described, EmptyList, Text } from './fields.ts'
import { inputs } from './shared-fields.ts'

const Moment = z.number()
const FileName = described(Text(100, 1), ['File name', '文件名'])

/** A backup of the site's place. */
const BackupEntry = z.object({
  name: described(z.string(), ['File name', '文件名']),
  time: described(Moment, ['The moment that it shows, in Unix seconds', '备份所对应的时刻，Unix 秒']),
  whole_bytes: described(z.number(), [
    'Size in bytes with the uploads that it shares with other backups',
    '大小（字节），含与其他备份共用的附件',
  ]),
  verified: described(Moment, ['When it was verified, in Unix seconds; 0 if not', '校验时刻，Unix 秒；未校验为 0']),
  damaged: described(z.boolean(), ['Whether it was damaged when it was last read', '最近一次读取时是否已损坏']),
  pages: described(z.number(), ['Number of pages; -1 if unknown', '页面数；未知为 -1']),
  uploads: described(z.number(), ['Number of uploaded files; -1 if unknown', '附件数；未知为 -1']),
})

const MigrationCopy = z.object({
  path: described(z.string(), ['Path on the server', '服务器上的路径']),
  time: described(Moment, ['When it was made, in Unix seconds', '制作时刻，Unix 秒']),
  bytes: described(z.number(), ['Size in bytes', '大小（字节）']),
})

/** What became of the scheduled exports. */
const ExportStatus = z.object({
  is_running: described(z.boolean(), ['Whether exports are being made', '是否正在导出']),
  last_time: described(Moment, [
    'When the last ones ended, in Unix seconds; 0 for never',
    '最近一次结束的时刻，Unix 秒；从未为 0',
  ]),
  next_time: described(Moment, [
    'When the next ones are due, in Unix seconds; 0 without a schedule',
    '下一次导出的时刻，Unix 秒；未设计划为 0',
  ]),
  files: described(z.number(), ['Number of files that the last ones wrote', '最近一次写入的文件数']),
  bytes: described(z.number(), ['Size of these files in bytes', '这些文件的大小（字节）']),
  failed: described(
    z.array(
      z.object({
        item_name: described(z.string(), ['Name of the project', '项目名称']),
        error_message: described(z.string(), ['Why it was not exported', '未能导出的原因']),
      }),
    ),
    ['The projects that were not exported, at most 20', '未能导出的项目，最多列出 20 个'],
  ),
  error_message: described(z.string(), [
    'Why nothing was exported; empty if something was',
    '完全没有导出的原因；有导出则为空',
  ]),
})

/** Calls for the backups of the site. */
export const adminBackup = {
  ...about({
    title: ['Backups', '备份'],
    text: ['Backups of the whole site, for administrators.', '整个站点的备份，由管理员管理。'],
  }),
  loadConfig: query({
    summary: ['Get the settings of the backups; the secret is masked', '备份的设置，密钥以掩码代替'],
    access: 'admin',
    input: () => z.object({}),
    output: () => asTexts(settingForms.backup_form),
  }),
  saveConfig: endpoint({
    summary: [
      'Save the settings of the backups after trying the place; omitted settings and a masked secret stay unchanged',
      '试用存放位置后保存备份设置；未提交的项保持不变，掩码表示密钥不变',
    ],
    access: 'admin',
    input: () => z.object(inputFields(settingForms.backup_form)),
    output: EmptyList,
    errors: [
      'backupTimeBad',
      'exportTimeBad',
      'exportItemsBad',
      'backupFolderBad',
      'backupPlaceBad',
      'backupPlaceData',
    ],
  }),
  status: query({
    summary: ['Get whether the backups are as they should be', '备份是否正常'],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        health: described(z.enum(['ok', 'off', 'waiting', 'late', 'failed']), [
          '`ok`; `off` without a schedule; `waiting` for the first one; `late` when the last good one is too old; `failed` when the last one failed',
          '`ok` 正常；`off` 未设计划；`waiting` 等待首次备份；`late` 最近的有效备份过旧；`failed` 最近一次失败',
        ]),
        running: described(z.number(), [
          'Progress of the running backup in percent; -1 if none is running',
          '正在进行的备份的进度（百分比）；没有则为 -1',
        ]),
        last_time: described(Moment, [
          'When the last one was begun, in Unix seconds; 0 for never',
          '最近一次开始的时刻，Unix 秒；从未为 0',
        ]),
        error_message: described(z.string(), [
          'Why the last one failed; empty if it did not',
          '最近一次失败的原因；未失败为空',
        ]),
        good_time: described(Moment, [
          'The moment of the last verified one, in Unix seconds; 0 for none',
          '最近一次有效备份的时刻，Unix 秒；没有为 0',
        ]),
        next_time: described(Moment, [
          'When the next one is due, in Unix seconds; 0 without a schedule',
          '下一次备份的时刻，Unix 秒；未设计划为 0',
        ]),
        schedule: described(z.enum(settingForms.backup_form.schedule.options), settingForms.backup_form.schedule.text),
        exports: described(ExportStatus, ['The scheduled exports of projects', '项目的定时导出']),
      }),
  }),
  getList: query({
    summary: [
      'List the backups of the place, newest first, and the copies of the database from before schema changes',
      '列出存放位置中的备份（新的在前），以及结构变更前的数据库副本',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        place: described(z.string(), ['Where the backups are kept', '备份存放的位置']),
        place_error: described(z.string(), [
          'Why the place cannot be read; empty if it can',
          '位置无法读取的原因；可读取为空',
        ]),
        place_note: described(z.string(), [
          'What to know about the place: that it is another site’s, so that old backups stay there; else empty',
          '关于位置的提示：属于另一站点，因此不删除旧备份；否则为空',
        ]),
        list: described(z.array(BackupEntry), ['Backups', '备份']),
        copies: described(z.array(MigrationCopy), ['Copies of the database', '数据库副本']),
      }),
  }),
  start: endpoint({
    summary: [
      'Start a backup in the background, which is verified; a running one continues',
      '在后台开始备份，完成后自动校验；已在进行的备份继续',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: EmptyList,
  }),
  startExports: endpoint({
    summary: [
      'Start the exports of the settings in the background: one file of each project, in the place of the backups',
      '按设置在后台开始导出：每个项目一个文件，存放在备份的位置',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: EmptyList,
  }),
  allowDownload: endpoint({
    summary: [
      'Get a ticket to download a backup, with your own password: a backup contains every secret of the site',
      '凭自己的密码获取下载备份的凭证：备份包含站点的全部机密',
    ],
    access: 'admin',
    input: () => z.object({ name: FileName, password: inputs.own_password }),
    output: () =>
      z.object({
        ticket: described(z.string(), [
          'Opens `adminBackup/download` for this backup and this account',
          '用于 `adminBackup/download`，仅限该备份与该账号',
        ]),
        expire_time: described(Moment, ['Until when, in Unix seconds', '有效期至，Unix 秒']),
      }),
    errors: ['passwordWrong', 'tooManyTries', 'backupGone', 'backupPlaceBad', 'backupPlaceData'],
  }),
  download: download({
    summary: ['Download a backup as one whole file', '将一个备份下载为单个完整文件'],
    access: 'admin',
    input: () =>
      z.object({
        name: FileName,
        ticket: described(Text(100).optional(), [
          'Ticket of `adminBackup/allowDownload`',
          '`adminBackup/allowDownload` 返回的凭证',
        ]),
      }),
    errors: ['backupTicketEnded', 'backupGone', 'backupPlaceBad', 'backupPlaceData'],
  }),
}
