import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import {
  DateText,
  DigitString,
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
import { newPasswordErrors, PersonName } from './user.ts'
import { OptionalVisibility, Visibility } from './visibility.ts'

/** Default number of rows in lists of the console. Source: reference, api-facts 18. */
const adminCount = 20

/** An account in the list of all. */
export const AdminUser = z.object({
  uid: DigitString,
  username: z.string(),
  groupid: DigitString,
  name: z.string(),
  avatar: z.string(),
  avatar_small: z.string(),
  email: z.string(),
  reg_time: DateText,
  /** Empty until the person has signed in. */
  last_login_time: DateText,
  is_sso: DigitString,
  is_disabled: DigitString,
})

/** Calls for the accounts of the site. */
export const adminUser = {
  getList: query({
    summary: ['List all accounts, newest first', '全部用户，新的在前'],
    access: 'admin',
    input: z.object({
      username: Text(200).optional(),
      /** 1 administrators, 2 ordinary users; 0, empty or left out for both. */
      groupid: Int(0, 2).or(z.literal('')).optional(),
      ...pagingFields(adminCount),
    }),
    output: z.object({ total: z.number(), users: z.array(AdminUser) }),
  }),
  addUser: endpoint({
    summary: [
      'Add an account (`uid` empty) or change one; an empty password leaves the current one unchanged',
      '新增用户（uid 为空）或修改用户；密码为空表示不修改',
    ],
    creates: true,
    access: 'admin',
    input: z.object({
      uid: OptionalId,
      username: Text(100).optional(),
      password: Secret.optional(),
      name: PersonName.optional(),
      groupid: z
        .union([z.literal(['1', '2', 1, 2])])
        .transform((value): 1 | 2 => (Number(value) === 1 ? 1 : 2))
        .optional(),
      is_disabled: OptionalFlag,
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
    input: z.object({ uid: Id }),
    output: EmptyList,
    errors: ['userNotFound', 'userOwnsItems', 'lastAdministrator', 'notYourself'],
  }),
  changePassword: endpoint({
    summary: ['Set a new password for an account and end all its sessions', '重设用户密码，其全部会话失效'],
    access: 'admin',
    input: z.object({ uid: Id, new_password: Secret }),
    output: EmptyList,
    errors: ['userNotFound', ...newPasswordErrors],
  }),
  signOut: endpoint({
    summary: ['End all sessions and access tokens of an account', '结束用户的全部会话与访问令牌'],
    access: 'admin',
    input: z.object({ uid: Id }),
    output: EmptyList,
    errors: ['userNotFound', 'notYourself'],
  }),
}

/** An item in the list of all. */
export const AdminItem = z.object({
  item_id: DigitString,
  item_name: z.string(),
  item_description: z.string(),
  item_domain: z.string(),
  item_type: DigitString,
  uid: DigitString,
  username: z.string(),
  owner_name: z.string(),
  /** Empty for a public item, otherwise the mask. */
  password: z.string(),
  visibility: Visibility,
  addtime: DateText,
  last_update_time: DigitString,
  is_archived: DigitString,
  is_del: DigitString,
  del_time: DateText,
  allow_comment: DigitString,
  allow_feedback: DigitString,
  member_num: z.number(),
  page_count: z.number(),
  text_bytes: z.number(),
  file_bytes: z.number(),
})

/** Calls for the items of the site. */
export const adminItem = {
  getList: query({
    summary: [
      'List all projects, or the deleted ones (`is_del` 1), newest first',
      '全部项目，新的在前；或已删除的项目',
    ],
    access: 'admin',
    input: z.object({
      item_name: Text(200).optional(),
      username: Text(200).optional(),
      item_type: Int(0, 6).or(z.literal('')).optional(),
      visibility: OptionalVisibility,
      /** 2 public, 3 the others; 0, 1 or left out for all. */
      privacy_type: Int(0, 3).or(z.literal('')).optional(),
      is_del: Flag,
      ...pagingFields(adminCount),
    }),
    output: z.object({ total: z.number(), items: z.array(AdminItem) }),
  }),
  deleteItem: endpoint({
    summary: ['Delete a project; it can be restored for 30 days', '删除项目，30 天内可恢复'],
    access: 'admin',
    input: z.object({ item_id: Id }),
    output: EmptyList,
    errors: ['itemUnknown'],
  }),
  attorn: endpoint({
    summary: ['Transfer a project to another person', '转让项目'],
    access: 'admin',
    input: z.object({ item_id: Id, username: Text(100, 1) }),
    output: AdminItem,
    errors: ['itemUnknown', 'userNotFound'],
  }),
  recoverItem: endpoint({
    summary: [
      'Restore a deleted project; if its custom URL is taken by now, it loses it',
      '恢复已删除的项目；自定义地址若已被占用则清空',
    ],
    access: 'admin',
    input: z.object({ item_id: Id }),
    output: EmptyList,
    errors: ['itemNotDeleted'],
  }),
  hardDeleteItem: endpoint({
    summary: ['Permanently delete a project that has been deleted', '彻底删除已删除的项目'],
    access: 'admin',
    input: z.object({ item_id: Id }),
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
  'captcha',
  'language',
  'session_days',
  'upload_max_mb',
  'upload_quota_mb',
  'log_format',
  'log_level',
] as const

/** A setting that is read at the start. */
export const StartSetting = z.object({
  name: z.enum(startSettingNames),
  value: z.string(),
  source: z.enum(['default', 'file', 'environment', 'flag']),
  source_name: z.string(),
})

/** Calls for the site as a whole. */
export const adminSite = {
  state: query({
    summary: [
      'Get the status of the site: start time, amount of data and free disk space',
      '站点概况：运行时间、数据量与剩余空间',
    ],
    access: 'admin',
    input: z.object({}),
    output: z.object({
      start_time: z.number(),
      /** Live pages in live items. */
      pages: z.number(),
      /** Accounts of the last 30 days. */
      new_users: z.number(),
      database_bytes: z.number(),
      /** Of the disk that holds the data folder. */
      disk_free_bytes: z.number(),
      disk_bytes: z.number(),
    }),
  }),
  activity: query({
    summary: [
      'Count the changes on each day, as far back as the activity of the projects goes',
      '每天的变更次数，以各项目保留的变更日志为准',
    ],
    access: 'admin',
    input: z.object({ day_starts: DayStarts }),
    output: z.object({ changes: z.array(z.number()) }),
  }),
  startSettings: query({
    summary: ['List the startup settings and where each one is set', '启动设置及其来源（即修改之处）'],
    access: 'admin',
    input: z.object({}),
    output: z.array(StartSetting),
  }),
}
