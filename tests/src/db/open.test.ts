import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '#src/db/database.ts'
import { createTestApp } from '#tests/support/app.ts'

const setName = (name: string) => ({ option_name: 'site_name', option_value: name })

test('readers neither wait for a writer nor see uncommitted changes', async () => {
  const { db } = (await createTestApp()).app
  const { promise: middle, resolve: reachMiddle } = Promise.withResolvers<void>()
  const { promise: word, resolve: goOn } = Promise.withResolvers<void>()
  const writing = transact(db, async (tx) => {
    await tx.insertInto('options').values(setName('new')).execute()
    reachMiddle()
    await word
  })
  await middle
  expect(await db.selectFrom('options').selectAll().execute()).toEqual([])
  goOn()
  await writing
  expect(await db.selectFrom('options').selectAll().execute()).toEqual([setName('new')])
})

test('writers take turns', async () => {
  const { db } = (await createTestApp()).app
  await db.insertInto('options').values(setName('0')).execute()
  const add = () =>
    transact(db, async (tx) => {
      const { option_value } = await tx.selectFrom('options').selectAll().executeTakeFirstOrThrow()
      await new Promise((resolve) => setTimeout(resolve, 1))
      await tx
        .updateTable('options')
        .set({ option_value: String(Number(option_value) + 1) })
        .execute()
    })
  await Promise.all(Array.from({ length: 10 }, add))
  expect(await db.selectFrom('options').selectAll().execute()).toEqual([setName('10')])
})

test('a failed transaction changes nothing and lets the next one in', async () => {
  const { db } = (await createTestApp()).app
  const failing = transact(db, async (tx) => {
    await tx.insertInto('options').values(setName('x')).execute()
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await db.selectFrom('options').selectAll().execute()).toEqual([])
  await db.insertInto('options').values(setName('y')).execute()
})

test('rejects the plain handle and a second transaction inside a transaction', async () => {
  const { db } = (await createTestApp()).app
  await expect(transact(db, () => db.selectFrom('options').selectAll().execute())).rejects.toThrow('use tx')
  await expect(transact(db, () => db.insertInto('options').values(setName('z')).execute())).rejects.toThrow('use tx')
  await expect(transact(db, () => transact(db, async () => 1))).rejects.toThrow('inside a transaction')
})

test('a transaction that cannot be committed leaves the next one alone', async () => {
  const { db } = (await createTestApp()).app
  const failing = transact(db, async (tx) => {
    await sql`PRAGMA defer_foreign_keys = ON`.execute(tx)
    await tx.insertInto('user_setting').values({ uid: 77, key_name: 'a', key_value: 'b' }).execute()
  })
  const next = transact(db, async (tx) => {
    await tx.insertInto('options').values(setName('1')).execute()
    await new Promise((resolve) => setTimeout(resolve, 1))
    await tx.updateTable('options').set({ option_value: '2' }).execute()
  })
  await expect(failing).rejects.toThrow('FOREIGN KEY')
  await next
  expect(await db.selectFrom('options').selectAll().execute()).toEqual([setName('2')])
})
