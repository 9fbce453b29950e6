import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const password = 'a good password'
const term = { days: 7, uses: 2 }
const refusal = (errorName: string) => ({ errorName })
const tokenOf = ({ path }: { path: string }) => {
  const [address, token = ''] = path.split('#invite=')
  expect(address).toBe('/user/register')
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  return token
}
const account = (username: string) => ({ username, password, confirm_password: password })

/** An item of ann with an invitation to it. */
const invited = async (app: TestApp, more: object = {}) => {
  const item_id = await app.rows.newItem({ owner: 'ann', item_name: 'Shop', password: 'visit' })
  const invitation = await app.as('ann').invitation.add({ item_id, member_group_id: 1, ...term, ...more })
  return { item_id: String(item_id), token: tokenOf(invitation), invitation_id: invitation.invitation_id }
}

const setOption = (app: TestApp, option_name: string, option_value: string) =>
  app.rows.insert('options', { option_name, option_value })

test('a person accepts an invitation into their account, once, with its role', async () => {
  const app = await createTestApp()
  const { item_id, token } = await invited(app)
  const bob = app.as('bob')
  await expect(bob.item.info({ item_id })).rejects.toMatchObject(refusal('itemPasswordNeeded'))
  expect(await app.visitor.invitation.show({ token })).toMatchObject({
    item_id,
    item_name: 'Shop',
    invited_by: 'ann',
    member_group_id: '1',
    is_limited: false,
    may_register: true,
  })
  expect(await bob.invitation.accept({ token })).toEqual({ item_id, was_member: false })
  expect(await bob.invitation.accept({ token })).toEqual({ item_id, was_member: true })
  expect(await bob.item.info({ item_id })).toMatchObject({ item_edit: true })
  expect(app.rows.all('item_member')).toMatchObject([{ member_group_id: 1, cat_ids: '' }])
  expect(await app.as('ann').invitation.list({ item_id })).toMatchObject([
    { use_count: 1, uses_most: 2, state: 'open' },
  ])
  const actions = app.rows.all('audit_log').map(({ action, username }) => `${String(username)} ${String(action)}`)
  expect(actions).toEqual(expect.arrayContaining(['ann invitationMade', 'bob memberAdded', 'bob invitationAccepted']))
  expect(JSON.stringify(app.rows.all('invitation'))).not.toContain(token)
})

test('an invitation says when it is used up, expired, withdrawn or unknown', async () => {
  const app = await createTestApp()
  const { item_id, token } = await invited(app)
  await app.as('bob').invitation.accept({ token })
  await app.as('cy').invitation.accept({ token })
  const fails = async (of: string, errorName: string) => {
    await expect(app.visitor.invitation.show({ token: of })).rejects.toMatchObject(refusal(errorName))
    await expect(app.as('dan').invitation.accept({ token: of })).rejects.toMatchObject(refusal(errorName))
    const register = app.visitor.invitation.register({ token: of, ...account('eve') })
    await expect(register).rejects.toMatchObject(refusal(errorName))
  }
  await fails(token, 'invitationUsedUp')
  await fails('f'.repeat(64), 'invitationUnknown')
  const second = await app.as('ann').invitation.add({ item_id, member_group_id: 0, ...term })
  await expect(app.as('bob').invitation.revoke({ item_id, ...second })).rejects.toMatchObject(refusal('noRight'))
  await app.as('ann').invitation.revoke({ item_id, invitation_id: second.invitation_id })
  await fails(tokenOf(second), 'invitationRevoked')
  const third = await app.as('ann').invitation.add({ item_id, member_group_id: 0, ...term })
  app.app.now = () => new Date(Date.now() + 8 * 86_400_000)
  app.rows.sqlite.prepare('UPDATE user_token SET token_expire = 9999999999, last_use_time = 9999999999').run()
  await fails(tokenOf(third), 'invitationExpired')
  expect((await app.as('ann').invitation.list({ item_id })).map(({ state }) => state)).toEqual([
    'expired',
    'revoked',
    'usedUp',
  ])
})

test('many people at once use an invitation no more often than it allows', async () => {
  const app = await createTestApp()
  const { token } = await invited(app, { uses: 3 })
  const people = Array.from({ length: 10 }, (_, at) => app.as(`person${at}`))
  const answers = await Promise.allSettled(people.map((one) => one.invitation.accept({ token })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(app.rows.all('item_member')).toHaveLength(3)
})

test('it is worth nothing once its maker could not add people any more', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann', password: 'visit' })
  await app.as('ann').member.save({ item_id, username: app.uid('max') ? 'max' : '', member_group_id: 2 })
  const of = async () => tokenOf(await app.as('max').invitation.add({ item_id, member_group_id: 1, ...term }))
  const token = await of()
  const accept = () => app.as('bob').invitation.accept({ token })
  const revoked = refusal('invitationRevoked')
  await app.as('ann').member.save({ item_id, username: 'max', member_group_id: 1 })
  await expect(accept()).rejects.toMatchObject(revoked)
  await app.as('ann').member.save({ item_id, username: 'max', member_group_id: 2 })
  app.rows.sqlite.prepare("UPDATE user SET is_disabled = 1 WHERE username = 'max'").run()
  await expect(accept()).rejects.toMatchObject(revoked)
  app.rows.sqlite.prepare('UPDATE user SET is_disabled = 0').run()
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  await expect(accept()).rejects.toMatchObject(refusal('itemArchived'))
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 0, is_del = 1').run()
  await expect(accept()).rejects.toMatchObject(revoked)
  app.rows.sqlite.prepare('UPDATE item SET is_del = 0').run()
  expect(await accept()).toMatchObject({ was_member: false })
})

test('an invitation is for folders that exist, and takes nothing away', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann', password: 'visit' })
  const [api, ops] = [app.rows.newCatalog(item_id, 'API'), app.rows.newCatalog(item_id, 'Ops')]
  const other = app.rows.newCatalog(await app.rows.newItem({ owner: 'eve' }), 'Other')
  const { invitation } = app.as('ann')
  const make = async (member_group_id: number, cat_ids: number[]) =>
    tokenOf(await invitation.add({ item_id, member_group_id, cat_ids: cat_ids.join(','), ...term }))
  await expect(make(1, [other])).rejects.toMatchObject(refusal('memberCatalogBad'))
  const rights = () => app.rows.all('item_member').map((row) => `${String(row.member_group_id)} ${String(row.cat_ids)}`)
  const accept = async (token: string) => (await app.as('bob').invitation.accept({ token })).was_member
  expect(await accept(await make(0, [api]))).toBe(false)
  expect(rights()).toEqual([`0 ${api}`])
  expect(await accept(await make(0, [ops]))).toBe(false)
  expect(rights()).toEqual([`0 ${api},${ops}`])
  expect(await accept(await make(1, [api]))).toBe(true)
  expect(await accept(await make(1, []))).toBe(false)
  expect(rights()).toEqual(['1 '])
  expect(await accept(await make(0, []))).toBe(true)
  expect(rights()).toEqual(['1 '])
  const token = await make(1, [api])
  app.rows.sqlite.prepare('DELETE FROM catalog WHERE cat_id = ?').run(api)
  await expect(app.as('cy').invitation.accept({ token })).rejects.toMatchObject(refusal('invitationRevoked'))
  // the owner and a manager have more than it gives
  expect(await app.as('ann').invitation.accept({ token: await make(0, []) })).toMatchObject({ was_member: true })
})

test('nobody gets more than editing by a link, and only managers make one', async () => {
  const app = await createTestApp()
  const { item_id } = await invited(app)
  const add = (as: string, more: object) => app.as(as).invitation.add({ item_id, member_group_id: 1, ...term, ...more })
  for (const wrong of [{ member_group_id: 2 }, { days: 0 }, { days: 91 }, { uses: 0 }, { uses: 501 }])
    await expect(add('ann', wrong)).rejects.toMatchObject(refusal('badParameter'))
  await expect(add('bob', {})).rejects.toMatchObject({ code: 10303 })
})

test('a person without an account registers with it while registration is closed', async () => {
  const app = await createTestApp()
  setOption(app, 'register_open', '0')
  const { item_id, token } = await invited(app)
  const closed = app.visitor.user.register(account('nina'))
  await expect(closed).rejects.toMatchObject(refusal('registerClosed'))
  const made = await app.visitor.invitation.register({ token, ...account('nina') })
  expect(made).toMatchObject({ username: 'nina', item_id, groupid: '2' })
  const info = await app.call('item/info', { item_id, user_token: made.user_token })
  expect(info.json).toMatchObject({ error_code: 0 })
  const taken = app.visitor.invitation.register({ token, ...account('Nina') })
  await expect(taken).rejects.toMatchObject(refusal('usernameTaken'))
  const weak = app.visitor.invitation.register({ token, ...account('otto'), password: 'x', confirm_password: 'x' })
  await expect(weak).rejects.toMatchObject(refusal('passwordTooShort'))
  expect(app.rows.all('invitation')).toMatchObject([{ use_count: 1 }])
})

test('the site can allow accounts to invitations of administrators alone', async () => {
  const app = await createTestApp()
  setOption(app, 'register_open', '0')
  setOption(app, 'invite_new_accounts', '0')
  const { token } = await invited(app)
  expect(await app.visitor.invitation.show({ token })).toMatchObject({ may_register: false })
  const register = (of: string, name: string) => app.visitor.invitation.register({ token: of, ...account(name) })
  await expect(register(token, 'nina')).rejects.toMatchObject(refusal('invitationNoAccount'))
  expect(await app.as('bob').invitation.accept({ token })).toMatchObject({ was_member: false })
  const site = tokenOf(await app.as('admin').invitation.addToSite(term))
  expect(await register(site, 'nina')).toMatchObject({ username: 'nina', item_id: '0' })
})

test('an invitation to the site leads to an account, and into a team with its items', async () => {
  const app = await createTestApp()
  const ann = app.as('ann')
  const { item_id } = await invited(app)
  const { id: team_id } = await ann.team.save({ team_name: 'Backend' })
  await ann.teamItem.save({ team_id, item_id, member_group_id: 0 })
  const { invitation } = app.as('admin')
  const made = await invitation.addToSite({ team_id, ...term })
  const token = tokenOf(made)
  expect(await app.visitor.invitation.show({ token })).toMatchObject({ team_name: 'Backend', item_name: '' })
  const nina = await app.visitor.invitation.register({ token, ...account('nina') })
  const info = await app.call('item/info', { item_id, user_token: nina.user_token })
  expect(info.json).toMatchObject({ error_code: 0 })
  expect(await app.as('bob').invitation.accept({ token })).toEqual({ item_id: '0', was_member: false })
  expect(await invitation.listOfSite()).toMatchObject([{ state: 'usedUp', team_name: 'Backend', username: 'admin' }])
  const next = await invitation.addToSite(term)
  await expect(app.as('ann').invitation.revokeOfSite(next)).rejects.toMatchObject(refusal('adminOnly'))
  // an invitation to an item is not one to the site
  const { invitation_id } = await ann.invitation.add({ item_id, member_group_id: 0, ...term })
  await expect(invitation.revokeOfSite({ invitation_id })).rejects.toMatchObject(refusal('invitationUnknown'))
  await invitation.revokeOfSite({ invitation_id: next.invitation_id })
  app.rows.sqlite.prepare('UPDATE user SET groupid = 2').run()
})

test('guesses at links are limited by address', async () => {
  const app = await createTestApp()
  const { token } = await invited(app)
  const show = async (at: number) =>
    (await app.call('invitation/show', { token: String(at).padStart(64, '0') })).json.error_name
  const answers = new Set<unknown>()
  for (let at = 0; at < 31; at++) answers.add(await show(at))
  expect([...answers]).toEqual(['invitationUnknown', 'tooManyTries'])
  await expect(app.visitor.invitation.show({ token })).rejects.toMatchObject(refusal('tooManyTries'))
})

test('an item has at most fifty open invitations', async () => {
  const app = await createTestApp()
  const { item_id, invitation_id } = await invited(app)
  const row = { uid: app.uid('ann'), item_id, addtime: 1, expire_time: 9_999_999_999, uses_most: 1 }
  for (let at = 1; at < 50; at++) app.rows.insert('invitation', { ...row, token_hash: Buffer.alloc(32, at) })
  const { invitation } = app.as('ann')
  const more = () => invitation.add({ item_id, member_group_id: 0, ...term })
  await expect(more()).rejects.toMatchObject(refusal('invitationTooMany'))
  await invitation.revoke({ item_id, invitation_id })
  expect(await more()).toHaveProperty('path')
})
