import { z } from 'zod'
import { about, endpoint, query, upload } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { type Description, described, OptionalFlag, Text } from './fields.ts'

/** What an import of a ShowDoc site counts, in the order of its report. */
const showdocKinds = [
  'user',
  'token',
  'item',
  'catalog',
  'page',
  'version',
  'file',
  'member',
  'team',
  'template',
  'comment',
  'feedback',
  'link',
  'key',
  'mock',
  'star',
  'group',
  'subscription',
  'message',
  'activity',
  'environment',
  'setting',
  'kept',
] as const

/** What came, but not exactly as it was; the texts are in `showdoc-*.json`. */
export const showdocChanges = [
  'userJoined',
  'userRenamed',
  'emailTaken',
  'initialPassword',
  'passwordFollowed',
  'itemNumber',
  'pageNumber',
  'domainTaken',
  'ownerGone',
  'catalogToTop',
  'pageToTop',
  'fileRemote',
  'versionsRaised',
  'versionsLimited',
  'keptWhole',
] as const

/** What did not come. */
const showdocLosses = [
  'changedHere',
  'passwordHere',
  'rightHere',
  'memberOnlyHere',
  'goneHere',
  'pageTooLarge',
  'versionTooLarge',
  'fileMissing',
  'fileHostile',
  'orphan',
  'double',
  'tokenEnded',
  'settingHere',
  'settingOther',
  'secretLeft',
  'noPlace',
  'tableUnknown',
] as const

const count = (text: Description) => described(z.number(), text)

/** What an import of a ShowDoc site would do, or did. */
export const ShowdocReport = z.object({
  source: described(
    z.object({
      form: described(z.enum(['sqlite', 'dump']), [
        'Form of the database: a SQLite file or an SQL dump',
        '数据库的形式：SQLite 文件或 SQL 转储',
      ]),
      version: described(z.number(), [
        'ShowDoc’s version of the database; 0 if unknown',
        'ShowDoc 的数据库版本；未知为 0',
      ]),
      address: described(z.string(), ['Address of the site; empty if unknown', '站点地址；未知为空']),
      is_known: described(z.boolean(), ['Whether it was imported before', '之前是否导入过']),
    }),
    ['What was read', '读取的内容'],
  ),
  kinds: described(
    z.array(
      z.object({
        kind: described(z.enum(showdocKinds), ['What is counted', '统计的对象']),
        added: count(['Number added', '新增数']),
        changed: count(['Number changed since the last import', '自上次导入以来有变化的数量']),
        same: count(['Number that are here already', '已存在的数量']),
        left: count(['Number that do not come', '不导入的数量']),
      }),
    ),
    ['Counts', '数量'],
  ),
  notes: described(
    z.array(
      z.object({
        reason: described(z.enum([...showdocChanges, ...showdocLosses]), ['Reason', '原因']),
        count: count(['How many it concerns', '涉及的数量']),
        names: described(z.array(z.string()), ['The first ones by name', '其中前几个的名称']),
      }),
    ),
    ['What is changed, and what is not imported', '有变化的内容和不导入的内容'],
  ),
})

const refusals = [
  'showdocNoSource',
  'showdocPathBad',
  'showdocEmpty',
  'showdocUnreadable',
  'showdocNotSite',
  'showdocDamaged',
  'showdocDumpBroken',
  'showdocNewer',
  'showdocZoneBad',
  'showdocBusy',
  'showdocOutdated',
  'showdocNoRoom',
] as const satisfies readonly ErrorName[]

const jobId: Description = ['Task ID', '任务编号']

/** How a site is read. */
const how = {
  time_zone: described(Text(60).optional(), [
    'Time zone of the site; `Asia/Shanghai` if omitted',
    '站点的时区；不传则为 `Asia/Shanghai`',
  ]),
  join_users: described(OptionalFlag, [
    'Take accounts with the same name as the same person; otherwise only administrators are',
    '将同名账号视为同一人；否则仅管理员账号如此',
  ]),
  allow_newer: described(OptionalFlag, [
    'Also read a version of ShowDoc that is not known yet',
    '同时允许读取尚未了解的 ShowDoc 版本',
  ]),
}

/** Calls that move a whole ShowDoc site in. */
export const adminShowdoc = {
  ...about({
    title: ['Move in from ShowDoc', '从 ShowDoc 迁入'],
    text: [
      'Import a whole ShowDoc site: people, projects, pages, files and settings.',
      '导入整个 ShowDoc 站点：人员、项目、页面、文件和设置。',
    ],
  }),
  check: upload({
    summary: [
      'Check an uploaded database of a ShowDoc site, as a task that writes nothing',
      '检查上传的 ShowDoc 站点数据库（不写入任何内容的任务）',
    ],
    access: 'admin',
    file: 'file',
    uploadKind: 'site',
    input: () =>
      z.object({
        path: described(Text(1000).optional(), [
          'ShowDoc’s folder on the server, for its files; without it they do not come',
          'ShowDoc 在服务器上的目录，用于读取附件；不传则不导入附件',
        ]),
        ...how,
      }),
    output: () => z.object({ job_id: described(z.string(), jobId) }),
    errors: refusals,
  }),
  checkPath: endpoint({
    summary: [
      'Check a ShowDoc site on the server, as a task that writes nothing',
      '检查服务器上的 ShowDoc 站点（不写入任何内容的任务）',
    ],
    access: 'admin',
    input: () =>
      z.object({
        path: described(Text(1000), [
          'ShowDoc’s folder on the server, or its database there',
          'ShowDoc 在服务器上的目录，或其中的数据库',
        ]),
        ...how,
      }),
    output: () => z.object({ job_id: described(z.string(), jobId) }),
    errors: refusals,
  }),
  start: endpoint({
    summary: ['Import a checked site as a task, after a verified backup', '先备份并校验，再以任务导入已检查的站点'],
    access: 'admin',
    input: () => z.object({ job_id: described(Text(64), jobId) }),
    output: () => z.object({ job_id: described(z.string(), jobId) }),
    errors: ['jobGone', 'jobNotReady', 'showdocBusy', 'showdocBackupFailed'],
  }),
  report: query({
    summary: ['Get the state of a check or an import, with its report once done', '检查或导入的状态，完成后含报告'],
    access: 'admin',
    input: () =>
      z.object({
        job_id: described(Text(64).optional(), ['Task ID; the last one if omitted', '任务编号；不传则为最近一个']),
      }),
    output: () =>
      z.object({
        job_id: described(z.string(), ['Task ID; empty if there is none', '任务编号；没有则为空']),
        action: described(z.enum(['check', 'import']), ['What the task does', '任务的内容']),
        state: described(z.enum(['running', 'done', 'failed', 'cancelled']), ['Status', '状态']),
        percent: described(z.number(), ['Progress in percent', '进度（百分比）']),
        error_message: described(z.string(), ['Why it failed', '失败原因']),
        report: described(ShowdocReport.optional(), ['Report, once done', '完成后的报告']),
      }),
    errors: ['jobGone'],
  }),
}
