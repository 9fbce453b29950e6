import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

test('a check for updates tells the version that runs, and asks nobody', async () => {
  const app = await createTestApp()
  const { version } = await app.visitor.common.version()
  expect(await app.as('admin').adminUpdate.checkUpdate()).toEqual({ version, new_version: version })
  await expect(app.as('ann').adminUpdate.checkUpdate()).rejects.toMatchObject({ code: 10103 })
})

test('the site does not replace its own program', async () => {
  const app = await createTestApp()
  const { adminUpdate } = app.as('admin')
  await expect(adminUpdate.download()).rejects.toMatchObject({ errorName: 'updateOnServer' })
  await expect(adminUpdate.updateFiles()).rejects.toMatchObject({ errorName: 'updateOnServer' })
  await expect(app.as('ann').adminUpdate.download()).rejects.toMatchObject({ code: 10103 })
})

test('the database tells the number of its schema', async () => {
  const app = await createTestApp()
  const answer = await app.as('admin').update.checkDb()
  expect(answer).toMatchObject({ is_current: true })
  expect(answer.schema).toBe(answer.known)
  await expect(app.visitor.update.checkDb()).rejects.toMatchObject({ code: 10102 })
})
