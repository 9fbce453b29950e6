import { expect, test, vi } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

test('anyone can request the clean-up, also by GET, and it runs once a minute at most', async () => {
  const app = await createTestApp()
  const cat_id = app.rows.newCatalog(await app.rows.newItem(), 'C', { is_del: 1, del_time: 1 })
  const { json } = await app.call('ScriptCron/run', {}, { method: 'GET' })
  expect(json).toEqual({ error_code: 0, data: { message: 'ok' } })
  await expect.poll(() => app.rows.all('catalog')).toEqual([])
  const requested = vi.spyOn(app.app, 'requestCleanup')
  app.rows.newCatalog(await app.rows.newItem(), 'C', { cat_id, is_del: 1, del_time: 1 })
  expect(await app.visitor.ScriptCron.run()).toEqual({ message: 'ok' })
  expect(requested).not.toHaveBeenCalled()
  expect(app.rows.all('catalog')).toHaveLength(1)
})
