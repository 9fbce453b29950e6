import { beforeAll, describe, expect, test } from 'vitest'
import { isNameSearch } from '#shared/contract/name.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const names = (people: { username: string }[]) => people.map(({ username }) => username)

const world = { app: undefined as unknown as TestApp, item_id: 0 }

beforeAll(async () => {
  const app = await createTestApp({ shared: true })
  for (const username of ['ann', 'ben', 'benno', 'cleo', 'stranger', 'gone', '王小明']) await app.newUser(username)
  app.rows.sqlite.prepare("UPDATE user SET name = 'Cleo Benson' WHERE username = 'cleo'").run()
  app.rows.sqlite.prepare("UPDATE user SET is_disabled = 1 WHERE username = 'gone'").run()
  world.app = app
  world.item_id = await app.rows.newItem({ owner: 'ann' })
})

const find = async (as: string, username: string) => names(await world.app.as(as).user.allUser({ username }))

describe('a signed-in person who manages nothing', () => {
  test.each(['', 'be', 'ben', 'ann', '王', '王小明', '%', 'stranger'])('gets no names for %j', async (word) => {
    expect(await find('stranger', word)).toEqual([])
  })

  test('gets no names by reading and writing items of others', async () => {
    world.app.rows.newMember(world.item_id, 'stranger', 'edit')
    expect(await find('stranger', 'ben')).toEqual([])
    world.app.rows.sqlite.prepare('DELETE FROM item_member').run()
  })

  test('gets no names through a deleted item of their own', async () => {
    const item_id = await world.app.rows.newItem({ owner: 'stranger', is_del: 1 })
    expect(await find('stranger', 'ben')).toEqual([])
    world.app.rows.sqlite.prepare('DELETE FROM item WHERE item_id = ?').run(item_id)
  })

  test('a visitor gets no names either', async () => {
    await expect(world.app.visitor.user.allUser({ username: 'ben' })).rejects.toMatchObject({ code: 10102 })
  })

  test('gets no names on the ShowDoc addresses', async () => {
    const { app } = world
    const answer = await fetch(`${app.url}/server/index.php?s=/api/user/allUser`, {
      method: 'POST',
      body: new URLSearchParams({ username: '', user_token: app.token('stranger') }),
    })
    expect(await answer.json()).toMatchObject({ error_code: 0, data: [] })
  })
})

describe('a person who manages an item or a team', () => {
  test.each([
    ['b', []],
    ['be', ['ben', 'benno', 'cleo']],
    [' BEN ', ['ben', 'benno', 'cleo']],
    ['enn', ['benno']],
    ['go', []],
    ['%%', []],
    ['王', ['王小明']],
    ['小明', ['王小明']],
  ])('finds people by %j: %j', async (word, found) => {
    expect(await find('ann', word)).toEqual(found)
  })

  test('finds people through every way to manage', async () => {
    const { app, item_id } = world
    const { rows } = app
    const asManager = (make: () => void, undo: string) => async () => {
      expect(await find('stranger', 'benno')).toEqual([])
      make()
      expect(await find('stranger', 'benno')).toEqual(['benno'])
      rows.sqlite.prepare(`DELETE FROM ${undo}`).run()
    }
    const team_id = rows.insert('team', { team_name: 'T', uid: app.uid('ann'), addtime: 1, last_update_time: 1 })
    const ofTeam = { team_id, member_uid: app.uid('stranger'), addtime: 1 }
    await asManager(() => rows.newMember(item_id, 'stranger', 'manage'), 'item_member')()
    await asManager(() => rows.insert('team_member', { ...ofTeam, team_member_group_id: 2 }), 'team_member')()
    rows.insert('team_member', { ...ofTeam, team_member_group_id: 1 })
    await asManager(
      () => rows.insert('team_item_member', { ...ofTeam, item_id, member_group_id: 2 }),
      'team_item_member',
    )()
    rows.sqlite.prepare('DELETE FROM team_member').run()
    const own = { team_name: 'Own', uid: app.uid('stranger'), addtime: 1, last_update_time: 1 }
    await asManager(() => rows.insert('team', own), `team WHERE uid = ${app.uid('stranger')}`)()
    rows.sqlite.prepare('DELETE FROM team').run()
    expect(await find('admin', 'benno')).toEqual(['benno'])
  })

  test('gets the people of shared items and teams without a query, an administrator gets everyone', async () => {
    const { app, item_id } = world
    const { rows } = app
    expect(await find('ann', '')).toEqual(['ann'])
    rows.newMember(item_id, 'ben', 'read')
    const team_id = rows.insert('team', { team_name: 'T', uid: app.uid('ann'), addtime: 1, last_update_time: 1 })
    rows.insert('team_member', { team_id, member_uid: app.uid('cleo'), team_member_group_id: 1, addtime: 1 })
    expect(await app.as('ann').user.allUser()).toEqual([
      { uid: String(app.uid('ann')), username: 'ann', name: 'ann', value: 'ann' },
      { uid: String(app.uid('ben')), username: 'ben', name: 'ben', value: 'ben' },
      { uid: String(app.uid('cleo')), username: 'cleo', name: 'Cleo Benson', value: 'cleo' },
    ])
    // A member of an item does not see its other members.
    await rows.newItem({ owner: 'ben' })
    expect(await find('ben', '')).toEqual(['ben'])
    expect(await find('admin', '')).toEqual(['admin', 'ann', 'ben', 'benno', 'cleo', 'stranger', '王小明'])
  })
})

test('returns the first twenty, exact username matches first', async () => {
  const app = await createTestApp()
  await app.rows.newItem({ owner: 'ann' })
  for (let at = 10; at < 40; at++) await app.newUser(`a-bob-${at}`)
  await app.newUser('bob')
  await app.newUser('bobby')
  const found = names(await app.as('ann').user.allUser({ username: 'Bob' }))
  expect(found).toHaveLength(20)
  expect(found.slice(0, 3)).toEqual(['bob', 'bobby', 'a-bob-10'])
})

test('limits how many searches a person can make', async () => {
  const app = await createTestApp()
  await app.rows.newItem({ owner: 'ann' })
  const ann = app.as('ann')
  const asked = Array.from({ length: 200 }, () => ann.user.allUser({ username: 'xx' }))
  const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(50)
  expect(refused[0]).toMatchObject({ reason: { errorName: 'tooManyRequests' } })
})

test.each([
  ['', false],
  ['a', false],
  [' a ', false],
  ['%', false],
  ['an', true],
  ['王', true],
  ['한', true],
  ['😀', false],
])('decides whether %j is enough to search by: %j', (word, isEnough) => {
  expect(isNameSearch(word)).toBe(isEnough)
})
