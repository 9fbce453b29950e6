import type { Description } from './fields.ts'

/** The username of entries about what is done on the server itself; no account can have it. */
export const commandLineName = 'command line'

/** The actions in the audit log, with their labels: sign-ins, accounts, rights, exports, administration. */
const auditLabels = {
  login: ['Signed in', '登录'],
  loginFailed: ['Sign-in failed', '登录失败'],
  logout: ['Signed out', '退出登录'],
  register: ['Registered', '注册'],
  setup: ['Set up the site', '初始化站点'],
  passwordChanged: ['Changed their password', '修改本人密码'],
  passwordReset: ['Set a new password by mail', '通过邮件重设密码'],
  emailChanged: ['Changed their email address', '修改本人邮箱'],
  tokenMade: ['Created an access token', '生成访问令牌'],
  tokenEnded: ['Ended a session or token', '结束会话或令牌'],
  userAdded: ['Added a user', '添加用户'],
  userChanged: ['Edited a user', '修改用户'],
  userDeleted: ['Deleted a user', '删除用户'],
  passwordSet: ['Set a user’s password', '重设用户密码'],
  signedOut: ['Signed a user out everywhere', '结束用户的全部登录'],
  secondStepOn: ['Turned on an authenticator app', '启用身份验证器'],
  secondStepOff: ['Turned off an authenticator app', '停用身份验证器'],
  secondStepReset: ['Removed a user’s second step', '移除用户的两步验证'],
  recoveryCodesMade: ['Made new recovery codes', '生成新的恢复码'],
  passkeyAdded: ['Added a passkey', '添加通行密钥'],
  passkeyRemoved: ['Removed a passkey', '移除通行密钥'],
  providerLinked: ['Linked an account of another service', '关联第三方账号'],
  providerUnlinked: ['Unlinked an account of another service', '取消关联第三方账号'],
  directorySynced: ['Synchronised accounts with LDAP', '与 LDAP 同步账号'],
  directorySyncFailed: ['Synchronising with LDAP failed', '与 LDAP 同步失败'],
  scimTokenMade: ['Created a SCIM token', '创建 SCIM 令牌'],
  scimTokenConfirmed: ['Took over a SCIM token', '接管 SCIM 令牌'],
  scimTokenEnded: ['Revoked a SCIM token', '撤销 SCIM 令牌'],
  scimRejected: ['Rejected a request by SCIM', '拒绝 SCIM 请求'],
  invitationMade: ['Made an invitation', '创建邀请'],
  invitationRevoked: ['Withdrew an invitation', '撤回邀请'],
  invitationAccepted: ['Accepted an invitation', '接受邀请'],
  memberAdded: ['Added a member', '添加成员'],
  memberChanged: ['Changed a member’s rights', '修改成员权限'],
  memberRemoved: ['Removed a member', '移除成员'],
  teamMade: ['Created a team', '创建团队'],
  teamDeleted: ['Deleted a team', '删除团队'],
  teamTransferred: ['Transferred a team', '转让团队'],
  teamMemberAdded: ['Added a team member', '添加团队成员'],
  teamMemberRemoved: ['Removed a team member', '移除团队成员'],
  teamItemAdded: ['Gave a team access', '授予团队权限'],
  teamItemRemoved: ['Ended a team’s access', '取消团队权限'],
  teamRightChanged: ['Changed a team member’s rights', '修改团队成员权限'],
  itemArchived: ['Archived a project', '归档项目'],
  itemDeleted: ['Deleted a project', '删除项目'],
  itemTransferred: ['Transferred a project', '转让项目'],
  itemRecovered: ['Restored a project', '恢复项目'],
  itemRemoved: ['Permanently deleted a project', '彻底删除项目'],
  itemLeft: ['Left a project', '退出项目'],
  visibilityChanged: ['Changed who can see a project', '修改项目可见范围'],
  accessPasswordSet: ['Set an access password', '设置访问密码'],
  apiKeyReset: ['Reset an API key', '重置 API 密钥'],
  itemExported: ['Exported a project', '导出项目'],
  exportsMade: ['Exported projects on schedule', '定时导出项目'],
  exportsFailed: ['Scheduled exports failed', '定时导出失败'],
  itemImported: ['Imported into a project', '导入到项目'],
  auditExported: ['Exported the audit log', '导出审计日志'],
  backedUp: ['Made a backup', '创建备份'],
  backupFailed: ['Backup failed', '备份失败'],
  backupDownloaded: ['Downloaded a backup', '下载备份'],
  restored: ['Restored a backup', '恢复备份'],
  restoreFailed: ['Restore failed', '恢复失败'],
  followed: ['Another machine began to follow the site', '其他机器开始跟随本站点'],
  followRejected: ['Rejected a machine that wanted to follow', '拒绝其他机器跟随'],
  promoted: ['Promoted a copy to a site of its own', '将副本提升为独立站点'],
  showdocImported: ['Imported a ShowDoc site', '导入 ShowDoc 站点'],
  filesMoved: ['Moved the uploaded files', '迁移上传文件'],
  apiSourceAdded: ['Added an API source', '添加 API 来源'],
  apiSourceChanged: ['Changed an API source', '修改 API 来源'],
  apiSourceRemoved: ['Deleted an API source', '删除 API 来源'],
  webhookAdded: ['Added a webhook', '添加 Webhook'],
  webhookChanged: ['Changed a webhook', '修改 Webhook'],
  webhookRemoved: ['Deleted a webhook', '删除 Webhook'],
  webhookClosed: ['A webhook was switched off', 'Webhook 被停用'],
  docsSiteChanged: ['Changed a docs site', '修改文档站点'],
  connectionFailed: ['Tried a connection that failed', '测试连接失败'],
  settingsChanged: ['Changed settings', '修改设置'],
  loginKeyReset: ['Reset the login key', '重置登录密钥'],
  updateInstalled: ['Installed an update', '安装更新'],
  updateRolledBack: ['Took an update back', '更新失败并恢复原版本'],
  updateUndone: ['Undid an interrupted update', '撤销中断的更新'],
  updateRejected: ['Tried an update that was rejected', '更新被拒绝'],
} as const satisfies Record<string, Description>

/** An action in the audit log. */
export type AuditAction = keyof typeof auditLabels

/** All actions, in the order of the filter. */
export const auditActions = Object.keys(auditLabels) as [AuditAction, ...AuditAction[]]

/** The kinds of things that entries are about. */
export const auditObjects = ['user', 'item', 'team', 'setting', 'audit'] as const

/** The kind of thing that an entry is about. */
export type AuditObject = (typeof auditObjects)[number]

/** Returns the label of an action; the name itself for one that another version of the program wrote. */
export const auditLabel = (action: string, lang: 'en' | 'zh'): string =>
  Object.hasOwn(auditLabels, action) ? auditLabels[action as AuditAction][lang === 'zh' ? 1 : 0] : action
