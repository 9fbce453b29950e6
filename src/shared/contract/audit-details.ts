import type { AuditAction } from './audit-actions.ts'
import type { Description } from './fields.ts'

/** A word that the log stores, and how readers see it; `$1` is a part of it that stays. */
type Phrase = readonly [stored: RegExp, shown: Description]

const counted = (stored: string, one: string, other: string, chinese: string): Phrase[] => [
  [new RegExp(`^(1) ${stored}$`), [one, chinese]],
  [new RegExp(`^(\\d+) ${stored}$`), [other, chinese]],
]

const rights: Phrase[] = [
  [/^view$/, ['can read', '只读']],
  [/^edit$/, ['can edit', '可编辑']],
  [/^manage$/, ['can manage', '可管理']],
  [/^cat_id (.+)$/, ['folders $1', '目录 $1']],
]
const ways: Phrase[] = [
  [/^password$/, ['with the password', '使用密码']],
  [/^token$/, ['with a token', '使用令牌']],
  [/^link$/, ['with a sign-in link', '使用登录链接']],
  [/^passkey (.+)$/, ['with the passkey $1', '使用通行密钥 $1']],
  [/^passkey$/, ['passkey', '通行密钥']],
  [/^invitation$/, ['with an invitation', '通过邀请']],
  [/^code$/, ['wrong code', '验证码错误']],
  [/^disabled$/, ['the account is disabled', '账号已停用']],
  [/^group$/, ['not in a group that may sign in', '不在允许登录的组中']],
  [/^expired$/, ['the account or its password has expired', '账号或密码已过期']],
  [/^barred$/, ['barred by the directory service', '被目录服务禁止登录']],
  [/^ended there$/, ['ended there', '在对方系统中退出']],
]
const accounts: Phrase[] = [
  [/^is_disabled 1$/, ['disabled', '停用']],
  [/^is_disabled 0$/, ['enabled', '启用']],
  [/^groupid 1$/, ['administrator', '管理员']],
  [/^groupid 2$/, ['member', '普通用户']],
  [/^name$/, ['name', '姓名']],
  [/^email$/, ['email', '邮箱']],
  [/^password$/, ['password', '密码']],
  [/^deleted there$/, ['deleted there', '已在对方系统中删除']],
]
const teamRoles: Phrase[] = [
  [/^member$/, ['member', '普通成员']],
  [/^manage$/, ['team administrator', '团队管理员']],
]
const visibilities: Record<string, Description> = {
  members: ['members only', '仅成员可见'],
  password: ['anyone with the password', '凭密码访问'],
  public: ['public', '公开'],
}
const exports: Phrase[] = [
  [/^page_id (\d+)$/, ['page $1', '页面 $1']],
  [/^cat_id (\d+)$/, ['folder $1', '目录 $1']],
  ...counted('page_ids', '$1 page', '$1 pages', '$1 个页面'),
  ...counted('cat_ids', '$1 folder', '$1 folders', '$1 个目录'),
]
const made: Phrase[] = [
  ...counted('files', '$1 file', '$1 files', '$1 个文件'),
  ...counted('failed', '$1 failed', '$1 failed', '$1 个失败'),
]

/** The words that the server writes about each action, in English; names and settings are none of them. */
const phrases: Partial<Record<AuditAction, readonly Phrase[]>> = {
  login: ways,
  loginFailed: ways,
  logout: ways,
  register: ways,
  tokenEnded: [[/^all others$/, ['all other sessions', '其他全部会话']]],
  userChanged: accounts,
  memberAdded: rights,
  memberChanged: rights,
  teamItemAdded: rights,
  teamRightChanged: rights,
  teamMemberAdded: teamRoles,
  invitationMade: [
    ...rights,
    ...counted('people', 'for $1 person', 'for $1 people', '可用 $1 人'),
    ...counted('days', 'for $1 day', 'for $1 days', '有效 $1 天'),
  ],
  itemExported: exports,
  exportsMade: made,
  exportsFailed: made,
  directorySynced: [
    ...counted('people', '$1 person', '$1 people', '$1 人'),
    ...counted('added', '$1 added', '$1 added', '新增 $1 个'),
    ...counted('disabled', '$1 disabled', '$1 disabled', '停用 $1 个'),
    ...counted('without an account', '$1 without an account', '$1 without an account', '$1 人没有账号'),
    ...counted(
      'with an address of another account',
      '$1 with an address of another account',
      '$1 with an address of another account',
      '$1 人的邮箱已属于其他账号',
    ),
    [/^(\d+) gone$/, ['$1 gone', '$1 人已不在目录中']],
    [/^left alone because they are many$/, ['left alone because they are many', '因数量较多未停用']],
  ],
}

const inLang = (shown: Description, lang: 'en' | 'zh'): string => shown[lang === 'zh' ? 1 : 0]

/** Actions whose targets name a person or a team before what they got: that name stays, whatever it is. */
const withName: ReadonlySet<string> = new Set<AuditAction>([
  'memberAdded',
  'memberChanged',
  'teamItemAdded',
  'teamMemberAdded',
])

/**
 * Returns the target of an entry in the reader's language. The log stores it in one language for everyone, and its hashes
 * cover it: the fixed words are replaced when it is shown. What stands before the last colon is a name, and stays.
 */
export function auditDetail(action: string, detail: string, lang: 'en' | 'zh'): string {
  const end = detail.lastIndexOf(': ')
  const rest = end < 0 ? detail : detail.slice(end + 2)
  const name = end < 0 ? '' : `${detail.slice(0, end)}${lang === 'zh' ? '：' : ': '}`
  const visibility = (word: string) =>
    Object.hasOwn(visibilities, word) ? inLang(visibilities[word] as Description, lang) : word
  if (action === 'visibilityChanged') return name + rest.split(' → ').map(visibility).join(' → ')
  const known = Object.hasOwn(phrases, action) ? (phrases[action as AuditAction] ?? []) : []
  if (known.length === 0) return detail
  let isFound = false
  const parts = rest.split(', ').map((part, at) => {
    const found = at === 0 && withName.has(action) ? undefined : known.find(([stored]) => stored.test(part))
    isFound ||= found !== undefined
    return found ? part.replace(found[0], inLang(found[1], lang)) : part
  })
  if (!isFound) return detail // the words of others, such as the reason of a failure
  return name + parts.join(lang === 'zh' ? '，' : ', ')
}
