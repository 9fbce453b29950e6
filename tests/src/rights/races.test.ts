import { expect, test } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { createTestApp } from '#tests/support/app.ts'

/** The results of simultaneous actions: `done`, or the name of the error, in alphabetical order. */
async function endsOf(operations: Promise<unknown>[]): Promise<string[]> {
  const ends = await Promise.allSettled(operations)
  return ends
    .map((end) => {
      if (end.status === 'fulfilled') return 'done'
      return end.reason instanceof ApiError ? end.reason.errorName : String(end.reason)
    })
    .toSorted()
}

const times = <T>(count: number, operation: (at: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, at) => operation(at))

test('one of several simultaneous registrations gets a name, whatever its case', async () => {
  const { visitor, rows } = await createTestApp()
  const password = 'a good password 1'
  const names = ['Newcomer', 'newcomer', 'NEWCOMER', 'newComer']
  const ends = await endsOf(
    names.map((username) => visitor.user.register({ username, password, confirm_password: password })),
  )
  expect(ends).toEqual(['done', 'usernameTaken', 'usernameTaken', 'usernameTaken'])
  expect(rows.all('user').filter((row) => row.username_key === 'newcomer')).toHaveLength(1)
})

test('one of several items that simultaneously take an address gets it, by creation or by change', async () => {
  const { as, rows } = await createTestApp()
  const item_id = await rows.newItem()
  const owner = as('owner')
  const ends = await endsOf([
    ...times(4, (at) => as(`user${at}`).item.add({ item_name: 'I', item_domain: at % 2 ? 'handbook' : 'Handbook' })),
    owner.item.update({ item_id, item_name: 'I', item_domain: 'handbook' }),
  ])
  expect(ends).toEqual(['domainTaken', 'domainTaken', 'domainTaken', 'domainTaken', 'done'])
  expect(rows.all('item').filter((row) => String(row.item_domain).toLowerCase() === 'handbook')).toHaveLength(1)
})

test('a user who is added as a member many times at once becomes one member', async () => {
  const { as, rows, uid } = await createTestApp()
  const item_id = await rows.newItem()
  const newcomer = uid('newcomer')
  await Promise.all(
    times(5, (at) => as('owner').member.save({ item_id, username: 'newcomer', member_group_id: at % 3 })),
  )
  expect(rows.all('item_member').filter((row) => row.uid === newcomer)).toHaveLength(1)
})

test('one of several editors who lock a page at once holds the lock', async () => {
  const { as, rows } = await createTestApp()
  const item_id = await rows.newItem()
  const page_id = rows.newPage(item_id, 'P')
  for (const name of ['ann', 'bob', 'eve']) rows.newMember(item_id, name, 'edit')
  const ends = await endsOf(['ann', 'bob', 'eve'].map((name) => as(name).page.setLock({ item_id, page_id })))
  expect(ends).toEqual(['done', 'pageLocked', 'pageLocked'])
  expect(rows.all('page_lock')).toHaveLength(1)
})

test('stores one of several simultaneous saves of one version and rejects the others as conflicts', async () => {
  const { as, rows } = await createTestApp()
  const item_id = await rows.newItem()
  const page_id = rows.newPage(item_id, 'P')
  const ends = await endsOf(
    times(5, (at) =>
      as('owner').page.save({ item_id, page_id, page_title: 'P', page_content: `text ${at}`, base_version: 1 }),
    ),
  )
  expect(ends).toEqual(['done', 'pageChanged', 'pageChanged', 'pageChanged', 'pageChanged'])
  expect(rows.all('page_history')).toHaveLength(1)
})

test('loses no simultaneous save without a version: each is the page or one of its former versions', async () => {
  const { as, rows } = await createTestApp()
  const item_id = await rows.newItem()
  const page_id = rows.newPage(item_id, 'P', { page_content: 'text' })
  const owner = as('owner')
  await Promise.all(
    times(8, (at) => owner.page.save({ item_id, page_id, page_title: 'P', page_content: `text ${at}` })),
  )
  const { page_content, page_version } = await owner.page.info({ page_id })
  const former = (await owner.page.history({ page_id })).map((version) => version.page_content)
  expect([page_content, ...former].toSorted()).toEqual([
    'text',
    ...times(8, async (at) => at).map((_, at) => `text ${at}`),
  ])
  expect(page_version).toBe('9')
})

test('deleting a catalog while pages are saved into it leaves no pages in it', async () => {
  const { as, rows } = await createTestApp()
  const item_id = await rows.newItem()
  const cat_id = rows.newCatalog(item_id, 'C')
  const sub = rows.newCatalog(item_id, 'S', { parent_cat_id: cat_id, level: 3 })
  const page_id = rows.newPage(item_id, 'P')
  const owner = as('owner')
  const page = { item_id, page_title: 'T', page_content: 'text' }
  const ends = await endsOf([
    ...times(5, () => owner.page.save({ ...page, cat_id: sub })),
    owner.page.save({ ...page, page_id, cat_id }),
    owner.catalog.save({ item_id, cat_name: 'New', parent_cat_id: cat_id }),
    owner.catalog.delete({ cat_id }),
    ...times(5, () => owner.page.save({ ...page, cat_id })),
    owner.catalog.save({ item_id, cat_name: 'New', parent_cat_id: cat_id }),
  ])
  expect(new Set(ends)).toEqual(new Set(['done', 'catalogGone']))
  const live = new Set(rows.all('catalog').flatMap((row) => (row.is_del === 0 ? [row.cat_id] : [])))
  const lost = rows.all('page').filter((row) => row.is_del === 0 && row.cat_id !== 0 && !live.has(row.cat_id))
  expect(lost).toEqual([])
  const recycled = new Set(rows.all('recycle').map((row) => row.page_id))
  expect(rows.all('page').filter((row) => row.is_del === 1 && !recycled.has(row.page_id))).toEqual([])
  expect(rows.all('catalog').filter((row) => row.is_del === 0 && row.parent_cat_id === cat_id)).toEqual([])
})

test('an item that is transferred while its owner deletes or archives it ends as one or the other', async () => {
  const { as, rows, newUser, uid } = await createTestApp()
  const password = 'a good password'
  const owner_uid = await newUser('owner', { password })
  await newUser('receiver')
  const owner = as('owner').item
  for (const other of [owner.delete, owner.archive]) {
    for (const isFirst of [true, false]) {
      const item_id = await rows.newItem()
      const attorn = () => owner.attorn({ item_id, username: 'receiver', password })
      const end = () => other({ item_id, password })
      const ends = await endsOf(isFirst ? [attorn(), end()] : [end(), attorn()])
      expect(ends.filter((one) => one === 'done')).toHaveLength(1)
      const row = rows.all('item').find((one) => one.item_id === item_id)
      const isHandedOn = row?.uid === uid('receiver')
      expect(
        isHandedOn ? [row?.is_del, row?.is_archived] : [Number(row?.is_del) + Number(row?.is_archived), row?.uid],
      ).toEqual(isHandedOn ? [0, 0] : [1, owner_uid])
    }
  }
})

test('a team that is transferred while its creator deletes it ends as one or the other', async () => {
  const { as, rows, newUser, uid } = await createTestApp()
  const password = 'a good password'
  const creator = await newUser('creator', { password })
  await newUser('receiver')
  const { team } = as('creator')
  for (const isFirst of [true, false]) {
    const id = rows.insert('team', { team_name: 'T', uid: creator, addtime: 1, last_update_time: 1 })
    const attorn = () => team.attorn({ team_id: id, username: 'receiver', password })
    const end = () => team.delete({ id, password })
    const ends = await endsOf(isFirst ? [attorn(), end()] : [end(), attorn()])
    expect(ends).toEqual(['done', 'teamGone'])
    expect([undefined, uid('receiver')]).toContain(rows.all('team').find((one) => one.id === id)?.uid)
  }
})

test('a user who leaves an item while their right in it is raised is a member once or not at all', async () => {
  const { as, rows, uid } = await createTestApp()
  const item_id = await rows.newItem()
  rows.newMember(item_id, 'member', 'read')
  const ends = await endsOf([
    as('member').item.exitItem({ item_id }),
    as('owner').member.save({ item_id, username: 'member', member_group_id: 2 }),
    as('member').item.exitItem({ item_id }),
  ])
  expect(ends.filter((one) => one !== 'done' && one !== 'notAMember')).toEqual([])
  expect(rows.all('item_member').filter((row) => row.uid === uid('member')).length).toBeLessThanOrEqual(1)
})
