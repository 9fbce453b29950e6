import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
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
  { control = enabled, memberOf = [] as string[], category = 'person', principal = '', more = '' } = {},
) => `
dn: CN=${cn},${people}
objectClass: user
objectCategory: ${category}
cn: ${cn}
sn: ${cn}
displayName: ${name} displayed
sAMAccountName: ${name}
userPrincipalName: ${principal || `${name}@firm.example`}
mail: ${name}@firm.example
objectGUID:: ${Buffer.from(name.padEnd(16)).toString('base64')}
userAccountControl: ${control}
userPassword: a good password
${more}${memberOf.map((group) => `memberOf: ${group}\n`).join('')}`

const dn = (cn: string) => `CN=${cn},OU=Groups,${baseDn}`
/** A group as Active Directory has them: linked from both sides. */
function group(cn: string, { members = [] as string[], memberOf = [] as string[], more = '' } = {}): string {
  const lines = [...members.map((of) => `member: ${of}\n`), ...memberOf.map((of) => `memberOf: ${of}\n`)]
  return `\ndn: ${dn(cn)}\nobjectClass: group\ncn: ${cn}\n${more}${lines.join('')}`
}

// Recorded from a domain of Samba 4.17, the identifier of a person with the last number 267.
const personSid = '0105000000000005150000007dfbabde8e8e5e176802d10d0b010000'
const domainUsersSid = `${personSid.slice(0, -8)}01020000`
const sidLine = (hex: string) => `objectSid:: ${Buffer.from(hex, 'hex').toString('base64')}\n`
// A time so many seconds from now, in the 100 nanoseconds since 1601 that Active Directory counts.
const ticks = (seconds: number) =>
  String(BigInt(Math.floor(Date.now() / 1000 + seconds + 11_644_473_600)) * 10_000_000n)
const never = '9223372036854775807'

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
      group('Everybody', { more: sidLine(domainUsersSid) }),
      person('Primary', 'primary', {
        principal: 'p.rimary@other.example',
        more: `${sidLine(personSid)}primaryGroupID: 513\naccountExpires: ${never}\n`,
      }),
      person('Ended', 'ended', { more: `${sidLine(personSid)}primaryGroupID: 513\naccountExpires: ${ticks(-1600)}\n` }),
      person('Ending', 'ending', {
        more: `${sidLine(personSid)}primaryGroupID: 513\naccountExpires: ${ticks(1600)}\n`,
      }),
      person('Free', 'free', { more: `${sidLine(personSid)}primaryGroupID: 513\naccountExpires: 0\n` }),
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

const form = {
  host: 'localhost',
  port: server?.port ?? 0,
  bind_dn: reader.dn,
  bind_password: reader.password,
  base_dn: baseDn,
  search_filter: '(&(objectCategory=person)(objectClass=user))',
  user_field: 'sAMAccountName',
  name_field: 'displayName',
}

const connected = async (more: object = {}) => {
  const app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8', '::1'] } })
  const ldap_form = JSON.stringify({ ...form, ...more })
  await app.as('admin').adminSetting.saveLdapConfig({ ldap_open: '1', ldap_form })
  return app
}

local('members of a primary group count, and accounts past their end do not', async () => {
  const app = await connected({ member_group: 'Everybody' })
  expect(await app.as('admin').adminSetting.syncLdapUsers()).toMatchObject({ sync_count: 3, added: 3 })
  const names = app.rows.all('user').flatMap((row) => (row['is_sso'] === 1 ? [row['username']] : []))
  expect(names.toSorted()).toEqual(['ending', 'free', 'primary'])
})

local('the principal name is a name to sign in with, and what else a filter finds is none', async () => {
  const search_filter =
    '(&(objectCategory=person)(objectClass=user)(|(sAMAccountName=%(user)s)(userPrincipalName=%(user)s)(cn=%(user)s)))'
  const app = await connected({ search_filter })
  const logIn = (username: string) => app.visitor.user.login({ username, password: 'a good password' })
  expect(await logIn('p.rimary@other.example')).toMatchObject({ username: 'primary' })
  await expect(logIn('Lin, Xiaoyu')).rejects.toMatchObject({ errorName: 'loginWrong' })
  const ldap_form = JSON.stringify({ ...form, search_filter })
  const { steps } = await app.as('admin').adminSetting.testLdap({ ldap_form, username: 'Lin, Xiaoyu' })
  expect(steps.at(-1)).toMatchObject({ step: 'search', outcome: 'failed', values: { kind: 'otherName' } })
})

/** Stands before the directory, and answers those who sign in as `cn` and with the right password as Samba 4.17 did. */
async function answering(cn: string, code: string): Promise<Server> {
  const text = `80090308: LdapErr: DSID-0C0903A9, comment: AcceptSecurityContext error, data ${code}, v1db1`
  const bindRequest = 0x60
  const isAsked = new RegExp(`cn=${cn},.*a good password`, 'is')
  const proxy = createServer((socket) => {
    const upstream = connect(directory.port, '127.0.0.1')
    upstream.pipe(socket)
    for (const one of [socket, upstream]) one.on('error', () => undefined).on('close', () => upstream.destroy())
    socket.on('data', (request) => {
      const isTheirs = request[5] === bindRequest && isAsked.test(request.toString('latin1'))
      if (!isTheirs) return void upstream.write(request)
      const result = [0x0a, 1, 49, 4, 0, 4, text.length, ...Buffer.from(text)]
      const body = [2, 1, request[4] ?? 0, 0x61, result.length, ...result]
      socket.write(Buffer.from([0x30, 0x81, body.length, ...body]))
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return proxy
}

const refusals = [
  ['532', 'directoryPasswordExpired', 'expired', /expired/],
  ['773', 'directoryPasswordExpired', 'expired', /must be changed/],
  ['533', 'directoryAccountBarred', 'barred', /disabled/],
  ['701', 'directoryAccountBarred', 'barred', /has expired/],
  ['531', 'directoryAccountBarred', 'barred', /certain computers/],
  // strangers can lock an account: who does not know its password learns nothing
  ['775', 'loginWrong', 'locked', /./],
  ['52e', 'loginWrong', 'wrong', /./],
] as const

for (const [code, errorName, kind, message] of refusals) {
  local(`Active Directory's answer ${code}: ${errorName}, for who has the right password`, async () => {
    const proxy = await answering('Primary', code)
    try {
      const { port } = proxy.address() as AddressInfo
      const app = await connected({ port })
      const logIn = (password: string) => app.visitor.user.login({ username: 'primary', password })
      await expect(logIn('a good password')).rejects.toMatchObject({
        errorName,
        message: expect.stringMatching(message),
      })
      await expect(logIn('a wrong one')).rejects.toMatchObject({ errorName: 'loginWrong' })
      expect(app.rows.all('user_identity')).toEqual([])
      const failed = app.rows.all('audit_log').filter((row) => row['action'] === 'loginFailed')
      expect(failed.map((row) => row['detail'])).toEqual([errorName === 'loginWrong' ? '' : kind, ''])
      const ldap_form = JSON.stringify({ ...form, port })
      const given = { ldap_form, username: 'primary', password: 'a good password' }
      const { steps } = await app.as('admin').adminSetting.testLdap(given)
      expect(steps.at(-1)).toMatchObject({ step: 'password', outcome: 'failed', values: { kind } })
      expect(app.errors).toEqual([])
    } finally {
      proxy.close()
    }
  })
}

// What Samba 4.17 and a directory of Microsoft say to a lookup account, and to a search.
const results = [
  [8, 'BindSimple: Transport encryption required.', 'directoryNeedsEncryption', /LDAPS.*StartTLS/],
  [1, '00002020: Operation unavailable without authentication', 'directoryNeedsAccount', /without an account/],
  [10, '0000202B: RefErr: DSID-03100835, data 0, 1 access points', 'directoryBaseWrong', /DC=example,DC=com/],
  [32, 'acl_read: Error retrieving instanceType for base.', 'directoryBaseWrong', /base DN dc=x/],
  [34, "00002032: ldb_search: invalid basedn '(null)'", 'directoryBaseWrong', /base DN dc=x/],
  [12, 'control not supported', 'directorySearchFailed', /control not supported/],
] as const

test.each(results)('result %i, “%s”: %s', async (code, text, errorName, message) => {
  const app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
  const fake = createServer((socket) =>
    socket.once('data', (request) => {
      // a message of more than 127 bytes says its length in more than one
      const at = (request[1] ?? 0) > 0x80 ? (request[1] ?? 0) - 0x80 : 0
      // to a bind the answer to a bind, to a search that to a search
      const answer = request[at + 5] === 0x60 ? 0x61 : 0x65
      const result = [0x0a, 1, code, 4, 0, 4, text.length, ...Buffer.from(text)]
      const body = [2, 1, request[at + 4] ?? 0, answer, result.length, ...result]
      socket.end(Buffer.from([0x30, 0x81, body.length, ...body]))
    }),
  )
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = fake.address() as AddressInfo
    const lookup = code === 8 ? { bind_dn: 'cn=reader', bind_password: 'p' } : {}
    const ldap_form = JSON.stringify({ host: '127.0.0.1', port, base_dn: 'dc=x', ...lookup })
    const { steps } = await app.as('admin').adminSetting.testLdap({ ldap_form, username: 'lin' })
    expect(steps.at(-1)).toMatchObject({ outcome: 'failed', error_message: expect.stringMatching(message) })
    const entry = app.rows.all('audit_log').at(-1)
    expect(entry).toMatchObject({ action: 'connectionFailed' })
    expect(errorName).toMatch(/^directory/)
  } finally {
    fake.close()
  }
})
