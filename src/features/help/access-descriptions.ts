import type { Access } from '#shared/contract/endpoint.ts'
import type { Lang } from '#src/core/i18n.ts'

const verbs = {
  en: { view: 'can view', edit: 'can edit', manage: 'can manage' },
  zh: { view: '有权查看', edit: '有权编辑', manage: '有权管理' },
}

const teamPeople = {
  en: { view: 'members of', manage: 'administrators of', own: 'the creator of' },
  zh: { view: '成员', manage: '管理员', own: '创建者' },
}

function inEnglish(access: Access): string {
  if (access === 'anyone') return 'anyone'
  if (access === 'user') return 'signed-in users'
  if (access === 'admin') return 'site administrators'
  if ('key' in access) return 'anyone with the `api_key` and `api_token` of the project'
  if ('team' in access) return `${teamPeople.en[access.team]} the team \`${access.by}\``
  const who = access.needs === 'user' ? 'signed-in users who' : 'anyone who'
  if ('page' in access) return `${who} ${verbs.en[access.page]} the project of the page \`${access.by}\``
  if ('catalog' in access) return `${who} ${verbs.en[access.catalog]} the project of the folder \`${access.by}\``
  return `${who} ${verbs.en[access.item]} the project \`${access.by}\``
}

function inChinese(access: Access): string {
  if (access === 'anyone') return '任何人'
  if (access === 'user') return '登录用户'
  if (access === 'admin') return '站点管理员'
  if ('key' in access) return '持有项目 `api_key` 和 `api_token` 者'
  if ('team' in access) return `团队 \`${access.by}\` 的${teamPeople.zh[access.team]}`
  const who = access.needs === 'user' ? '登录用户' : '人'
  if ('page' in access) return `${verbs.zh[access.page]}页面 \`${access.by}\` 所在项目的${who}`
  if ('catalog' in access) return `${verbs.zh[access.catalog]}目录 \`${access.by}\` 所在项目的${who}`
  return `${verbs.zh[access.item]}项目 \`${access.by}\` 的${who}`
}

/** Describes who may call an endpoint. */
export const describeAccess = (access: Access, lang: Lang): string =>
  lang === 'zh' ? inChinese(access) : inEnglish(access)
