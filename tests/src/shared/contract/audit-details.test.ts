import { expect, test } from 'vitest'
import { auditDetail } from '#shared/contract/audit-details.ts'

test.each([
  ['login', 'password', 'with the password', '使用密码'],
  ['login', 'passkey Laptop', 'with the passkey Laptop', '使用通行密钥 Laptop'],
  ['loginFailed', 'code', 'wrong code', '验证码错误'],
  ['tokenEnded', 'all others', 'all other sessions', '其他全部会话'],
  ['userChanged', 'ann: is_disabled 1, LDAP', 'ann: disabled, LDAP', 'ann：停用，LDAP'],
  ['userChanged', 'ann: name, groupid 1', 'ann: name, administrator', 'ann：姓名，管理员'],
  ['memberAdded', 'Orders: ann, edit, cat_id 4', 'Orders: ann, can edit, folders 4', 'Orders：ann，可编辑，目录 4'],
  ['teamMemberAdded', 'Backend: ann, manage', 'Backend: ann, team administrator', 'Backend：ann，团队管理员'],
  [
    'invitationMade',
    'Orders API: edit, 1 people, 7 days',
    'Orders API: can edit, for 1 person, for 7 days',
    'Orders API：可编辑，可用 1 人，有效 7 天',
  ],
  ['visibilityChanged', 'Orders: public → members', 'Orders: public → members only', 'Orders：公开 → 仅成员可见'],
  ['itemExported', 'Orders: word, 2 page_ids', 'Orders: word, 2 pages', 'Orders：word，2 个页面'],
  [
    'directorySynced',
    'LDAP: 12 people, 1 added, 0 disabled, 3 gone, left alone because they are many',
    'LDAP: 12 people, 1 added, 0 disabled, 3 gone, left alone because they are many',
    'LDAP：12 人，新增 1 个，停用 0 个，3 人已不在目录中，因数量较多未停用',
  ],
])('%s: %s is shown in the language of the reader', (action, stored, en, zh) => {
  expect(auditDetail(action, stored, 'en')).toBe(en)
  expect(auditDetail(action, stored, 'zh')).toBe(zh)
})

test('the reason of a failure in the words of others stays as it is stored', () => {
  const detail = 'LDAP: no such object: ou=people, dc=example, dc=com'
  expect(auditDetail('loginFailed', detail, 'zh')).toBe(detail)
  expect(auditDetail('loginFailed', 'expired', 'zh')).toBe('账号或密码已过期')
})

test('names stay, also those that read like a word of the log', () => {
  expect(auditDetail('memberAdded', 'edit: view, edit', 'zh')).toBe('edit：view，可编辑')
  expect(auditDetail('login', 'keycloak', 'zh')).toBe('keycloak')
  expect(auditDetail('userDeleted', 'password', 'zh')).toBe('password')
  expect(auditDetail('settingsChanged', 'mail.host, site_url', 'zh')).toBe('mail.host, site_url')
  expect(auditDetail('an action of a later version', 'password', 'zh')).toBe('password')
  expect(auditDetail('login', '', 'zh')).toBe('')
})
