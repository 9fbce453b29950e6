import { test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
test('speed', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(item_id, 'C')
  const other = app.rows.newPage(await app.rows.newItem(), 'other')
  app.rows.sqlite.transaction(() => {
    for (let at = 0; at < 5000; at++) {
      const p = app.rows.newPage(item_id, `p${at}`, { cat_id, page_content: `${at} `.repeat(2000) })
      for (let h = 0; h < 20; h++) app.rows.insert('page_history', { page_id: p, item_id, cat_id, page_title: 'x', s_number: 1, author_uid: 1, author_username: 'a', addtime: 1, page_comments: '', ext_info: '', page_version: 1 })
    }
  })()
  const to_item_id = await app.rows.newItem()
  const { catalog } = app.as('owner')
  const meanwhile = async (name: string, deed: Promise<unknown>) => {
    let longest = 0
    const t0 = performance.now()
    let isOver = false
    const watched = deed.finally(() => { isOver = true })
    while (!isOver) {
      const start = performance.now()
      await app.visitor.page.info({ page_id: other })
      longest = Math.max(longest, performance.now() - start)
    }
    await watched
    console.log(name, 'took', Math.round(performance.now() - t0), 'longest read', Math.round(longest))
  }
  await meanwhile('copy', catalog.copy({ cat_id, to_item_id }))
  await meanwhile('move', catalog.copy({ cat_id, to_item_id, is_del: '1' }))
  await meanwhile('delete', catalog.delete({ cat_id }))
  await meanwhile('list', app.as('owner').recycle.getList({ item_id: to_item_id }))
  await meanwhile('recover', app.as('owner').recycle.recoverCatalog({ item_id: to_item_id, cat_id }))
  await meanwhile('delete', catalog.delete({ cat_id }))
  const { purgeDeleted } = await import('#src/features/recycle/purge.ts')
  app.app.now = () => new Date(Date.now() + 31 * 86_400_000)
  app.rows.sqlite.prepare("UPDATE user_token SET token_expire = token_expire + 31 * 86400").run()
  await meanwhile('purge', purgeDeleted(app.app, () => true))
}, 120_000)
