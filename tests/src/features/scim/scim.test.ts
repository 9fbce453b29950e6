import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readConfig, settings } from '#src/core/config.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createScimClient, type ScimClient } from '#tests/support/scim-client.ts'

let app: TestApp
let scim: ScimClient

beforeEach(async () => {
  app = await createTestApp()
  scim = await createScimClient(app)
})

const account = (username: string) => app.rows.all('user').find((row) => row['username'] === username)
const uidOf = (username: string) => Number(account(username)?.['uid'])
const setUser = (username: string, column: string, value: number) =>
  app.rows.sqlite.prepare(`UPDATE user SET ${column} = ? WHERE username = ?`).run(value, username)
const members = (team_id: string) =>
  app.rows
    .all('team_member')
    .filter((row) => row['team_id'] === Number(team_id))
    .map((row) => row['member_uid'])
const actions = () => app.rows.all('audit_log').map((row) => row['action'])
const calls = () => app.as('admin').adminScim.calls({})

/** A session of an account, made directly. */
function sessionOf(username: string): string {
  const token_hash = Buffer.from(username.padEnd(32))
  const times = { addtime: 1, last_use_time: 1, token_expire: 4_000_000_000 }
  app.rows.insert('user_token', { token_hash, uid: uidOf(username), kind: 'session', ...times })
  return username
}
const sessions = (username: string) => app.rows.all('user_token').filter((row) => row['uid'] === uidOf(username))

const entraUser = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: 'lin.xiaoyu',
  userName: 'Lin@Firm.example',
  active: true,
  displayName: '林小雨',
  emails: [{ primary: true, type: 'work', value: 'Lin@Firm.example' }],
  meta: { resourceType: 'User' },
  name: { formatted: '林小雨', familyName: '林', givenName: '小雨' },
  roles: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Docs' },
}

test('without a token nothing is answered, and an administrator reads why', async () => {
  for (const authorization of [
    '',
    'Bearer x',
    `Bearer ${'0'.repeat(70)}`,
    `Basic ${scim.token}`,
    `Bearer ${app.token('admin')}`,
  ]) {
    const { status, headers, body } = await scim.get('/Users', { authorization })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
  }
  expect(actions().filter((action) => action === 'scimRejected')).toHaveLength(1)
  expect((await calls())[0]).toMatchObject({
    status: 401,
    token_name: '',
    error_message: expect.stringMatching(/unknown/),
  })
  // a session of an administrator is no token of SCIM, and the other way round
  expect(
    (await app.call('adminScim/status', {}, { headers: { authorization: `Bearer ${scim.token}` } })).json.error_name,
  ).toBe('notLoggedIn')
})

test('a token is shown once, stored as a hash, and ends at once', async () => {
  const { adminScim } = app.as('admin')
  expect((await scim.get('/Users')).status).toBe(200)
  const { tokens } = await adminScim.status()
  expect(tokens).toMatchObject([{ name: 'Entra', username: 'admin', last_use_time: expect.any(Number) }])
  expect(tokens[0]?.last_use_time).toBeGreaterThan(0)
  expect(JSON.stringify(tokens)).not.toContain(scim.token)
  expect(JSON.stringify(app.rows.all('scim_token'))).not.toContain(scim.token)
  const other = await createScimClient(app, 'Okta')
  await adminScim.removeToken({ id: String(tokens[0]?.id) })
  expect((await scim.get('/Users')).status).toBe(401)
  expect((await other.get('/Users')).status).toBe(200)
  await expect(adminScim.removeToken({ id: String(tokens[0]?.id) })).rejects.toMatchObject({
    errorName: 'scimTokenGone',
  })
  expect(actions()).toEqual(expect.arrayContaining(['scimTokenMade', 'scimTokenEnded']))
  await expect(app.as('ann').adminScim.status()).rejects.toMatchObject({ errorName: 'adminOnly' })
})

test('the server says what it can do', async () => {
  const config = await scim.get('/ServiceProviderConfig')
  expect(config.headers.get('content-type')).toMatch(/^application\/scim\+json/)
  expect(config.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
  })
  expect((await scim.get('/ResourceTypes')).body.Resources).toMatchObject([{ id: 'User' }, { id: 'Group' }])
  expect((await scim.get('/ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users' })
  expect((await scim.get('/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).body.attributes).toContainEqual(
    expect.objectContaining({ name: 'userName', required: true, uniqueness: 'server' }),
  )
  for (const path of ['/Schemas/none', '/nothing', '/Users/0', '/Users/x', '/Users/99999', '/Users/1/2', '/%ff', '/'])
    expect((await scim.get(path)).status, path).toBe(404)
  for (const [method, path] of [
    ['POST', '/Bulk'],
    ['GET', '/Me'],
    ['POST', '/Users/.search'],
    ['GET', '/Groups/.search'],
  ] as const)
    expect((await scim.send(method, path, method === 'POST' ? {} : undefined)).status, path).toBe(501)
  expect((await scim.send('DELETE', '/Users')).status).toBe(405)
  expect((await scim.send('POST', '/ServiceProviderConfig', {})).status).toBe(405)
  expect((await fetch(`${app.url}/scim/v1/Users`)).status).toBe(404)
  expect(app.errors).toEqual([])
})

test('Entra creates a user, who is found, changed and ended as it does it', async () => {
  expect((await scim.get('/Users?filter=userName eq "Lin@Firm.example"')).body).toMatchObject({
    totalResults: 0,
    Resources: [],
  })
  const { status, headers, body } = await scim.send('POST', '/Users', entraUser)
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(body.meta.location)
  expect(body.meta.location).toBe(`${app.url}/scim/v2/Users/${body.id}`)
  expect(body).toMatchObject({
    userName: 'Lin@Firm.example',
    externalId: 'lin.xiaoyu',
    displayName: '林小雨',
    active: true,
    name: { familyName: '林', givenName: '小雨' },
    emails: [{ value: 'lin@firm.example', type: 'work', primary: true }],
  })
  expect(account('Lin@Firm.example')).toMatchObject({
    uid: Number(body.id),
    name: '林小雨',
    email: 'lin@firm.example',
    is_sso: 1,
    password: '',
    groupid: 2,
  })
  // again, because the answer was lost
  expect(await scim.send('POST', '/Users', entraUser)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  const found = await scim.get('/Users?filter=userName eq "LIN@firm.example"&startIndex=1&count=20')
  expect(found.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [{ id: body.id }] })

  const path = `/Users/${body.id}`
  expect(
    await scim.patch(
      path,
      { op: 'Replace', path: 'displayName', value: '林雨' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'xiaoyu@firm.example' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'IT' },
      { op: 'Replace', path: 'emails[type eq "home"].value', value: 'home@firm.example' },
      { op: 'Replace', value: { 'name.givenName': '雨', 'emails[type eq "work"].primary': true, id: '1' } },
    ),
  ).toMatchObject({ status: 200, body: { displayName: '林雨', name: { givenName: '雨', familyName: '林' } } })
  expect(account('Lin@Firm.example')).toMatchObject({ name: '林雨', email: 'xiaoyu@firm.example' })

  sessionOf('Lin@Firm.example')
  expect((await scim.patch(path, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false)
  expect(account('Lin@Firm.example')).toMatchObject({ is_disabled: 1 })
  expect(sessions('Lin@Firm.example')).toEqual([])
  expect((await scim.patch(path, { op: 'Replace', path: 'active', value: 'True' })).body.active).toBe(true)
  expect(account('Lin@Firm.example')).toMatchObject({ is_disabled: 0 })

  // renamed there: the account keeps its name here
  await scim.patch(path, { op: 'Replace', path: 'userName', value: 'yu@firm.example' })
  expect((await scim.get('/Users?filter=userName eq "yu@firm.example"')).body.Resources).toMatchObject([
    { id: body.id },
  ])
  expect(account('Lin@Firm.example')).toBeDefined()
})

test('Okta changes without a path and with PUT; a form of both it is', async () => {
  const id = await scim.addUser('ann@firm.example', {
    name: { givenName: 'Ann', familyName: 'Lee' },
    externalId: '00u1',
  })
  expect(account('ann@firm.example')).toMatchObject({ name: 'Ann Lee' })
  const path = `/Users/${id}`
  await scim.patch(path, { op: 'replace', value: { active: false } })
  expect(account('ann@firm.example')).toMatchObject({ is_disabled: 1 })
  const put = await scim.send('PUT', path, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id,
    userName: 'ann@firm.example',
    name: { givenName: 'Ann', familyName: 'Li' },
    emails: [
      { value: 'home@x.example', type: 'home' },
      { primary: true, value: 'ann@firm.example', type: 'work' },
    ],
    active: true,
    groups: [],
  })
  expect(put).toMatchObject({ status: 200, body: { displayName: 'Ann Li', active: true } })
  expect(account('ann@firm.example')).toMatchObject({ is_disabled: 0, name: 'Ann Li', email: 'ann@firm.example' })
  // OneLogin and Keycloak's extensions replace the whole list
  await scim.patch(path, { op: 'replace', path: 'emails', value: [{ value: 'new@firm.example' }] })
  expect(account('ann@firm.example')).toMatchObject({ email: 'new@firm.example' })
  await scim.patch(path, { op: 'remove', path: 'emails' }, { op: 'remove', path: 'name.givenName' })
  expect((await scim.get(path)).body).toMatchObject({ name: { givenName: '' } })
  expect(account('ann@firm.example')).toMatchObject({ email: '' })
})

test('an account of this site is never taken over, one of another system is linked', async () => {
  await app.newUser('boss', { groupid: 1 })
  await app.newUser('local')
  await app.newUser('sso')
  await app.newUser('off')
  setUser('boss', 'is_sso', 1)
  setUser('sso', 'is_sso', 1)
  setUser('off', 'is_sso', 1)
  setUser('off', 'is_disabled', 1)
  for (const userName of ['boss', 'local', 'admin', 'off', 'LOCAL']) {
    const { status, body } = await scim.send('POST', '/Users', { userName })
    expect([userName, status, body.scimType]).toEqual([userName, 409, 'uniqueness'])
  }
  expect(await scim.addUser('sso', { displayName: 'S' })).toBe(String(uidOf('sso')))
  expect((await scim.get('/Users')).body).toMatchObject({ totalResults: 1 })
  // nor read, changed or ended
  for (const path of [`/Users/${uidOf('local')}`, `/Users/${uidOf('admin')}`]) {
    expect((await scim.get(path)).status).toBe(404)
    expect((await scim.patch(path, { op: 'replace', path: 'active', value: false })).status).toBe(404)
    expect((await scim.send('PUT', path, { userName: 'x' })).status).toBe(404)
    expect((await scim.send('DELETE', path)).status).toBe(404)
  }
  expect(account('local')).toMatchObject({ is_disabled: 0 })
})

test('what ends in the directory ends here, and nothing that it wrote is deleted', async () => {
  const id = await scim.addUser('leaver', { externalId: 'x1' })
  const group = await scim.addGroup('Backend', [id])
  const item_id = await app.rows.newItem({ owner: 'leaver-2' })
  app.rows.sqlite.prepare('UPDATE item SET uid = ? WHERE item_id = ?').run(Number(id), item_id)
  sessionOf('leaver')
  expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(204)
  expect(account('leaver')).toMatchObject({ is_disabled: 1 })
  expect(sessions('leaver')).toEqual([])
  expect(members(group)).toEqual([])
  expect(app.rows.all('item')).toMatchObject([{ item_id, is_del: 0 }])
  expect((await scim.get(`/Users/${id}`)).status).toBe(404)
  expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(404)
  expect((await scim.get('/Users?filter=userName eq "leaver"')).body.totalResults).toBe(0)
  // another person of the same name does not get the account
  const other = await scim.send('POST', '/Users', { userName: 'leaver', externalId: 'x2' })
  expect(other).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  expect(account('leaver')).toMatchObject({ is_disabled: 1 })
  // the same one does
  expect(await scim.addUser('leaver', { externalId: 'x1' })).toBe(id)
  expect(account('leaver')).toMatchObject({ is_disabled: 0 })
})

test('an account that was disabled here stays so', async () => {
  const id = await scim.addUser('ann')
  await app.as('admin').adminUser.addUser({ uid: id, is_disabled: '1' })
  await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
  await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
  await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
  expect(account('ann')).toMatchObject({ is_disabled: 1 })
})

test('the last administrator stays', async () => {
  const id = await scim.addUser('chief')
  setUser('chief', 'groupid', 1)
  setUser('admin', 'is_disabled', 1)
  app.rows.sqlite.prepare('UPDATE scim_token SET uid = ?').run(uidOf('chief'))
  expect((await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status).toBe(403)
  expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(403)
  expect(account('chief')).toMatchObject({ is_disabled: 0 })
  expect((await scim.get(`/Users/${id}`)).body.active).toBe(true)
  setUser('admin', 'is_disabled', 0)
  expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(204)
})

test('SCIM does not change the address of an administrator', async () => {
  const id = await scim.addUser('chief', { emails: [{ value: 'chief@firm.example' }] })
  setUser('chief', 'groupid', 1)
  const emails = [{ value: 'attacker@firm.example' }]
  expect((await scim.send('PUT', `/Users/${id}`, { userName: 'chief', emails })).status).toBe(200)
  expect(account('chief')).toMatchObject({ email: 'chief@firm.example', groupid: 1 })
})

test('two people with one address: both get an account, the first has the address', async () => {
  const emails = [{ value: 'team@firm.example' }]
  const first = await scim.addUser('one', { emails })
  const second = await scim.addUser('two', { emails })
  expect(account('one')).toMatchObject({ email: 'team@firm.example' })
  expect(account('two')).toMatchObject({ email: '' })
  expect((await scim.get(`/Users/${second}`)).body.emails).toMatchObject([{ value: 'team@firm.example' }])
  await scim.patch(`/Users/${second}`, { op: 'replace', path: 'emails', value: [{ value: 'two@firm.example' }] })
  await scim.patch(`/Users/${first}`, { op: 'replace', path: 'displayName', value: 'One' })
  expect(account('two')).toMatchObject({ email: 'two@firm.example' })
})

test('groups are teams: members come and go as Entra and Okta send it, those of this site stay', async () => {
  const [a = '', b = '', c = ''] = [await scim.addUser('a1'), await scim.addUser('b1'), await scim.addUser('c1')]
  await app.newUser('guest')
  const id = await scim.addGroup('Backend', [a, '99999'], { externalId: 'g-1' })
  const team = Number(id)
  app.rows.insert('team_member', { team_id: team, member_uid: app.uid('guest'), team_member_group_id: 1, addtime: 1 })
  const item_id = await app.rows.newItem()
  app.rows.insert('team_item', { team_id: team, item_id, addtime: 1, member_group_id: 1 })
  const guest = app.uid('guest')
  const path = `/Groups/${id}`
  const now = () => members(id).filter((uid) => uid !== guest)
  expect(now()).toEqual([Number(a)])
  expect((await scim.patch(path, { op: 'Add', path: 'members', value: [{ value: b }, { value: c }] })).status).toBe(204)
  expect(now()).toEqual([a, b, c].map(Number))
  expect(app.rows.all('team_item_member').map((row) => row['member_uid'])).toEqual([b, c].map(Number))
  await scim.patch(path, { op: 'remove', path: `members[value eq "${a}"]` })
  expect(now()).toEqual([b, c].map(Number))
  // Entra names those who leave in the value: the others stay
  await scim.patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: b }] })
  expect(now()).toEqual([Number(c)])
  expect(app.rows.all('team_item_member').map((row) => row['member_uid'])).toEqual([Number(c)])
  await scim.patch(path, { op: 'replace', path: 'members', value: [{ value: a }] })
  expect(now()).toEqual([Number(a)])
  await scim.patch(path, { op: 'replace', value: { id, displayName: 'Back end' } })
  expect(app.rows.all('team')).toMatchObject([{ id: team, team_name: 'Back end' }])
  await scim.send('PUT', path, { displayName: 'Back end', members: [{ value: a }, { value: b, type: 'User' }] })
  expect(now()).toEqual([a, b].map(Number))
  // a group in a group, whose number may be that of a user
  await scim.patch(path, {
    op: 'add',
    path: 'members',
    value: [
      { value: c, type: 'Group' },
      { value: c, $ref: `../Groups/${c}` },
    ],
  })
  expect(now()).toEqual([a, b].map(Number))
  const { body } = await scim.get(path)
  expect(body).toMatchObject({
    displayName: 'Back end',
    externalId: 'g-1',
    members: [{ value: a, display: 'a1' }, { value: b }],
  })
  expect((await scim.get(`/Users/${a}`)).body.groups).toEqual([{ value: id, display: 'Back end' }])
  expect((await scim.get(`${path}?excludedAttributes=members`)).body.members).toBeUndefined()
  expect(
    (await scim.get('/Groups?filter=displayName eq "back END"&excludedAttributes=members')).body.Resources,
  ).toEqual([expect.not.objectContaining({ members: expect.anything() })])
  expect((await scim.get(`/Groups?filter=members.value eq "${a}"`)).body.totalResults).toBe(1)
  expect((await scim.get(`/Groups?filter=members[value eq "${c}"]`)).body.totalResults).toBe(0)
  await scim.patch(path, { op: 'remove', path: 'members' })
  expect(now()).toEqual([])
  expect(members(id)).toEqual([guest])
})

test('a group that is deleted leaves its team with its projects, and comes back to it', async () => {
  const a = await scim.addUser('a1')
  const { id: own } = await app.as('admin').team.save({ team_name: 'Backend' })
  const id = await scim.addGroup('Backend', [a], { externalId: 'g-1' })
  expect(id).not.toBe(String(own))
  expect(await scim.send('POST', '/Groups', { displayName: 'backend' })).toMatchObject({ status: 409 })
  expect((await scim.send('DELETE', `/Groups/${id}`)).status).toBe(204)
  expect(members(id)).toEqual([])
  expect(app.rows.all('team')).toHaveLength(2)
  expect((await scim.get(`/Groups/${id}`)).status).toBe(404)
  expect(await scim.addGroup('Backend', [a], { externalId: 'g-1' })).toBe(id)
  expect(members(id)).toEqual([Number(a)])
  await scim.send('DELETE', `/Groups/${id}`)
  expect(await scim.addGroup('Backend', [], { externalId: 'g-2' })).not.toBe(id)
})

test('filters find what they say', async () => {
  const ids = {
    ann: await scim.addUser('ann@firm.example', {
      externalId: 'E1',
      displayName: 'Ann_100% Lee',
      name: { givenName: 'Ann' },
      emails: [{ value: 'ann@firm.example' }],
    }),
    bo: await scim.addUser('bo', { externalId: 'E2', displayName: '林波', active: false }),
  }
  const find = async (filter: string) => {
    const { status, body } = await scim.get(`/Users?${new URLSearchParams({ filter })}`)
    return status === 200
      ? body.Resources.map((user: { id: string }) => (user.id === ids.ann ? 'ann' : 'bo'))
      : body.scimType
  }
  const cases: [string, string[] | string][] = [
    ['userName eq "ANN@firm.example"', ['ann']],
    ['externalId eq "E1"', ['ann']],
    ['externalId eq "e1"', []],
    [`id eq "${ids.bo}"`, ['bo']],
    ['id eq "x"', []],
    ['displayName co "n_100%"', ['ann']],
    ['displayName co "%"', ['ann']],
    ['displayName co "ann_100% l"', ['ann']],
    ['displayName eq "林波"', ['bo']],
    ['displayName ew "LEE"', ['ann']],
    ['userName sw "Ann@"', ['ann']],
    ['userName ew "nn@firm.example"', ['ann']],
    ['userName ew "much longer than bo"', []],
    ['active eq false', ['bo']],
    ['active eq "True"', ['ann']],
    ['active ne true', ['bo']],
    ['emails pr', ['ann']],
    ['not (emails pr)', ['bo']],
    ['emails[type eq "work" and value eq "ann@firm.example"]', ['ann']],
    ['emails[type eq "home"]', []],
    ['emails.value co "FIRM"', ['ann']],
    ['name.givenName pr or active eq false', ['ann', 'bo']],
    ['name.givenName pr and active eq false', []],
    ['externalId eq null', []],
    ['externalId ne null', ['ann', 'bo']],
    ['meta.created gt "2001-01-01T00:00:00Z"', ['ann', 'bo']],
    ['meta.lastModified lt "2001-01-01T00:00:00Z"', []],
    ['meta.created gt "nonsense"', []],
    ['nickName eq "x"', []],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bo"', ['bo']],
    [`userName eq "'; DROP TABLE user; --"`, []],
    ['userName', 'invalidFilter'],
    [`${'('.repeat(1500)}`, 'invalidFilter'],
  ]
  for (const [filter, expected] of cases) expect([filter, await find(filter)]).toEqual([filter, expected])
  expect(app.errors).toEqual([])
})

test('lists come in pages, from 1', async () => {
  for (let at = 0; at < 5; at++) await scim.addUser(`user${at}`)
  const page = async (query: string) => {
    const { body } = await scim.get(`/Users?${query}`)
    const names = body.Resources.map((user: { userName: string }) => user.userName)
    return [body.totalResults, body.startIndex, body.itemsPerPage, names.join(' ')]
  }
  expect(await page('startIndex=1&count=2')).toEqual([5, 1, 2, 'user0 user1'])
  expect(await page('startIndex=5&count=2')).toEqual([5, 5, 1, 'user4'])
  expect(await page('startIndex=6&count=2')).toEqual([5, 6, 0, ''])
  expect(await page('startIndex=0&count=1')).toEqual([5, 1, 1, 'user0'])
  expect(await page('startIndex=-3&count=0')).toEqual([5, 1, 0, ''])
  expect(await page('count=-1')).toEqual([5, 1, 0, ''])
  expect((await page('startIndex=x&count=99999'))[2]).toBe(5)
  const { body } = await scim.get('/Users?attributes=userName,name.givenName&count=1')
  expect(Object.keys(body.Resources[0] ?? {}).sort()).toEqual(['id', 'meta', 'name', 'schemas', 'userName'])
})

test('versions: not changed, and changed in the meantime', async () => {
  const id = await scim.addUser('ann')
  const path = `/Users/${id}`
  const first = await scim.get(path)
  const version = first.headers.get('etag') ?? ''
  expect(first.body.meta.version).toBe(version)
  expect((await scim.get(path, { 'if-none-match': version })).status).toBe(304)
  await scim.patch(path, { op: 'replace', path: 'displayName', value: 'Ann' })
  expect((await scim.get(path, { 'if-none-match': version })).status).toBe(200)
  const put = (ifMatch: string) =>
    scim.send('PUT', path, { userName: 'ann', displayName: 'B' }, { 'if-match': ifMatch })
  expect((await put(version)).status).toBe(412)
  expect((await put('*')).status).toBe(200)
  expect((await scim.send('DELETE', path, undefined, { 'if-match': version })).status).toBe(412)
  expect((await put((await scim.get(path)).headers.get('etag') ?? '')).status).toBe(200)
})

test('bad bodies are rejected with the name of what is wrong, and change nothing', async () => {
  const id = await scim.addUser('ann')
  const cases: [string, string, unknown, number, string | undefined][] = [
    ['POST', '/Users', '{', 400, 'invalidSyntax'],
    ['POST', '/Users', '', 400, 'invalidSyntax'],
    ['POST', '/Users', '[]', 400, 'invalidSyntax'],
    ['POST', '/Users', '"x"', 400, 'invalidSyntax'],
    ['POST', '/Users', `${'['.repeat(100_000)}`, 400, 'invalidSyntax'],
    ['POST', '/Users', {}, 400, 'invalidValue'],
    ['POST', '/Users', { userName: '' }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: { a: 1 } }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'two words' }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'a\u0000b' }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'x'.repeat(101) }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'bo', active: 'maybe' }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'bo', emails: [{ value: 'no address' }] }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'bo', displayName: 'x'.repeat(201) }, 400, 'invalidValue'],
    ['PATCH', `/Users/${id}`, {}, 400, 'invalidSyntax'],
    ['PATCH', `/Users/${id}`, { Operations: [] }, 400, 'invalidSyntax'],
    ['PATCH', `/Users/${id}`, { Operations: [{ op: 'move' }] }, 400, 'invalidValue'],
    ['PATCH', `/Users/${id}`, { Operations: [{ op: 'remove' }] }, 400, 'invalidPath'],
    ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'emails[', value: 1 }] }, 400, 'invalidPath'],
    ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'emails[x]', value: 1 }] }, 400, 'invalidFilter'],
    ['PATCH', `/Users/${id}`, { Operations: [{ op: 'remove', path: 'userName' }] }, 400, 'invalidValue'],
    [
      'PATCH',
      `/Users/${id}`,
      { Operations: Array(1001).fill({ op: 'add', path: 'x', value: 1 }) },
      400,
      'invalidValue',
    ],
    ['POST', '/Groups', { displayName: '' }, 400, 'invalidValue'],
    ['POST', '/Users', `{"userName":"bo","x":"${'x'.repeat(4_000_000)}"}`, 413, undefined],
  ]
  const before = app.rows.all('user')
  for (const [method, path, body, status, scimType] of cases) {
    const answer = await scim.send(method, path, body)
    expect([JSON.stringify(body).slice(0, 60), answer.status, answer.body.scimType]).toEqual([
      JSON.stringify(body).slice(0, 60),
      status,
      scimType,
    ])
    expect(answer.body.detail.length).toBeGreaterThan(10)
  }
  expect(app.rows.all('user')).toEqual(before)
  // a name of JavaScript's own objects is only a name
  await scim.patch(`/Users/${id}`, {
    op: 'replace',
    value: JSON.parse('{"__proto__": {"active": false}, "constructor": 1}'),
  })
  expect(account('ann')).toMatchObject({ is_disabled: 0 })
  expect(app.errors).toEqual([])
})

test('what changed and what failed is listed, in the reader’s language; a GET is not', async () => {
  await scim.addUser('ann')
  await scim.get('/Users')
  await scim.send('POST', '/Users', { userName: 'admin' })
  expect(await calls()).toMatchObject([
    { method: 'POST', path: '/Users', status: 409, token_name: 'Entra', error_message: expect.stringMatching(/admin/) },
    { method: 'POST', path: '/Users', status: 201, error_message: '' },
  ])
  expect(await app.as('admin').adminScim.calls({ failed: '1' })).toHaveLength(1)
  const chinese = await app.call('adminScim/calls', {}, { as: 'admin', headers: { 'accept-language': 'zh' } })
  expect(JSON.stringify(chinese.json.data)).toContain('本站已有自己的账号')
  for (let at = 0; at < 210; at++)
    app.rows.insert('scim_call', {
      addtime: 1,
      token_name: '',
      method: 'PUT',
      path: '/',
      status: 200,
      error_name: '',
      error_values: '',
      ip: '',
    })
  await scim.addUser('bo')
  expect((await calls()).length).toBe(200)
})

test('a token may send so much, then it waits', async () => {
  for (let at = 0; at < 6000; at++) app.app.limiter.take('scim:1', 6000, 60_000)
  const { status, headers } = await scim.get('/Users')
  expect([status, headers.get('retry-after')]).toEqual([429, '10'])
})

test('a token works as long as its administrator is one, and another administrator takes it over', async () => {
  const id = String((await app.as('admin').adminScim.status()).tokens[0]?.id)
  await app.newUser('second', { groupid: 1 })
  const second = app.as('second').adminScim
  for (const [column, gone, back] of [
    ['groupid', 2, 1],
    ['is_disabled', 1, 0],
  ] as const) {
    setUser('admin', column, gone)
    const { status, body } = await scim.get('/Users')
    expect({ status, detail: body.detail }).toEqual({
      status: 401,
      detail: expect.stringMatching(/Entra.*administrator/),
    })
    expect((await second.status()).tokens).toMatchObject([{ name: 'Entra', username: 'admin', is_held: true }])
    setUser('admin', column, back)
    expect((await scim.get('/Users')).status).toBe(200)
  }
  setUser('admin', 'is_disabled', 1)
  const [call] = await second.calls({ failed: '1' })
  expect(call).toMatchObject({ status: 401, error_message: expect.stringContaining('Entra') })
  expect(actions().filter((action) => action === 'scimRejected')).toHaveLength(1)
  await second.confirmToken({ id })
  expect((await scim.get('/Users')).status).toBe(200)
  expect((await second.status()).tokens).toMatchObject([{ username: 'second', is_held: false }])
  expect(actions()).toContain('scimTokenConfirmed')
  // an account that is gone altogether
  app.rows.sqlite.prepare("DELETE FROM user WHERE username = 'second'").run()
  setUser('admin', 'is_disabled', 0)
  expect((await scim.get('/Users')).status).toBe(401)
  expect((await app.as('admin').adminScim.status()).tokens).toMatchObject([{ username: '', is_held: true }])
  await expect(app.as('admin').adminScim.confirmToken({ id: '999' })).rejects.toMatchObject({
    errorName: 'scimTokenGone',
  })
})

test('wrong tokens from the same network do not hold up the right one', async () => {
  for (let round = 0; round < 200; round++)
    expect((await scim.get('/Users', { authorization: `Bearer ${'0'.repeat(60)}${round}` })).status).toBe(401)
  expect((await scim.get('/Users')).status).toBe(200)
  expect((await calls()).length).toBeLessThanOrEqual(3)
})

test('tokens of the start: by themselves or by their hash, shown, not changed, and gone with the settings', async () => {
  const token = 'a-token-of-the-configuration-file-1'
  const other = 'another-token-of-the-configuration-2'
  const token_sha256 = createHash('sha256').update(other).digest('hex')
  const data = join(await mkdtemp(join(tmpdir(), 'docstead-scim-')), 'data')
  const open = (list: unknown[]) =>
    createTestApp({
      data,
      config: {
        scim_tokens: settings.scim_tokens.shape.parse(list),
        origin: { ...readConfig(new Map(), {}).origin, scim_tokens: '/etc/docstead.json' },
      },
    })
  const answer = async (at: TestApp, sent: string) =>
    (await fetch(`${at.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${sent}` } })).status
  try {
    const first = await open([
      { name: 'Entra', token },
      { name: 'Okta', token_sha256 },
    ])
    expect([await answer(first, token), await answer(first, other), await answer(first, token_sha256)]).toEqual([
      200, 200, 401,
    ])
    const { adminScim } = first.as('admin')
    const { tokens } = await adminScim.status()
    expect(tokens.map(({ name, is_held }) => ({ name, is_held }))).toEqual([
      { name: 'Okta', is_held: false },
      { name: 'Entra', is_held: false },
    ])
    expect(tokens.map(({ from_start }) => from_start)).toEqual(['/etc/docstead.json', '/etc/docstead.json'])
    for (const change of ['removeToken', 'confirmToken'] as const)
      await expect(adminScim[change]({ id: String(tokens[0]?.id) })).rejects.toMatchObject({
        errorName: 'scimTokenFromStart',
      })
    const { token: own } = await adminScim.addToken({ name: 'Own' })
    const used = first.rows.all('scim_token')
    expect(JSON.stringify(used)).not.toContain(token)
    await first.close()
    // the same token keeps when it was used; one of the console can move into the file
    const second = await open([
      { name: 'Entra ID', token },
      { name: 'Moved', token: own },
    ])
    expect([await answer(second, token), await answer(second, other), await answer(second, own)]).toEqual([
      200, 401, 200,
    ])
    const rows = second.rows.all('scim_token')
    expect(rows).toMatchObject([
      { name: 'Entra ID', id: used[0]?.['id'], last_use_time: used[0]?.['last_use_time'] },
      { name: 'Moved', is_from_start: 1 },
    ])
    await second.close()
    const third = await open([])
    expect([await answer(third, token), await answer(third, own)]).toEqual([401, 401])
    expect(third.rows.all('scim_token')).toEqual([])
    await third.close()
  } finally {
    rmSync(dirname(data), { recursive: true, force: true })
  }
})

test.each<[string, unknown]>([
  ['a short token', [{ name: 'x', token: 'short' }]],
  ['neither', [{ name: 'x' }]],
  ['both', [{ name: 'x', token: 'a'.repeat(40), token_sha256: 'a'.repeat(64) }]],
  ['no hash', [{ name: 'x', token_sha256: 'zz' }]],
  ['no name', [{ token: 'a'.repeat(40) }]],
  [
    'one name twice',
    [
      { name: 'x', token: 'a'.repeat(40) },
      { name: 'x', token: 'b'.repeat(40) },
    ],
  ],
  ['no list', { name: 'x', token: 'a'.repeat(40) }],
])('%s in the settings prevents the start', (_, value) => {
  expect(settings.scim_tokens.shape.safeParse(value).success).toBe(false)
})
