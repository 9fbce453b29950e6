import { z } from 'zod'
import { about, endpoint, eventsEndpoint, query } from './endpoint.ts'
import {
  DateText,
  DigitString,
  described,
  EmptyList,
  Flag,
  Id,
  IdList,
  Int,
  OptionalFlag,
  OptionalId,
  pagingFields,
  Secret,
  Text,
  typeDescription,
} from './fields.ts'
import { HealthFinding } from './health.ts'
import { inputs, outputs, texts } from './shared-fields.ts'
import { newPasswordErrors, PersonName } from './user.ts'
import { OptionalVisibility } from './visibility.ts'

const UserId = described(Id, texts.uid)

/** Default number of rows in lists of Admin. Source: reference, api-facts 18. */
const adminCount = 20

/** An account in the list of all. */
const AdminUser = z.object({
  uid: outputs.uid,
  username: outputs.username,
  groupid: described(DigitString, texts.groupid),
  name: outputs.name,
  avatar: described(z.string(), ['URL of the avatar', '头像地址']),
  avatar_small: described(z.string(), ['Same as `avatar`', '同上']),
  email: described(z.string(), ['Email address', '邮箱']),
  reg_time: described(DateText, ['When the account was created', '注册时间']),
  last_login_time: described(DateText, [
    'When the person last signed in; empty for never',
    '最近登录时间；从未登录时为空',
  ]),
  is_sso: described(DigitString, ['1 if the account comes from another service', '来自第三方登录时为 1']),
  is_disabled: described(DigitString, ['Deactivate the account', '停用账号']),
  has_second_step: described(z.boolean(), ['Whether signing in takes a second step', '是否已启用两步验证']),
})

/** Calls for the accounts of the site. */
export const adminUser = {
  ...about({
    title: ['All accounts', '用户管理'],
    text: ['Manage all accounts, for administrators.', '站点的全部用户，由管理员管理。'],
  }),
  getList: query({
    summary: ['List all accounts, newest first', '全部用户，新的在前'],
    access: 'admin',
    input: () =>
      z.object({
        username: inputs.username_part,
        /** 1 administrators, 2 ordinary users; 0, empty or left out for both. */
        groupid: described(Int(0, 2).or(z.literal('')).optional(), [
          '1 administrators, 2 regular users; empty for both',
          '1 管理员，2 普通用户；留空表示全部',
        ]),
        ...pagingFields(adminCount),
      }),
    output: () => z.object({ total: outputs.total, users: described(z.array(AdminUser), ['Accounts', '用户']) }),
  }),
  addUser: endpoint({
    summary: [
      'Add an account (`uid` empty) or change one; an empty password leaves the current one unchanged',
      '新增用户（uid 为空）或修改用户；密码为空表示不修改',
    ],
    creates: true,
    access: 'admin',
    input: () =>
      z.object({
        uid: described(OptionalId, ['User; 0 for a new one', '用户；0 表示新增']),
        username: described(Text(100).optional(), texts.username),
        password: described(Secret.optional(), ['Password; empty to keep the current one', '密码；留空则不变']),
        name: described(PersonName.optional(), texts.name),
        groupid: described(
          z
            .union([z.literal(['1', '2', 1, 2])])
            .transform((value): 1 | 2 => (Number(value) === 1 ? 1 : 2))
            .optional(),
          texts.groupid,
        ),
        is_disabled: described(OptionalFlag, ['Deactivate the account', '停用账号']),
      }),
    output: EmptyList,
    errors: [
      'userNotFound',
      'accountNameBad',
      'usernameTaken',
      'passwordNeeded',
      ...newPasswordErrors,
      'lastAdministrator',
      'notYourself',
    ],
  }),
  deleteUser: endpoint({
    summary: [
      'Delete an account that owns no project; its teams and deleted projects become yours',
      '删除名下没有项目的用户；其团队和已删除的项目归操作者所有',
    ],
    access: 'admin',
    input: () => z.object({ uid: UserId }),
    output: EmptyList,
    errors: ['userNotFound', 'userOwnsItems', 'lastAdministrator', 'notYourself'],
  }),
  changePassword: endpoint({
    summary: ['Set a new password for an account and end all its sessions', '重设用户密码，其全部会话失效'],
    access: 'admin',
    input: () => z.object({ uid: UserId, new_password: described(Secret, ['New password', '新密码']) }),
    output: EmptyList,
    errors: ['userNotFound', ...newPasswordErrors],
  }),
  resetSecondStep: endpoint({
    summary: [
      'Remove the authenticator app, recovery codes and passkeys of an account whose owner has lost them',
      '移除用户的身份验证器、恢复码和通行密钥，供丢失者重新设置',
    ],
    access: 'admin',
    input: () => z.object({ uid: UserId }),
    output: EmptyList,
    errors: ['userNotFound', 'notYourself'],
  }),
  signOut: endpoint({
    summary: ['End all sessions and access tokens of an account', '结束用户的全部会话与访问令牌'],
    access: 'admin',
    input: () => z.object({ uid: UserId }),
    output: EmptyList,
    errors: ['userNotFound', 'notYourself'],
  }),
}

/** An item in the list of all. */
const AdminItem = z.object({
  item_id: outputs.item_id,
  item_name: outputs.item_name,
  item_description: outputs.item_description,
  item_domain: outputs.item_domain,
  item_type: outputs.item_type,
  uid: outputs.owner,
  username: outputs.owner_username,
  owner_name: outputs.owner_name,
  password: described(z.string(), ['Empty for a public project, otherwise a mask', '公开项目为空，否则为掩码']),
  visibility: outputs.visibility,
  addtime: outputs.created,
  last_update_time: outputs.changed_seconds,
  is_archived: outputs.is_archived,
  is_del: outputs.is_del,
  del_time: outputs.del_time,
  allow_comment: outputs.allow_comment,
  allow_feedback: outputs.allow_feedback,
  member_num: described(z.number(), ['Number of members', '成员数']),
  page_count: described(z.number(), ['Number of pages', '页面数']),
  text_bytes: described(z.number(), ['Size of its pages’ texts, in bytes', '其页面正文的总大小，字节']),
  file_bytes: described(z.number(), ['Size of the files uploaded to it, in bytes', '其附件的总大小，字节']),
})

/** Calls for the items of the site. */
export const adminItem = {
  ...about({
    title: ['All projects', '项目管理'],
    text: ['Manage all projects, for administrators.', '站点的全部项目，由管理员管理。'],
  }),
  getList: query({
    summary: [
      'List all projects, or the deleted ones (`is_del` 1), newest first',
      '全部项目，新的在前；或已删除的项目',
    ],
    access: 'admin',
    input: () =>
      z.object({
        item_name: described(Text(200).optional(), ['Part of the project name', '项目名称包含的文字']),
        username: described(Text(200).optional(), ['Part of the owner’s username', '所有者用户名包含的文字']),
        item_type: described(Int(0, 6).or(z.literal('')).optional(), [
          'Project type; empty for all',
          '项目类型；留空表示全部',
        ]),
        visibility: described(OptionalVisibility, [
          'Who can see the projects; empty for all',
          '谁可以看到项目；为空表示全部',
        ]),
        privacy_type: described(Int(0, 3).or(z.literal('')).optional(), [
          '2 public, 3 all others; any other value: all',
          '2 公开，3 非公开；其他值表示全部',
        ]),
        is_del: described(Flag, ['1 for deleted projects', '1 表示已删除']),
        ...pagingFields(adminCount),
      }),
    output: () => z.object({ total: outputs.total, items: described(z.array(AdminItem), ['Projects', '项目']) }),
  }),
  deleteItem: endpoint({
    summary: ['Delete a project; it can be restored for 30 days', '删除项目，30 天内可恢复'],
    access: 'admin',
    input: () => z.object({ item_id: inputs.item_id }),
    output: EmptyList,
    errors: ['itemUnknown'],
  }),
  attorn: endpoint({
    summary: ['Transfer a project to another person', '转让项目'],
    access: 'admin',
    input: () => z.object({ item_id: inputs.item_id, username: described(Text(100, 1), texts.new_owner) }),
    output: AdminItem,
    errors: ['itemUnknown', 'userNotFound'],
  }),
  recoverItem: endpoint({
    summary: [
      'Restore a deleted project; if its custom URL is taken by now, it loses it',
      '恢复已删除的项目；自定义地址若已被占用则清空',
    ],
    access: 'admin',
    input: () => z.object({ item_id: inputs.item_id }),
    output: EmptyList,
    errors: ['itemNotDeleted'],
  }),
  hardDeleteItem: endpoint({
    summary: ['Permanently delete a project that has been deleted', '彻底删除已删除的项目'],
    access: 'admin',
    input: () => z.object({ item_id: inputs.item_id }),
    output: EmptyList,
    errors: ['itemNotDeleted'],
  }),
}

/** Maximum number of days that are counted at once. */
const mostDays = 31

const isAscending = (starts: readonly number[]) =>
  starts.every((start, at) => at === 0 || start > (starts[at - 1] ?? 0))

const DayStarts = IdList.refine((starts) => starts.length > 0 && starts.length <= mostDays && isAscending(starts)).meta(
  typeDescription(
    `1 to ${mostDays} times in ascending order, separated by commas`,
    `1 至 ${mostDays} 个时刻，按先后排列，以逗号分隔`,
  ),
)

/** The settings that the server reads only at its start. */
export const startSettingNames = [
  'data',
  'host',
  'port',
  'base_path',
  'site_url',
  'trusted_proxies',
  'outbound_allow',
  'file_offload',
  'file_offload_path',
  'oss_setting',
  'smtp_host',
  'smtp_port',
  'smtp_security',
  'smtp_ca',
  'smtp_user',
  'smtp_password',
  'smtp_from',
  'smtp_from_name',
  'digest_time',
  'notice_text',
  'update_url',
  'captcha',
  'language',
  'sign_in_providers',
  'ldap_form',
  'webhooks',
  'scim_tokens',
  'login_secret_key',
  'admin_second_step',
  'invite_new_accounts',
  'session_days',
  'upload_max_mb',
  'upload_quota_mb',
  'export_fonts',
  'metrics',
  'metrics_token',
  'follow_secret',
  'log_format',
  'log_level',
] as const

/** A setting that is read at the start. */
const StartSetting = z.object({
  name: described(z.enum(startSettingNames), ['Key in the configuration file', '在配置文件中的名称']),
  value: described(z.string(), ['Effective value; lists are separated by commas', '生效的值；多个值以逗号分隔']),
  source: described(z.enum(['default', 'file', 'environment', 'flag']), ['Kind of source', '来源类别']),
  source_name: described(z.string(), [
    'The source: a flag, an environment variable or a file; empty for the default',
    '具体来源：命令行参数、环境变量或文件；默认值时为空',
  ]),
})

/** Calls for the site as a whole. */
export const adminSite = {
  ...about({
    title: ['Site status', '站点概况'],
    text: ['The state of the site, for administrators.', '站点的整体状况，由管理员查看。'],
  }),
  state: query({
    summary: [
      'Get the status of the site: start time, amount of data and free disk space',
      '站点概况：运行时间、数据量与剩余空间',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        start_time: described(z.number(), ['When the server started, Unix seconds', '服务启动时间，Unix 秒']),
        /** Live pages in live items. */
        pages: described(z.number(), ['Number of pages', '页面总数']),
        new_users: described(z.number(), ['Accounts created in the last 30 days', '最近 30 天新增的用户数']),
        database_bytes: described(z.number(), ['Size of the database, in bytes', '数据库大小，字节']),
        disk_free_bytes: described(z.number(), [
          'Free space on the disk that holds the data folder, in bytes',
          '数据目录所在磁盘的剩余空间，字节',
        ]),
        disk_bytes: described(z.number(), ['Size of that disk, in bytes', '该磁盘的总容量，字节']),
      }),
  }),
  health: query({
    summary: [
      'Check the installation, the most urgent findings first; the fields say what the browser has found',
      '检查安装状况，最紧急的在前；各字段为浏览器检测到的情况',
    ],
    access: 'admin',
    input: () =>
      z.object({
        address: described(Text(500).optional(), [
          'Address of the site in the browser, with the base path and without a slash at the end',
          '浏览器中的站点地址，含基础路径，末尾不带斜杠',
        ]),
        browser_time: described(Int(0, 2 ** 40).optional(), [
          'Clock of the browser, Unix seconds',
          '浏览器时间，Unix 秒',
        ]),
        body_bytes: described(Int(0, 2 ** 40).optional(), [
          'Size of the body that was sent, in bytes',
          '试发内容的大小，字节',
        ]),
        body_result: described(z.enum(['arrived', 'rejected', 'failed']).optional(), [
          'What became of it: `arrived`, `rejected` with status 413, `failed`',
          '结果：`arrived` 送达，`rejected` 以状态 413 拒绝，`failed` 失败',
        ]),
        events_result: described(z.enum(['live', 'held', 'broken']).optional(), [
          'How events came: `live` one by one, `held` back by something in between, `broken` off',
          '事件到达的情况：`live` 逐个，`held` 被缓冲，`broken` 中断',
        ]),
      }),
    output: () => z.array(HealthFinding),
  }),
  measureBody: {
    ...endpoint({
      summary: [
        'Receive a large field and discard it, to measure what arrives',
        '接收较大的字段并丢弃，用于测量上传上限',
      ],
      access: 'admin',
      input: z.object({
        filler: described(z.string().max(10_000_000), ['Any text, at most 10 MB', '任意文本，最多 10 MB']),
      }),
      output: z.object({ bytes: described(z.number(), ['How much arrived', '收到的字节数']) }),
    }),
    isReadOnly: true,
  },
  measureEvents: {
    ...eventsEndpoint({
      summary: [
        'Send three events with pauses between them, to measure whether they arrive one by one',
        '间隔发送三个事件，用于测量是否逐个到达',
      ],
      access: 'admin',
      input: z.object({}),
      output: z.object({ nth: described(z.number(), ['Number of the event, from 1', '事件序号，从 1 开始']) }),
      errors: ['tooManyRequests'],
    }),
    isReadOnly: true,
  },
  activity: query({
    summary: [
      'Count the changes on each day, as far back as the activity of the projects goes',
      '每天的变更次数，以各项目保留的变更日志为准',
    ],
    access: 'admin',
    input: () =>
      z.object({
        day_starts: described(DayStarts, ['Start of each day, Unix seconds', '每天开始的时刻，Unix 秒']),
      }),
    output: () =>
      z.object({
        changes: described(z.array(z.number()), [
          'One count for each moment in `day_starts`: from that moment to the next, the last one until now',
          '与 `day_starts` 逐一对应：自该时刻至下一时刻的次数，最后一项至当前为止',
        ]),
      }),
  }),
  startSettings: query({
    summary: ['List the startup settings and where each one is set', '启动设置及其来源（即修改之处）'],
    access: 'admin',
    input: () => z.object({}),
    output: () => z.array(StartSetting),
  }),
}
