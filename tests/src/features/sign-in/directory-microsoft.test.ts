import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import {
  baseDn,
  type DirectoryServer,
  microsoftSchema,
  reader,
  startDirectory,
} from '#tests/support/directory-server.ts'

const server = await startDirectory(microsoftSchema)
const directory = server as DirectoryServer
const local = test.runIf(server)

const enabled = 512
const disabled = 514
const people = `OU=Staff,${baseDn}`

/** A person as Active Directory has them: their own entry names their groups. */
const person = (
  cn: string,
  name: string,
  { control = enabled, memberOf = [] as string[], category = 'person' } = {},
) => `
dn: CN=${cn},${people}
objectClass: user
objectCategory: ${category}
cn: ${cn}
sn: ${cn}
displayName: ${name} displayed
sAMAccountName: ${name}
userPrincipalName: ${name}@firm.example
mail: ${name}@firm.example
objectGUID:: ${Buffer.from(name.padEnd(16)).toString('base64')}
userAccountControl: ${control}
userPassword: a good password
${memberOf.map((group) => `memberOf: ${group}\n`).join('')}`

const dn = (cn: string) => `CN=${cn},OU=Groups,${baseDn}`
/** A group as Active Directory has them: linked from both sides. */
function group(cn: string, { members = [] as string[], memberOf = [] as string[] } = {}): string {
  const lines = [...members.map((of) => `member: ${of}\n`), ...memberOf.map((of) => `memberOf: ${of}\n`)]
  return `\ndn: ${dn(cn)}\nobjectClass: group\ncn: ${cn}\n${lines.join('')}`
}

beforeAll(() => {
  if (!server) return
  const unit = (ou: string) => `\ndn: OU=${ou},${baseDn}\nobjectClass: organizationalUnit\nou: ${ou}\n`
  directory.add(unit('Staff').trimStart())
  directory.add(
    [
      group('Docs Users', { members: [dn('Backend'), dn('Docs Admins')] }),
      group('Backend', { memberOf: [dn('Docs Users')] }),
      group('Docs Admins', { memberOf: [dn('Docs Users')] }),
      person('Lin, Xiaoyu'.replace(',', '\\,'), 'lin', { memberOf: [dn('Backend')] }),
      person('Chief', 'chief', { memberOf: [dn('Docs Admins')] }),
      person('Leaver', 'leaver', { control: disabled, memberOf: [dn('Backend')] }),
      person('Guest', 'guest'),
      person('PC1', 'pc1$', { category: 'computer', memberOf: [dn('Backend')] }),
    ].join('\n'),
  )
})

afterAll(() => server?.close())

/** Returns a column of the table in the guide, by its rows, with the base DN of this directory. */
function guideColumn(column: string): Map<string, string> {
  const guide = readFileSync('web/features/help/guide/en/directory.md', 'utf8')
  const rows = guide.split('\n').filter((line) => line.startsWith('| '))
  const cells = (line: string) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
  const at =
    rows
      .map(cells)
      .find((row) => row.includes(column))
      ?.indexOf(column) ?? -1
  return new Map(
    rows
      .map(cells)
      .map((row) => [row[1] ?? '', (row[at] ?? '').replaceAll('`', '').replaceAll(/DC=example,DC=com/gi, baseDn)]),
  )
}

local('an administrator connects Active Directory with what the guide says', async () => {
  const app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8', '::1'] } })
  const guide = guideColumn('Active Directory')
  const admin = app.as('admin')
  const form = {
    host: 'localhost',
    port: directory.tlsPort,
    security: 'ldaps',
    ca: directory.ca,
    bind_dn: reader.dn,
    bind_password: reader.password,
    base_dn: guide.get('Base DN'),
    search_filter: guide.get('Filter'),
    user_field: guide.get('Username attribute'),
    name_field: guide.get('Name attribute'),
    email_field: guide.get('Email attribute'),
    member_group: guide.get('May sign in'),
    admin_group: guide.get('Administrators'),
    team_groups: guide.get('Teams'),
  }
  expect(form).toMatchObject({ user_field: 'sAMAccountName', member_group: dn('Docs Users') })
  const { id: team_id } = await admin.team.save({ team_name: 'Backend' })
  const ldap_form = JSON.stringify(form)
  const { steps } = await admin.adminSetting.testLdap({ ldap_form, username: 'lin', password: 'a good password' })
  expect(steps.map(({ step, outcome, values }) => [step, outcome, values['kind'] ?? ''])).toEqual([
    ['connect', 'ok', ''],
    ['bind', 'ok', ''],
    ['search', 'ok', 'found'],
    ['groups', 'ok', 'member'],
    ['password', 'ok', ''],
    ['account', 'ok', 'new'],
  ])
  expect(steps[3]?.values['teams']).toBe('Backend')
  await admin.adminSetting.saveLdapConfig({ ldap_open: '1', ldap_form })
  // chief is in a group of the group, guest in none, the leaver is switched off, and a computer is no person
  expect(await admin.adminSetting.syncLdapUsers()).toMatchObject({ sync_count: 2, added: 2, skipped: [] })
  const rows = app.rows.all('user').filter((row) => row['is_sso'] === 1)
  expect(rows.map(({ username, name, email, groupid }) => [username, name, email, groupid])).toEqual([
    ['lin', 'lin displayed', 'lin@firm.example', 2],
    ['chief', 'chief displayed', 'chief@firm.example', 1],
  ])
  expect(app.rows.all('team_member')).toMatchObject([{ team_id: Number(team_id), member_uid: rows[0]?.['uid'] }])
  const logIn = (username: string) => app.visitor.user.login({ username, password: 'a good password' })
  expect(await logIn('lin')).toMatchObject({ username: 'lin' })
  expect(await logIn('lin@firm.example')).toMatchObject({ username: 'lin' })
  await expect(logIn('guest')).rejects.toMatchObject({ errorName: 'directoryNoAccess' })
  await expect(logIn('pc1$')).rejects.toMatchObject({ errorName: 'loginWrong' })
  // switched off there: the account ends here
  directory.modify(
    `dn: CN=Chief,${people}\nchangetype: modify\nreplace: userAccountControl\nuserAccountControl: ${disabled}\n`,
  )
  expect(await admin.adminSetting.syncLdapUsers()).toMatchObject({ disabled: 1 })
  directory.modify(
    `dn: CN=Chief,${people}\nchangetype: modify\nreplace: userAccountControl\nuserAccountControl: ${enabled}\n`,
  )
  expect(app.errors).toEqual([])
})
